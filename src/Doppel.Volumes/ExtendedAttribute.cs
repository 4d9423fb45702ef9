namespace Doppel.Volumes;

/// <summary>One extended attribute of a file: access lists and security labels are such, too (xattr(7)).</summary>
/// <param name="Name">
/// Its full name with its class, such as <c>user.comment</c> or <c>system.posix_acl_access</c>.
/// </param>
/// <param name="Value">Its value; may be empty.</param>
public readonly record struct ExtendedAttribute(string Name, ReadOnlyMemory<byte> Value)
{
    /// <summary>The name under which Windows tells when a file was created, and its attributes.</summary>
    internal const string WindowsBasicName = "windows.created-and-attributes";

    /// <summary>
    /// Gets whether every file has its own, as a time of creation: two files may differ in it and still be alike.
    /// </summary>
    public bool IsOfOneFile => Name == WindowsBasicName;

    /// <summary>Whether both have the same name and value.</summary>
    public bool Equals(ExtendedAttribute other) => Name == other.Name && Value.Span.SequenceEqual(other.Value.Span);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Name, Value.Length);
}

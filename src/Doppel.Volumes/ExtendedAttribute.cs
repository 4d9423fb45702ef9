namespace Doppel.Volumes;

/// <summary>
/// Represents one extended attribute of a file. Access control lists and security labels are extended attributes too
/// (xattr(7)).
/// </summary>
/// <param name="Name">
/// The full name including its namespace, such as <c>user.comment</c> or <c>system.posix_acl_access</c>.
/// </param>
/// <param name="Value">The value. May be empty.</param>
public readonly record struct ExtendedAttribute(string Name, ReadOnlyMemory<byte> Value)
{
    /// <summary>The name of the pseudo-attribute that holds a file's creation time and attributes on Windows.</summary>
    internal const string WindowsBasicName = "windows.created-and-attributes";

    /// <summary>
    /// Gets whether the attribute is specific to one file, such as its creation time. Files that differ only in such
    /// attributes still count as alike.
    /// </summary>
    public bool IsOfOneFile => Name == WindowsBasicName;

    /// <summary>Returns whether both attributes have the same name and value.</summary>
    public bool Equals(ExtendedAttribute other) => Name == other.Name && Value.Span.SequenceEqual(other.Value.Span);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Name, Value.Length);
}

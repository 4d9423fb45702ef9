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

    /// <summary>The name of the pseudo-attribute that holds the access time on Linux.</summary>
    internal const string AccessedName = "linux.accessed";

    /// <summary>The name of the pseudo-attribute that holds the project id, to which quotas apply.</summary>
    internal const string ProjectName = "linux.project-id";

    /// <summary>The name of the pseudo-attribute that holds the extent size hint of XFS.</summary>
    internal const string ExtentSizeName = "linux.extent-size";

    /// <summary>The name of the pseudo-attribute that holds the extent size hint of XFS for copies on write.</summary>
    internal const string CopyExtentSizeName = "linux.copy-extent-size";

    /// <summary>The name of the pseudo-attribute that holds what NTFS and FAT know of DOS: hidden, system.</summary>
    internal const string DosName = "linux.dos-attributes";

    /// <summary>
    /// Gets whether the attribute is specific to one file, such as its creation or access time. Files that differ only
    /// in such attributes still count as alike.
    /// </summary>
    public bool IsOfOneFile => Name is WindowsBasicName or AccessedName;

    /// <summary>Gets whether this is a setting of a file on Linux that is no extended attribute.</summary>
    internal bool IsSetting => Name is ProjectName or ExtentSizeName or CopyExtentSizeName or DosName;

    /// <summary>Gets the name of the attribute for people.</summary>
    internal string Title => Name switch
    {
        AccessedName => "access time",
        ProjectName => "project id",
        ExtentSizeName => "extent size hint",
        CopyExtentSizeName => "extent size hint for copies on write",
        DosName => "hidden, system and archive attributes",
        WindowsBasicName => "creation time and attributes",
        _ => $"attribute {Name}",
    };

    /// <summary>Returns whether both attributes have the same name and value.</summary>
    public bool Equals(ExtendedAttribute other) => Name == other.Name && Value.Span.SequenceEqual(other.Value.Span);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Name, Value.Length);
}

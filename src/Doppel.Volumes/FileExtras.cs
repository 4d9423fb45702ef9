namespace Doppel.Volumes;

/// <summary>Contains a file's metadata other than its <see cref="FileFacts"/>.</summary>
/// <param name="Flags">The inode flags (chattr), or 0 if the file system has none.</param>
/// <param name="Attributes">The extended attributes, ordered by name. Empty if there are none.</param>
public sealed record FileExtras(uint Flags, IReadOnlyList<ExtendedAttribute> Attributes)
{
    /// <summary>Gets an instance without flags and attributes.</summary>
    public static FileExtras None { get; } = new(0, []);

    /// <summary>Returns whether both instances have the same flags and attributes.</summary>
    public bool Equals(FileExtras? other) =>
        other is not null && Flags == other.Flags && Attributes.SequenceEqual(other.Attributes);

    /// <summary>
    /// Returns whether two files have the same extras, ignoring attributes that are specific to one file.
    /// </summary>
    public bool IsLike(FileExtras other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return Flags == other.Flags && Attributes.Where(static one => !one.IsOfOneFile)
            .SequenceEqual(other.Attributes.Where(static one => !one.IsOfOneFile));
    }

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Flags, Attributes.Count);
}

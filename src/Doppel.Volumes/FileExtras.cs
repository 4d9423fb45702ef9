namespace Doppel.Volumes;

/// <summary>Contains a file's metadata other than its <see cref="FileFacts"/>.</summary>
/// <param name="Flags">The inode flags (chattr), or 0 if the file system has none.</param>
/// <param name="Attributes">The extended attributes, ordered by name. Empty if there are none.</param>
public sealed record FileExtras(uint Flags, IReadOnlyList<ExtendedAttribute> Attributes)
{
    // FS_NOCOW_FL from linux/fs.h.
    internal const uint NoCopyOnWrite = 0x00800000;

    /// <summary>
    /// Gets whether settings that are missing here were missing from the file, too. Older journals have none of them.
    /// </summary>
    internal bool KnowsSettings => Attributes.Any(static one => one.Name == ExtendedAttribute.AccessedName);

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

    /// <summary>
    /// Returns what these extras have and others do not, or have with another value, in words. Also returns what others
    /// have inherited from their folder, such as a project id.
    /// </summary>
    /// <param name="others">The extras of a file that should have these.</param>
    /// <returns>Such as <c>NOCOW flag</c> and <c>project id</c>. Empty if nothing is missing.</returns>
    public IReadOnlyList<string> MissingIn(FileExtras others)
    {
        ArgumentNullException.ThrowIfNull(others);
        uint differing = Flags ^ others.Flags;
        List<string> missing = [];
        if ((differing & NoCopyOnWrite) != 0)
        {
            missing.Add("NOCOW flag");
        }

        if ((differing & ~NoCopyOnWrite) != 0)
        {
            missing.Add("inode flags");
        }

        missing.AddRange(Attributes.Where(one => !others.Attributes.Contains(one)).Select(static one => one.Title));
        missing.AddRange(others.Attributes
            .Where(one => KnowsSettings && one.IsSetting && Attributes.All(mine => mine.Name != one.Name))
            .Select(static one => one.Title));
        return missing;
    }

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Flags, Attributes.Count);
}

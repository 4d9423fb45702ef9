namespace Doppel.Reports;

/// <summary>The content of one inode, with its names and metadata.</summary>
public sealed record ReportCopy
{
    /// <summary>
    /// Gets the absolute names, at least one, ordered by root and then by path. If the report was read from a format
    /// that keeps names as typed (text, fdupes, jdupes), they may be relative; see <see cref="ReportReader.Begin"/>.
    /// </summary>
    public required IReadOnlyList<ReportName> Names { get; init; }

    /// <summary>
    /// Gets, for each name, the index of the first root that contains it, or -1 if the report was read from a format
    /// that does not record it.
    /// </summary>
    public required IReadOnlyList<int> Roots { get; init; }

    /// <summary>
    /// Gets, for each name, whether it was reached through a followed symbolic link, or null if none was.
    /// </summary>
    public IReadOnlyList<bool>? Followed { get; init; }

    /// <summary>
    /// Gets the absolute names of its companions among the files that took part in the search, such as the sidecar of a
    /// photo, without those that only their content proves (the film of a live photo); null if there are none or the
    /// report does not record them.
    /// </summary>
    public IReadOnlyList<ReportName>? Companions { get; init; }

    /// <summary>
    /// Gets the total number of hard links to the inode, including those outside the roots; 0 if unknown.
    /// </summary>
    public uint Links { get; init; }

    /// <summary>
    /// Gets the device of the inode. Like all metadata below, it is 0 if the report does not record it.
    /// </summary>
    public ulong Device { get; init; }

    /// <summary>Gets the inode number, or the file id on Windows.</summary>
    public ulong Inode { get; init; }

    /// <summary>Gets the number of bytes allocated on the device.</summary>
    public long Allocated { get; init; }

    /// <summary>Gets the user id of the owner.</summary>
    public uint Owner { get; init; }

    /// <summary>Gets the group id.</summary>
    public uint Group { get; init; }

    /// <summary>Gets the permission bits: the low 12 bits of a Unix mode.</summary>
    public uint Mode { get; init; }

    /// <summary>Gets the time at which the content was last changed.</summary>
    public ReportTime Modified { get; init; }
}

/// <summary>Rejects copies that no reader could reproduce.</summary>
internal static class CopyRules
{
    public static void Check(ReportCopy copy)
    {
        if (copy.Names.Count == 0)
        {
            throw new ArgumentException("A copy needs at least one name.", nameof(copy));
        }

        if (copy.Roots.Count != copy.Names.Count
            || (copy.Followed is { } followed && followed.Count != copy.Names.Count))
        {
            throw new ArgumentException("Roots and Followed of a copy must have as many items as Names.", nameof(copy));
        }
    }
}

namespace Doppel.Reports;

/// <summary>One inode's content: its names and its facts.</summary>
public sealed record ReportCopy
{
    /// <summary>
    /// Absolute names, at least one, in the order of their roots and then by path. Read from a form that keeps them as
    /// they were typed (text, fdupes, jdupes) they may be relative: see <see cref="ReportReader.Begin"/>.
    /// </summary>
    public required IReadOnlyList<ReportName> Names { get; init; }

    /// <summary>
    /// For each name, the index of the first root that holds it; -1 where it was read from a form that does not tell.
    /// </summary>
    public required IReadOnlyList<int> Roots { get; init; }

    /// <summary>For each name, whether it was reached through a followed symbolic link; null where none was.</summary>
    public IReadOnlyList<bool>? Followed { get; init; }

    /// <summary>How many names the inode has in all, also outside the roots; 0 if not known.</summary>
    public uint Links { get; init; }

    /// <summary>The device of the inode; 0, as all facts below, where not told.</summary>
    public ulong Device { get; init; }

    /// <summary>The inode number, or on Windows the file id.</summary>
    public ulong Inode { get; init; }

    /// <summary>Bytes taken up on the device.</summary>
    public long Allocated { get; init; }

    /// <summary>User id of the owner.</summary>
    public uint Owner { get; init; }

    /// <summary>Group id.</summary>
    public uint Group { get; init; }

    /// <summary>Permission bits, the low 12 bits of a Unix mode.</summary>
    public uint Mode { get; init; }

    /// <summary>When the content was last changed.</summary>
    public ReportTime Modified { get; init; }
}

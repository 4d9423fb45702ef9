namespace Doppel.Reports;

/// <summary>A group of identical folders. The report lists the files of the first one only.</summary>
public sealed record ReportFolderGroup
{
    /// <summary>Gets what makes the folders equal.</summary>
    public required FolderMatch Match { get; init; }

    /// <summary>Gets the folders, at least two, ordered by root and then by path.</summary>
    public required IReadOnlyList<ReportFolder> Folders { get; init; }

    /// <summary>Gets the totals of each folder.</summary>
    public required FolderContent Content { get; init; }

    /// <summary>
    /// Gets the number of bytes that deleting all folders but the first would free, provided that no name lies outside
    /// the roots. Counts only copies that the report lists with this group. Copies that share extents count once.
    /// </summary>
    public required long RedundantBytes { get; init; }
}

/// <summary>Specifies what makes folders equal.</summary>
public enum FolderMatch : byte
{
    /// <summary>The folders contain the same names, and entries with the same name have the same content.</summary>
    Name,

    /// <summary>
    /// The folders contain the same contents the same number of times, whatever the names. The same applies to their
    /// subfolders.
    /// </summary>
    Content,
}

/// <summary>A folder.</summary>
/// <param name="Name">The absolute name.</param>
/// <param name="Root">
/// The index of the first root that contains the folder, or -1 if the format does not record it.
/// </param>
public readonly record struct ReportFolder(ReportName Name, int Root);

/// <summary>Describes everything below a folder, at any depth.</summary>
/// <param name="Bytes">The total size of the files in bytes. Each name counts separately.</param>
/// <param name="Files">The number of file names, including empty files.</param>
/// <param name="Entries">The number of names of any kind: files, symbolic links and folders.</param>
/// <param name="Proof">How the files were proved equal; the weakest proof among them.</param>
public readonly record struct FolderContent(long Bytes, long Files, long Entries, Proof Proof);

/// <summary>Rejects folders that no reader could reproduce.</summary>
internal static class FolderRules
{
    public static void Check(ReportFolderGroup group)
    {
        if (group.Folders.Count < 2)
        {
            throw new ArgumentException("A group of folders needs at least two.", nameof(group));
        }
    }
}

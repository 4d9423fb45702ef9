namespace Doppel.Finding;

/// <summary>Whether to find duplicate folders, and what makes two folders equal.</summary>
public enum FolderMatching
{
    /// <summary>Folders are not compared.</summary>
    Off,

    /// <summary>
    /// Folders are equal if they contain the same names, and entries with the same name have the same content.
    /// </summary>
    ByName,

    /// <summary>
    /// Folders are equal if they contain the same contents the same number of times, whatever the names. The same
    /// applies to their subfolders.
    /// </summary>
    ByContent,
}

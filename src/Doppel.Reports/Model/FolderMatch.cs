namespace Doppel.Reports;

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

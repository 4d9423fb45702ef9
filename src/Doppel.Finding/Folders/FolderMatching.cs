namespace Doppel.Finding;

/// <summary>Whether duplicate folders are sought, and what makes two folders equal.</summary>
public enum FolderMatching
{
    /// <summary>Folders are not compared.</summary>
    Off,

    /// <summary>Below both are the same names, and what has the same name has the same content.</summary>
    ByName,

    /// <summary>Both hold the same contents equally often, whatever their names are; of sub folders likewise.</summary>
    ByContent,
}

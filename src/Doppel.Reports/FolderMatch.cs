namespace Doppel.Reports;

/// <summary>What makes folders equal.</summary>
public enum FolderMatch : byte
{
    /// <summary>Below all are the same names, and what has the same name has the same content.</summary>
    Name,

    /// <summary>All hold the same contents equally often, whatever their names; of sub folders likewise.</summary>
    Content,
}

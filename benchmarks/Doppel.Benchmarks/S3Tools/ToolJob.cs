namespace Doppel.Benchmarks.S3Tools;

/// <summary>What a program is asked to do.</summary>
internal enum ToolJob
{
    /// <summary>Uploads one file.</summary>
    PutFile,

    /// <summary>Downloads one object.</summary>
    GetFile,

    /// <summary>Uploads a folder with everything below it.</summary>
    PutFolder,

    /// <summary>Downloads everything below a prefix.</summary>
    GetFolder,

    /// <summary>Uploads what is missing or differs below a prefix.</summary>
    Sync,
}

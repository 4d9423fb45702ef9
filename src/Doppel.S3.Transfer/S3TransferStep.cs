namespace Doppel.S3.Transfer;

/// <summary>Specifies what happened to a file or an object.</summary>
public enum S3TransferStep
{
    /// <summary>The file was stored as an object.</summary>
    Uploaded,

    /// <summary>The object was stored as a file, or its folder was created.</summary>
    Downloaded,

    /// <summary>The object was copied on the server.</summary>
    Copied,

    /// <summary>The target has the same content. Nothing was transferred.</summary>
    Unchanged,

    /// <summary>The target exists and was kept: see <see cref="S3Existing.Keep"/>.</summary>
    Kept,

    /// <summary>Only the target had it. It was deleted.</summary>
    Deleted,

    /// <summary>It could not be transferred or deleted.</summary>
    Problem,

    /// <summary>
    /// The transfer continues what an earlier one began. A further item reports its end.
    /// </summary>
    Resumed,

    /// <summary>
    /// The server has neither a checksum nor an MD5 to compare the download with. A further item reports its end.
    /// </summary>
    NotVerified,
}

namespace Doppel.S3;

/// <summary>Codes of errors that this client gives itself, where no server named one.</summary>
public static class S3ErrorCode
{
    /// <summary>An answer without a code.</summary>
    public const string Unknown = "Unknown";

    /// <summary>No connection, or it broke.</summary>
    public const string Connection = "ConnectionFailed";

    /// <summary>Nothing moved for <see cref="S3ClientOptions.IdleTimeout"/>.</summary>
    public const string Timeout = "Timeout";

    /// <summary>
    /// Bytes came, but too few: see <see cref="S3ClientOptions.AnswerTimeout"/> and
    /// <see cref="S3ClientOptions.DownloadBytesMin"/>.
    /// </summary>
    public const string TooSlow = "TooSlow";

    /// <summary>An answer that no S3 server should give.</summary>
    public const string BadAnswer = "BadAnswer";

    /// <summary>The connection broke after a conditional write was sent: nobody can tell whether it was done.</summary>
    public const string Ambiguous = "Ambiguous";

    /// <summary>The source of an upload has not as many bytes as it said.</summary>
    public const string SourceChanged = "SourceChanged";

    /// <summary>The source of an upload cannot be read.</summary>
    public const string SourceUnreadable = "SourceUnreadable";

    /// <summary>What came is not what the checksum of the object is of.</summary>
    public const string ChecksumMismatch = "ChecksumMismatch";

    /// <summary>The object is another one than when its download began.</summary>
    public const string ObjectChanged = "ObjectChanged";
}

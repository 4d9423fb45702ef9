namespace Doppel.S3;

/// <summary>Error codes that this client assigns when the server provides none.</summary>
public static class S3ErrorCode
{
    /// <summary>The error response contains no code.</summary>
    public const string Unknown = "Unknown";

    /// <summary>The connection could not be opened, or it broke.</summary>
    public const string Connection = "ConnectionFailed";

    /// <summary>The request made no progress for <see cref="S3ClientOptions.IdleTimeout"/>.</summary>
    public const string Timeout = "Timeout";

    /// <summary>
    /// Data arrived, but too slowly: see <see cref="S3ClientOptions.AnswerTimeout"/> and
    /// <see cref="S3ClientOptions.DownloadBytesMin"/>.
    /// </summary>
    public const string TooSlow = "TooSlow";

    /// <summary>The response is not valid for an S3 server.</summary>
    public const string BadAnswer = "BadAnswer";

    /// <summary>
    /// The connection broke after a conditional write was sent. It is unknown whether the write took place.
    /// </summary>
    public const string Ambiguous = "Ambiguous";

    /// <summary>The source of an upload does not have the announced number of bytes.</summary>
    public const string SourceChanged = "SourceChanged";

    /// <summary>The source of an upload cannot be read.</summary>
    public const string SourceUnreadable = "SourceUnreadable";

    /// <summary>The received content does not match the checksum of the object.</summary>
    public const string ChecksumMismatch = "ChecksumMismatch";

    /// <summary>The object has changed since its download began.</summary>
    public const string ObjectChanged = "ObjectChanged";
}

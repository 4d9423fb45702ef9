namespace Doppel.S3;

/// <summary>What of a body is signed.</summary>
public enum S3PayloadSigning
{
    /// <summary><see cref="Signed"/> over plain HTTP, <see cref="Unsigned"/> over HTTPS.</summary>
    Auto,

    /// <summary>
    /// All of it, by its SHA-256; what can be read only once is signed chunk by chunk while it is sent.
    /// </summary>
    Signed,

    /// <summary>Nothing. Over plain HTTP it could be changed on its way without notice.</summary>
    Unsigned,
}

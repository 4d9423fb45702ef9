namespace Doppel.S3;

/// <summary>Specifies how much of a request body is signed.</summary>
public enum S3PayloadSigning
{
    /// <summary><see cref="Signed"/> over plain HTTP, <see cref="Unsigned"/> over HTTPS.</summary>
    Auto,

    /// <summary>
    /// Signs the whole body by its SHA-256. A body that can be read only once is signed in chunks while it is sent.
    /// </summary>
    Signed,

    /// <summary>Does not sign the body. Over plain HTTP it could be modified in transit undetected.</summary>
    Unsigned,
}

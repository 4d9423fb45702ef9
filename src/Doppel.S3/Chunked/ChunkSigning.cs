namespace Doppel.S3;

/// <summary>Specifies whether the chunks of a body are signed.</summary>
public enum ChunkSigning
{
    /// <summary>Every chunk is signed, and so are the trailers.</summary>
    Signed,

    /// <summary>
    /// Nothing after the headers is signed; a trailer contains a checksum instead. Amazon S3 accepts this only over
    /// TLS.
    /// </summary>
    Unsigned,
}

namespace Doppel.S3.Chunked;

/// <summary>Whether the chunks of a body have signatures.</summary>
public enum ChunkSigning
{
    /// <summary>Each chunk is signed, and so are the trailers.</summary>
    Signed,

    /// <summary>
    /// Nothing behind the headers is signed; there is a checksum in a trailer instead. Amazon takes it over TLS only.
    /// </summary>
    Unsigned,
}

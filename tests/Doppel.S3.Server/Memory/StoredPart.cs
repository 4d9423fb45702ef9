namespace Doppel.S3.Server;

/// <summary>A part of an upload, or of the object that came of it.</summary>
/// <param name="Number">From 1 to 10,000.</param>
/// <param name="Body">Its content.</param>
/// <param name="ETag">The MD5 of its content in hex.</param>
/// <param name="Checksum">Its checksum; null where it has none.</param>
/// <param name="LastModified">When it came.</param>
public sealed record StoredPart(
    int Number, ReadOnlyMemory<byte> Body, string ETag, StoredChecksum? Checksum, DateTimeOffset LastModified);

using Doppel.S3.Checksums;

namespace Doppel.S3;

/// <summary>A part of an upload that the server has.</summary>
/// <param name="Number">1 to 10,000.</param>
/// <param name="ETag">With quotes.</param>
/// <param name="Bytes">Its length.</param>
public readonly record struct S3Part(int Number, string ETag, long Bytes)
{
    /// <summary>Its checksum, where it was sent with one or the server lists one.</summary>
    public S3Checksum? Checksum { get; init; }
}

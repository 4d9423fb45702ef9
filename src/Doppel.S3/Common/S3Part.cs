namespace Doppel.S3;

/// <summary>An uploaded part of a multipart upload.</summary>
/// <param name="Number">The part number, from 1 to 10,000.</param>
/// <param name="ETag">The ETag, with quotes.</param>
/// <param name="Bytes">The size in bytes.</param>
public readonly record struct S3Part(int Number, string ETag, long Bytes)
{
    /// <summary>The maximum part number, and so the maximum number of parts.</summary>
    internal const int NumberMax = 10_000;

    /// <summary>The minimum size in bytes, except for the last part.</summary>
    internal const int BytesMin = 5 * 1024 * 1024;

    /// <summary>The checksum, if the part was sent with one or the server lists one.</summary>
    public S3Checksum? Checksum { get; init; }
}

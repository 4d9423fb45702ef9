namespace Doppel.S3.Server;

/// <summary>What real servers do otherwise than Amazon documents it. All off by default.</summary>
public sealed record S3Quirks
{
    /// <summary>DELETE deletes whatever <c>If-Match</c> or a key's ETag says.</summary>
    public bool IgnoresConditionalDelete { get; init; }

    /// <summary>DeleteObjects takes an ETag beside a key for malformed XML.</summary>
    public bool RefusesETagsInDelete { get; init; }

    /// <summary>PUT replaces whatever <c>If-Match</c> and <c>If-None-Match</c> say.</summary>
    public bool IgnoresConditionalPut { get; init; }

    /// <summary>PUT with a condition is 501.</summary>
    public bool RefusesConditionalPut { get; init; }

    /// <summary>GET with a range answers 200 with everything.</summary>
    public bool IgnoresRange { get; init; }

    /// <summary>GET of attributes answers with the object itself.</summary>
    public bool IgnoresAttributes { get; init; }

    /// <summary>GET of one part answers with the whole object.</summary>
    public bool IgnoresPartNumber { get; init; }

    /// <summary>Lists are never encoded, and do not say so.</summary>
    public bool IgnoresEncodingType { get; init; }

    /// <summary>Encoded lists leave <c>'()*!</c> as they are.</summary>
    public bool HalfEncodesLists { get; init; }

    /// <summary>Every page but the last names the token of the page itself: a list without end.</summary>
    public bool RepeatsTokens { get; init; }

    /// <summary>A page says that there are more, and gives no token.</summary>
    public bool OmitsTokens { get; init; }

    /// <summary>Checksums are neither looked at nor kept.</summary>
    public bool IgnoresChecksums { get; init; }

    /// <summary>Bodies in the chunks of S3 are 501.</summary>
    public bool RefusesChunkedBodies { get; init; }

    /// <summary>Bodies in chunks are stored with <c>aws-chunked</c> in their Content-Encoding.</summary>
    public bool KeepsAwsChunked { get; init; }

    /// <summary>An upload that was completed is forgotten: completing it again is 404.</summary>
    public bool ForgetsCompletedUploads { get; init; }

    /// <summary>ETags of objects in parts are 32 digits that mean nothing.</summary>
    public bool HasOpaqueETags { get; init; }

    /// <summary>ETags in headers are weak, as some proxies make them.</summary>
    public bool HasWeakETags { get; init; }
}

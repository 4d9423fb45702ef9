namespace Doppel.S3;

/// <summary>Conditions of a request (RFC 9110, section 13); all of those given have to hold.</summary>
public readonly record struct S3Conditions
{
    /// <summary>
    /// Only if the object has this ETag, with quotes as answers have it, or <c>*</c>: if there is one.
    /// </summary>
    public string? IfMatch { get; init; }

    /// <summary>
    /// Only if the object has another ETag; <c>*</c>: only if there is none, which makes a put a create.
    /// </summary>
    public string? IfNoneMatch { get; init; }

    /// <summary>Only if it was changed after; for reading. Parts of a second do not count.</summary>
    public DateTimeOffset? IfModifiedSince { get; init; }

    /// <summary>Only if it was not changed after; for reading. Parts of a second do not count.</summary>
    public DateTimeOffset? IfUnmodifiedSince { get; init; }

    /// <summary>A put that never replaces anything.</summary>
    public static S3Conditions Create { get; } = new() { IfNoneMatch = "*" };

    internal bool AreNone => this == default;
}

namespace Doppel.S3;

/// <summary>Conditions of a request (RFC 9110, section 13). All conditions that are set must hold.</summary>
public readonly record struct S3Conditions
{
    /// <summary>
    /// The ETag that the object must have, with quotes as in responses. <c>*</c> requires that the object exists.
    /// </summary>
    public string? IfMatch { get; init; }

    /// <summary>
    /// The ETag that the object must not have. <c>*</c> requires that no object exists, so a put never overwrites.
    /// </summary>
    public string? IfNoneMatch { get; init; }

    /// <summary>
    /// Requires that the object was modified after this time. For reads only. Fractions of a second are ignored.
    /// </summary>
    public DateTimeOffset? IfModifiedSince { get; init; }

    /// <summary>
    /// Requires that the object was not modified after this time. For reads only. Fractions of a second are ignored.
    /// </summary>
    public DateTimeOffset? IfUnmodifiedSince { get; init; }

    /// <summary>The condition for a put that never replaces an existing object.</summary>
    public static S3Conditions Create { get; } = new() { IfNoneMatch = "*" };

    internal bool AreNone => this == default;
}

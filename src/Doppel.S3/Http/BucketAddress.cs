namespace Doppel.S3;

/// <summary>The address for requests to one bucket, or to the service as a whole. Immutable.</summary>
/// <param name="Region">The region that requests are signed for.</param>
/// <param name="Origin">The scheme, host and port, without a trailing slash.</param>
/// <param name="Host">The value of the <c>Host</c> header.</param>
/// <param name="PathPrefix">The path before each key: <c>/bucket/</c> or <c>/</c>.</param>
internal sealed record BucketAddress(string Region, string Origin, string Host, string PathPrefix);

namespace Doppel.S3.Http;

/// <summary>Where requests to one bucket go, or those to the service as a whole. Immutable.</summary>
/// <param name="Region">What they are signed for.</param>
/// <param name="Origin">Scheme, host and port, without a slash at its end.</param>
/// <param name="Host">The header <c>Host</c>.</param>
/// <param name="PathPrefix">What stands before each key: <c>/bucket/</c> or <c>/</c>.</param>
internal sealed record BucketAddress(string Region, string Origin, string Host, string PathPrefix);

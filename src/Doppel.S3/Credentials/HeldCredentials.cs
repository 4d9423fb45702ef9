namespace Doppel.S3;

/// <summary>The cached credentials, and the time until which they need no refresh.</summary>
internal sealed class HeldCredentials(S3Credentials credentials, DateTimeOffset loadedAt, DateTimeOffset quietUntil)
{
    internal S3Credentials Credentials { get; } = credentials;

    internal DateTimeOffset LoadedAt { get; } = loadedAt;

    internal DateTimeOffset QuietUntil { get; } = quietUntil;

    /// <summary>When the credentials expire; the maximum value if they do not.</summary>
    internal DateTimeOffset End => Credentials.Expiration ?? DateTimeOffset.MaxValue;
}

namespace Doppel.S3.Credentials;

/// <summary>Credentials that are handed out, and until when nothing is to be done about them.</summary>
internal sealed class HeldCredentials(S3Credentials credentials, DateTimeOffset loadedAt, DateTimeOffset quietUntil)
{
    internal S3Credentials Credentials { get; } = credentials;

    internal DateTimeOffset LoadedAt { get; } = loadedAt;

    internal DateTimeOffset QuietUntil { get; } = quietUntil;

    /// <summary>When they end; the end of time for lasting ones.</summary>
    internal DateTimeOffset End => Credentials.Expiration ?? DateTimeOffset.MaxValue;
}

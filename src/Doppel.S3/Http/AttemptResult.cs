namespace Doppel.S3.Http;

/// <summary>How one attempt ended: with an answer, or with a failure and what is known about trying again.</summary>
internal readonly record struct AttemptResult
{
    /// <summary>An answer that the caller takes.</summary>
    internal HttpResponseMessage? Answer { get; init; }

    /// <summary>Why there is none.</summary>
    internal S3Exception? Failure { get; init; }

    /// <summary>Where the server says that the bucket is.</summary>
    internal BucketAddress? Elsewhere { get; init; }

    /// <summary>Whether the clock was put right and the request may pass now.</summary>
    internal bool IsClockCorrected { get; init; }

    /// <summary>How long the server asks to wait.</summary>
    internal TimeSpan RetryAfter { get; init; }
}

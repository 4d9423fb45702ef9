namespace Doppel.S3;

/// <summary>
/// The result of one attempt: a response, or a failure and what is known about retrying.
/// </summary>
internal readonly record struct AttemptResult
{
    /// <summary>The response, if the caller accepts it.</summary>
    internal HttpResponseMessage? Answer { get; init; }

    /// <summary>The failure, if there is no response.</summary>
    internal S3Exception? Failure { get; init; }

    /// <summary>The address where the server says the bucket is located, if it is elsewhere.</summary>
    internal BucketAddress? Elsewhere { get; init; }

    /// <summary>Whether the clock was corrected, so that a retry may succeed.</summary>
    internal bool IsClockCorrected { get; init; }

    /// <summary>How long the server asks the client to wait.</summary>
    internal TimeSpan RetryAfter { get; init; }
}

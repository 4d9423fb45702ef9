namespace Doppel.Pooling;

/// <summary>
/// More was written to a <see cref="PooledStream"/> than its bound allows. Nothing of that write is in it.
/// </summary>
public sealed class PooledStreamFullException : IOException
{
    /// <summary>Makes one without figures.</summary>
    public PooledStreamFullException()
        : this("The stream is full.")
    {
    }

    /// <summary>Makes one without figures.</summary>
    /// <param name="message">What happened.</param>
    public PooledStreamFullException(string message)
        : base(message)
    {
    }

    /// <summary>Makes one without figures.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Why.</param>
    public PooledStreamFullException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    internal PooledStreamFullException(long wantedBytes, long maximumBytes)
        : base($"The stream would have {wantedBytes} bytes and may have {maximumBytes}"
            + $" ({nameof(PooledStreamOptions)}.{nameof(PooledStreamOptions.MaximumBytes)}).")
    {
        WantedBytes = wantedBytes;
        MaximumBytes = maximumBytes;
    }

    /// <summary>The length that was asked for.</summary>
    public long WantedBytes { get; }

    /// <summary>The length that is allowed.</summary>
    public long MaximumBytes { get; }
}

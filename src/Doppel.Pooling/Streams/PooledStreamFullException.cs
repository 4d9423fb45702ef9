namespace Doppel.Pooling;

/// <summary>
/// The exception thrown when a write would exceed the maximum length of a <see cref="PooledStream"/>. Nothing of that
/// write is stored.
/// </summary>
public sealed class PooledStreamFullException : IOException
{
    /// <summary>Initializes a new instance without lengths.</summary>
    public PooledStreamFullException()
        : this("The stream is full.")
    {
    }

    /// <summary>Initializes a new instance without lengths.</summary>
    /// <param name="message">The message that describes the error.</param>
    public PooledStreamFullException(string message)
        : base(message)
    {
    }

    /// <summary>Initializes a new instance without lengths.</summary>
    /// <param name="message">The message that describes the error.</param>
    /// <param name="innerException">The cause of the error.</param>
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

    /// <summary>The requested length in bytes.</summary>
    public long WantedBytes { get; }

    /// <summary>The maximum length in bytes.</summary>
    public long MaximumBytes { get; }
}

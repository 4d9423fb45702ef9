namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>Counts for pools that keep no count. Thread-safe.</summary>
internal sealed class RentCounter
{
    private long _rented;
    private long _returned;

    /// <summary>The counts so far.</summary>
    public RentTally Tally => new(Interlocked.Read(ref _rented), Interlocked.Read(ref _returned), HeldBytes: null);

    /// <summary>A buffer was rented.</summary>
    public void Rented() => Interlocked.Increment(ref _rented);

    /// <summary>A buffer came back.</summary>
    public void Returned() => Interlocked.Increment(ref _returned);
}

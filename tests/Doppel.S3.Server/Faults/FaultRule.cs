namespace Doppel.S3.Server;

/// <summary>When a fault happens, and how often it has. Safe to ask from any thread.</summary>
public sealed class FaultRule
{
    private readonly Func<RawRequest, bool> _when;
    private readonly int _after;
    private readonly int _timesMax;
    private readonly TaskCompletionSource _first = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _matches;
    private int _hits;
    private volatile bool _hasEnded;

    internal FaultRule(Func<RawRequest, bool> when, Fault fault, int timesMax, int after)
    {
        _when = when;
        Fault = fault;
        _timesMax = timesMax;
        _after = after;
    }

    /// <summary>What happens.</summary>
    public Fault Fault { get; }

    /// <summary>How often it happened.</summary>
    public int Hits => Volatile.Read(ref _hits);

    /// <summary>Ends when it has happened, or begun to happen, for the first time.</summary>
    public Task FirstHit => _first.Task;

    /// <summary>Lets it happen no more.</summary>
    public void Stop() => _hasEnded = true;

    /// <summary>Whether it happens to this request; counts it if so. One thread at a time.</summary>
    internal bool Takes(RawRequest request)
    {
        if (_hasEnded || _hits >= _timesMax || !_when(request) || ++_matches <= _after)
        {
            return false;
        }

        Volatile.Write(ref _hits, _hits + 1);
        _first.TrySetResult();
        return true;
    }
}

namespace Doppel.Benchmarks.S3Memory.Load;

/// <summary>What clients saw. Thread-safe while they count.</summary>
internal sealed class LoadOutcome
{
    private readonly Lock _lock = new();
    private readonly SortedDictionary<string, int> _failures = new(StringComparer.Ordinal);
    private int _uploads;
    private int _downloads;

    /// <summary>Uploads that were confirmed.</summary>
    public int Uploads => _uploads;

    /// <summary>Downloads that came whole, compared by digest.</summary>
    public int Downloads => _downloads;

    /// <summary>From the first request to the last answer.</summary>
    public TimeSpan Time { get; set; }

    /// <summary>How the others ended, with their numbers.</summary>
    public string Failures
    {
        get
        {
            lock (_lock)
            {
                return string.Join(", ", _failures.Select(failure => $"{failure.Value} × {failure.Key}"));
            }
        }
    }

    /// <summary>An upload was confirmed.</summary>
    public void CountUpload() => Interlocked.Increment(ref _uploads);

    /// <summary>A download came whole.</summary>
    public void CountDownload() => Interlocked.Increment(ref _downloads);

    /// <summary>A request failed.</summary>
    public void CountFailure(string how)
    {
        lock (_lock)
        {
            _failures[how] = _failures.GetValueOrDefault(how) + 1;
        }
    }
}

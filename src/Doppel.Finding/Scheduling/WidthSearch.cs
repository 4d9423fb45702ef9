namespace Doppel.Finding;

/// <summary>Finds the number of threads that keeps a device busy, adding threads as long as throughput grows.</summary>
/// <remarks>
/// <para>
/// Work is timed in windows. While work arrives as fast as from memory, there is nothing to search for, and as many
/// threads work as there are cores. Once threads wait for the device, their number doubles from window to window as
/// long as throughput grows with it. Where it does not, half of the last step is tried, and the best width is kept.
/// From time to time a larger width is tried again, since the next files may be stored elsewhere.
/// </para>
/// <para>
/// If an earlier measurement found a best width for the device, that width is used as soon as the first threads wait,
/// and larger ones are tried only after a while.
/// </para>
/// <para>Not thread-safe.</para>
/// </remarks>
internal sealed class WidthSearch
{
    // A smaller gain is within the variation between neighbouring files.
    private const double Gain = 1.15;

    // Throughput changes this much only when the files, or the way they are used, have changed.
    private const double Change = 1.5;

    private const int WindowsUntilRetry = 32;
    private const int TurnsOfThread = 2;

    // A shorter window would be no longer than it takes a thread to start.
    private static readonly TimeSpan s_windowMin = TimeSpan.FromMilliseconds(1);

    private readonly int _first;
    private readonly int _max;
    private readonly int _tuned;
    private readonly TimeProvider _time;
    private bool _isTuned;
    private long _windowStart;
    private int _turns;
    private int _turnsToSkip;
    private TurnCost _cost;
    private int _best;
    private double _bestRate;
    private bool _isHalfStep;
    private int _windowsSettled;

    /// <summary>Initializes a search from a starting width up to a maximum.</summary>
    /// <param name="first">The starting width, also used for work served from memory.</param>
    /// <param name="max">The maximum width.</param>
    /// <param name="time">The clock for measurements.</param>
    /// <param name="tuned">The width to use as soon as work waits, or 0 to use <paramref name="first"/>.</param>
    internal WidthSearch(int first, int max, TimeProvider time, int tuned = 0)
    {
        _first = first;
        _tuned = tuned;
        _max = max;
        _time = time;
        _windowStart = time.GetTimestamp();
        Width = _best = first;
    }

    /// <summary>Gets the number of threads that should work now.</summary>
    internal int Width { get; private set; }

    /// <summary>Records one turn of a thread.</summary>
    internal void Add(TurnCost cost)
    {
        if (_turnsToSkip > 0)
        {
            // Threads that were added must start first.
            if (--_turnsToSkip == 0)
            {
                StartWindow();
            }

            return;
        }

        _turns++;
        _cost += cost;
        TimeSpan elapsed = _time.GetElapsedTime(_windowStart);
        if (_turns >= TurnsOfThread * Width && elapsed >= s_windowMin)
        {
            if (!_cost.HasWaited)
            {
                Width = _best = _first;
                _bestRate = 0;
                _windowsSettled = 0;
                _isTuned = false;
            }
            else
            {
                int before = Width;
                Judge(_cost.Work / elapsed.TotalSeconds);
                _turnsToSkip = Math.Max(0, Width - before);
            }

            StartWindow();
        }
    }

    /// <summary>Starts a different kind of work. The width stays for now, but all measurements are discarded.</summary>
    internal void Begin()
    {
        Width = _best;
        _bestRate = 0;
        _windowsSettled = _isTuned ? WindowsUntilRetry : 0;
        _turnsToSkip = Width;
        StartWindow();
    }

    private void StartWindow()
    {
        _windowStart = _time.GetTimestamp();
        _turns = 0;
        _cost = default;
    }

    private void Judge(double rate)
    {
        if (_tuned > 0 && !_isTuned)
        {
            _isTuned = true;
            Width = _best = _tuned;
            _bestRate = 0;
            _windowsSettled = WindowsUntilRetry;
        }
        else if (Width == _best)
        {
            // With no rate to compare against, the search counts as settled only if there was an earlier measurement.
            bool isSteady = _bestRate == 0 || (rate < _bestRate * Change && rate > _bestRate / Change);
            _bestRate = rate;
            if (isSteady && _windowsSettled > 0 && --_windowsSettled > 0)
            {
                return;
            }

            _isHalfStep = false;
            Width = Math.Min(_max, Width * 2);
        }
        else if (rate > _bestRate * Gain)
        {
            _best = Width;
            _bestRate = rate;
            Width = _isHalfStep ? Width : Math.Min(_max, Width * 2);
            _windowsSettled = Width == _best ? WindowsUntilRetry : 0;
        }
        else if (!_isHalfStep && Width > _best + 1)
        {
            _isHalfStep = true;
            Width = _best + ((Width - _best) / 2);
        }
        else
        {
            Width = _best;
            _windowsSettled = WindowsUntilRetry;
        }
    }
}

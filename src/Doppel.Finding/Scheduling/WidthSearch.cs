namespace Doppel.Finding;

/// <summary>Finds how many threads a device keeps busy: more of them as long as that gets more done.</summary>
/// <remarks>
/// <para>
/// Work is timed in windows. While it comes as fast as from memory there is nothing to search, and as many threads work
/// as there are cores. Once threads wait for the device, their number is doubled from window to window as long as
/// throughput grows with it; where it did not, half of the last step is tried, and what was best stays. From time to
/// time more is tried again, since the next files may lie elsewhere.
/// </para>
/// <para>
/// Where it was measured before how many serve a device best, so many follow on the first threads that wait, and more
/// are tried only after a while.
/// </para>
/// <para>Not thread-safe.</para>
/// </remarks>
internal sealed class WidthSearch
{
    // Less than this gain is within what neighbouring files differ by.
    private const double Gain = 1.15;

    // By so much throughput only changes when other files, or another way of using them, have come up.
    private const double Change = 1.5;

    private const int WindowsUntilRetry = 32;
    private const int TurnsOfThread = 2;

    // Shorter windows would be as long as a thread takes to start.
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

    /// <summary>Starts with one width and goes up to another.</summary>
    /// <param name="first">The width of what comes from memory, and to begin with.</param>
    /// <param name="max">The greatest width.</param>
    /// <param name="time">Measures.</param>
    /// <param name="tuned">The width to begin with once something waits; 0: the first one.</param>
    internal WidthSearch(int first, int max, TimeProvider time, int tuned = 0)
    {
        _first = first;
        _tuned = tuned;
        _max = max;
        _time = time;
        _windowStart = time.GetTimestamp();
        Width = _best = first;
    }

    /// <summary>How many threads should work now.</summary>
    internal int Width { get; private set; }

    /// <summary>Takes in one turn of a thread.</summary>
    internal void Add(TurnCost cost)
    {
        if (_turnsToSkip > 0)
        {
            // Threads that were added have to start first.
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

    /// <summary>Other work begins: the width stays for now, but nothing that was measured for it counts.</summary>
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
            // Without a rate to compare with it is settled only where it was measured before.
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

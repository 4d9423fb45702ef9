using System.Diagnostics;

namespace Doppel.Lab;

/// <summary>Takes a sample of all counters once a second, and at a run's begin and end.</summary>
/// <remarks>A sample of which a counter could not be read is left out; the run goes on.</remarks>
internal sealed class Sampler : IDisposable
{
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(1);

    private readonly CounterReader _counters;
    private readonly Action<CounterSample> _taken;
    private readonly ManualResetEventSlim _stop = new();
    private readonly double[] _first = new double[CounterFacts.Count];
    private readonly long _began;
    private readonly Thread _thread;
    private bool _hasFirst;

    /// <summary>Takes the first sample and begins.</summary>
    /// <param name="counters">Read by this alone until it is disposed.</param>
    /// <param name="taken">Gets each sample; all but the first and the last on another thread.</param>
    internal Sampler(CounterReader counters, Action<CounterSample> taken)
    {
        _counters = counters;
        _taken = taken;
        _hasFirst = counters.TryRead(_first);
        LeftOut = _hasFirst ? 0 : 1;
        if (_hasFirst)
        {
            TellFirst();
        }

        _began = Stopwatch.GetTimestamp();
        _thread = new Thread(Run) { IsBackground = true, Name = "lab counters" };
        _thread.Start();
    }

    /// <summary>Samples of which a counter could not be read.</summary>
    internal int LeftOut { get; private set; }

    /// <summary>Takes the last sample and ends.</summary>
    public void Dispose()
    {
        _stop.Set();
        _thread.Join();
        Take();
        _stop.Dispose();
    }

    private void TellFirst()
    {
        double[] values = new double[CounterFacts.Count];
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = CounterFacts.IsOfMoment((Counter)i) ? _first[i] : _first[i] - _first[i];
        }

        _taken(new CounterSample(0, values));
    }

    private void Run()
    {
        while (!_stop.Wait(s_interval))
        {
            Take();
        }
    }

    private void Take()
    {
        double seconds = Stopwatch.GetElapsedTime(_began).TotalSeconds;
        double[] values = new double[CounterFacts.Count];
        if (!_counters.TryRead(values))
        {
            LeftOut++;
            return;
        }

        if (!_hasFirst)
        {
            values.CopyTo(_first, 0);
            _hasFirst = true;
        }

        for (int i = 0; i < values.Length; i++)
        {
            values[i] -= CounterFacts.IsOfMoment((Counter)i) ? 0 : _first[i];
        }

        _taken(new CounterSample(seconds, values));
    }
}

using System.Diagnostics;

namespace Doppel.Lab;

/// <summary>Samples all counters once a second, and at the start and end of a run.</summary>
/// <remarks>If a counter cannot be read, the sample is skipped and the run continues.</remarks>
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

    /// <summary>Takes the first sample and starts sampling.</summary>
    /// <param name="counters">The counters. Nothing else may read them until the sampler is disposed.</param>
    /// <param name="taken">Receives each sample. All but the first and the last arrive on another thread.</param>
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

    /// <summary>Gets the number of samples that were skipped because a counter could not be read.</summary>
    internal int LeftOut { get; private set; }

    /// <summary>Takes the last sample and stops sampling.</summary>
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

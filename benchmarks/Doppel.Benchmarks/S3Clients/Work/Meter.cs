using System.Diagnostics;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>Measures a round step by step; allocates nothing between its begin and its end.</summary>
internal sealed class Meter(int steps)
{
    private readonly StepFigures[] _steps = new StepFigures[steps];
    private int _next;
    private long _time;
    private long _bytes;
    private int _requests;
    private TimeSpan _processor;
    private CollectorCounts _collector;
    private TimeSpan _processorUsed;
    private CollectorCounts _collected;

    /// <summary>What counts requests; null in rounds that are measured, since counting costs.</summary>
    public RequestCounter? Counter { get; set; }

    /// <summary>The first step begins.</summary>
    public void Begin()
    {
        _next = 0;
        _processor = Environment.CpuUsage.TotalTime;
        _collector = CollectorCounts.Now();
        BeginStep();
    }

    /// <summary>A step has ended, and the next begins.</summary>
    public void Mark()
    {
        TimeSpan time = Stopwatch.GetElapsedTime(_time);
        long bytes = GC.GetTotalAllocatedBytes(precise: true) - _bytes;
        _steps[_next++] = new StepFigures(time.TotalNanoseconds, bytes, (Counter?.Requests ?? 0) - _requests);
        if (_next == _steps.Length)
        {
            _processorUsed = Environment.CpuUsage.TotalTime - _processor;
            _collected = CollectorCounts.Now() - _collector;
        }

        BeginStep();
    }

    /// <summary>What the round took.</summary>
    /// <param name="dataBytes">Memory that the test itself holds.</param>
    public RoundFigures End(long dataBytes)
    {
        VerifyException.UnlessEqual(_steps.Length, _next, "a round");
        return new RoundFigures
        {
            Steps = [.. _steps],
            Gen0 = _collected.Gen0,
            Gen1 = _collected.Gen1,
            Gen2 = _collected.Gen2,
            PauseNs = _collected.PauseNs,
            ProcessorNs = _processorUsed.TotalNanoseconds,
            PeakBytes = Process.GetCurrentProcess().PeakWorkingSet64 - dataBytes,
        };
    }

    private void BeginStep()
    {
        BenchEvents.Log.Step(_next);
        _requests = Counter?.Requests ?? 0;
        _bytes = GC.GetTotalAllocatedBytes(precise: true);
        _time = Stopwatch.GetTimestamp();
    }
}

using System.Diagnostics;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>Measures the stages of a search, and tells whoever watches which one it is.</summary>
internal sealed class StageClock(FindProgress progress)
{
    private readonly long _started = Stopwatch.GetTimestamp();
    private readonly List<ReportStage> _stages = [];
    private long _entered;
    private FindStage _current = FindStage.Done;

    internal double Seconds => Stopwatch.GetElapsedTime(_started).TotalSeconds;

    internal IReadOnlyList<ReportStage> Stages => _stages;

    internal void Enter(FindStage stage, long files, long bytes)
    {
        long now = Stopwatch.GetTimestamp();
        if (_current != FindStage.Done)
        {
            string name = _current switch
            {
                FindStage.Scan => "scan",
                FindStage.Group => "group",
                FindStage.Small => "small",
                FindStage.Ends => "ends",
                FindStage.Content => "content",
                _ => "confirm",
            };
            _stages.Add(new ReportStage(name, Stopwatch.GetElapsedTime(_entered, now).TotalSeconds));
        }

        _entered = now;
        _current = stage;
        progress.Enter(stage, files, bytes);
    }
}

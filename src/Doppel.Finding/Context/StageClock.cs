using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>Times the stages of a search and publishes the current one as progress.</summary>
internal sealed class StageClock(FindProgress progress, TimeProvider time)
{
    private readonly long _started = time.GetTimestamp();
    private readonly List<ReportStage> _stages = [];
    private long _entered;
    private FindStage _current = FindStage.Done;

    internal double Seconds => time.GetElapsedTime(_started).TotalSeconds;

    internal IReadOnlyList<ReportStage> Stages => _stages;

    internal void Enter(FindStage stage, long files, long bytes)
    {
        long now = time.GetTimestamp();
        if (_current != FindStage.Done)
        {
            string name = _current switch
            {
                FindStage.Scan => "scan",
                FindStage.Group => "group",
                FindStage.Small => "small",
                FindStage.Ends => "ends",
                FindStage.Content => "content",
                FindStage.Media => "media",
                FindStage.Links => "links",
                FindStage.Blocks => "blocks",
                FindStage.Ask => "ask",
                _ => "confirm",
            };
            double seconds = time.GetElapsedTime(_entered, now).TotalSeconds;
            int again = _stages.FindIndex(stage => stage.Name == name);
            if (again < 0)
            {
                _stages.Add(new ReportStage(name, seconds));
            }
            else
            {
                _stages[again] = new ReportStage(name, _stages[again].Seconds + seconds);
            }
        }

        _entered = now;
        _current = stage;
        progress.Enter(stage, files, bytes);
    }
}

using System.Globalization;
using Doppel.Finding;

namespace Doppel.Cli;

/// <summary>Formats the counters of a running search.</summary>
/// <param name="progress">The counters.</param>
/// <param name="clock">The clock that measures the duration of stages.</param>
/// <param name="stages">The stages of this run, in order; null for those of a search.</param>
internal sealed class ProgressText(
    FindProgress progress, TimeProvider clock, IReadOnlyList<FindStage>? stages = null)
{
    private static readonly string[] s_stages =
    [
        "Listing folders", "Grouping by size", "Reading small files", "Reading ends", "Comparing contents",
        "Reading media headers", "Checking again", "Resolving links", "Reading extents",
        "Asking the server",
    ];

    private static readonly FindStage[] s_search =
    [
        FindStage.Scan, FindStage.Group, FindStage.Small, FindStage.Ends, FindStage.Content, FindStage.Confirm,
    ];

    private readonly IReadOnlyList<FindStage> _stages = stages ?? s_search;

    // A scan for a fleet comes back to its stages.
    private bool AsksInRounds => _stages.Contains(FindStage.Ask);

    private FindStage _stage = (FindStage)(-1);
    private long _stageBegan;

    /// <summary>
    /// Returns the current text, such as <c>5/6 Comparing contents  12/345 files  1.0 MiB/2.0 GiB  88.0 MiB/s  0:23
    /// left</c>.
    /// </summary>
    internal string Now()
    {
        FindStage stage = progress.Stage;
        if (stage != _stage)
        {
            _stage = stage;
            _stageBegan = clock.GetTimestamp();
        }

        return stage >= FindStage.Done ? "" : Describe(stage, clock.GetElapsedTime(_stageBegan));
    }

    private string Describe(FindStage stage, TimeSpan elapsed)
    {
        string number = stage == FindStage.Ask || AsksInRounds
            ? ""
            : string.Create(CultureInfo.InvariantCulture, $"{NumberOf(stage)}/{_stages.Count} ");
        string head = number + s_stages[(int)stage];
        if (stage <= FindStage.Group)
        {
            return head + string.Create(CultureInfo.InvariantCulture, $"  {progress.FilesSeen:N0} files")
                + (stage == FindStage.Scan ? Rate(progress.FilesSeen, elapsed, "N0", " files/s") : "");
        }

        var work = new WorkDone(
            progress.FilesDone, progress.FilesTotal, NounOf(stage), progress.BytesDone, progress.BytesTotal)
        {
            HasEstimate = stage != FindStage.Confirm,
        };
        return head + WorkText.Of(work, elapsed);
    }

    private int NumberOf(FindStage stage)
    {
        int number = 1;
        while (number < _stages.Count && _stages[number - 1] != stage)
        {
            number++;
        }

        return number;
    }

    private string NounOf(FindStage stage) => stage switch
    {
        FindStage.Links => "links",
        FindStage.Ask when !AsksInRounds => "objects",
        _ => "files",
    };

    private static string Rate(long done, TimeSpan elapsed, string format, string unit) => elapsed.TotalSeconds < 0.1
        ? ""
        : "  " + (done / elapsed.TotalSeconds).ToString(format, CultureInfo.InvariantCulture) + unit;
}

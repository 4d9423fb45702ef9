using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>
/// A part of the runs in the journals, newest first. The problem is why they cannot be read, or empty.
/// </summary>
internal sealed record HistoryView(
    int Total, bool IsOtherActing, string Problem, IReadOnlyList<PastRunView> Runs);

/// <summary>
/// A run of the journals. An undo has no action, and neither has a run whose journal cannot be read for the reason
/// that is the problem. Times are seconds since 1970.
/// </summary>
internal sealed record PastRunView(
    string Id, RunStanding State, PageAction? Action, string? Undoes, long Started, long Done, long? SpaceBytes,
    IReadOnlyList<string> Places, string Command, bool CanUndo, bool CanResume, string Problem)
{
    internal static PastRunView Of(ListedRun run) => new(
        run.Id, run.State, Words.Of(run.Head?.Action), run.Head?.Undoes, run.Head?.Started.ToUnixTimeSeconds() ?? 0,
        run.Totals.Done, run.Totals.SpaceBytes, [.. PlacesOf(run.Head).Select(ShownText.Of)],
        run.Head is { } head ? ListedRun.CommandOf(head) : "",
        run.CanBeUndone && run.Head?.Action != ActionKind.Reflink, run.CanBeResumed, Quote.Sentence(run.Problem));

    // The limits of an undo, otherwise the roots.
    private static IReadOnlyList<ReportName> PlacesOf(JournalRun? head) => head switch
    {
        null => [],
        { Only.Count: > 0 } => head.Only,
        _ => head.Roots,
    };
}

/// <summary>What an undo would restore, and where. The problem is why it cannot be said, or empty.</summary>
internal sealed record UndoView(
    long Names, long LostNames, long BytesNeeded, string Problem, IReadOnlyList<UndoPlaceView> Places)
{
    internal static UndoView Of(UndoSurvey survey) => new(
        survey.Names, survey.LostNames, survey.BytesNeeded, "",
        [.. survey.Places.Select(static place => new UndoPlaceView(ShownText.Of(place.Path), place.Names))]);
}

/// <summary>A folder or file where names come back, and how many.</summary>
internal sealed record UndoPlaceView(string Path, long Names);

using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>What is planned for a group of folders.</summary>
/// <param name="Going">The folders that go.</param>
/// <param name="Marks">What is planned for folders that do not simply stay, and why if they are left alone.</param>
/// <param name="Reason">The rules that decided, or an empty text.</param>
internal sealed record FolderPlan(
    IReadOnlyList<PlanFolder> Going, IReadOnlyDictionary<ReportName, (CopyMark Mark, string Why)> Marks, string Reason)
{
    /// <summary>Gets the files that go although their folders stay. Default: none.</summary>
    internal IReadOnlyList<PlanGroup> Files { get; init; } = [];

    /// <summary>Returns what is planned for a folder.</summary>
    internal (CopyMark Mark, string Why) MarkOf(ReportName folder) =>
        Marks.TryGetValue(folder, out (CopyMark, string) mark) ? mark : (CopyMark.Stays, "");

    /// <summary>Returns the plan of a group of equal folders.</summary>
    internal static FolderPlan Of(PlanOutcome outcome)
    {
        var marks = outcome.Verdicts.Where(static verdict => verdict.MustStay)
            .ToDictionary(static verdict => verdict.Copy.Names[0], static _ => (CopyMark.MustStay, ""));
        return Of(outcome, marks);
    }

    /// <summary>Returns the plan of a folder and the one that contains it.</summary>
    /// <param name="folder">The folder that is contained in the other one.</param>
    /// <param name="outcome">What is planned. Without a problem, nothing goes only because of a rule.</param>
    internal static FolderPlan OfContained(ReportName folder, PlanOutcome outcome) => Of(
        outcome,
        outcome.Verdicts.Any(static verdict => !verdict.Stays)
            ? outcome.Verdicts.Where(static verdict => verdict.MustStay)
                .ToDictionary(static verdict => verdict.Copy.Names[0], static _ => (CopyMark.MustStay, ""))
            : new Dictionary<ReportName, (CopyMark, string)>
            {
                [folder] = (CopyMark.MustStay, string.Join("; ", outcome.Refusals.Select(static one => one.Message))),
            });

    private static FolderPlan Of(PlanOutcome outcome, Dictionary<ReportName, (CopyMark, string)> marks)
    {
        foreach (PlanRefusal refusal in outcome.Refusals.Where(static refusal => refusal.IsProblem))
        {
            marks[refusal.Path] = (CopyMark.Skipped, refusal.Message);
        }

        foreach (PlanFolder folder in outcome.Folders)
        {
            marks[folder.Name] = (CopyMark.Goes, "");
        }

        foreach (CopyVerdict verdict in outcome.Verdicts.Where(one => !one.Stays && outcome.OfFolders.Count > 0))
        {
            // Its files go one by one, and whatever else is in it stays.
            long files = outcome.OfFolders.Sum(static group => group.Drop.Count);
            marks[verdict.Copy.Names[0]] = (CopyMark.Stays, $"{Count.Of(files, "file")} in it will be removed");
        }

        string reason = outcome.OfFolders.Count > 0 ? outcome.OfFolders[0].Reason : "";
        return new FolderPlan(outcome.Folders, marks, outcome.Folders.Count > 0 ? outcome.Folders[0].Reason : reason)
        {
            Files = outcome.OfFolders,
        };
    }
}

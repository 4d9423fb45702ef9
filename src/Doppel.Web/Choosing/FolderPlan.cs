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

    /// <summary>Returns the plan of a contained folder. Without a problem, it only stays because of a rule.</summary>
    internal static FolderPlan OfContained(ReportName folder, PlanOutcome outcome) => Of(
        outcome,
        new Dictionary<ReportName, (CopyMark, string)>
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

        return new FolderPlan(outcome.Folders, marks, outcome.Folders.Count > 0 ? outcome.Folders[0].Reason : "");
    }
}

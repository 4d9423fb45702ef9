using Doppel.Acting;

namespace Doppel.Web;

/// <summary>An action that can be chosen for a plan, and what it would do.</summary>
/// <param name="Action">The action.</param>
/// <param name="Groups">The groups of the plan that it can be applied to.</param>
/// <param name="Summary">Their totals.</param>
/// <param name="FreedBytes">The number of bytes that are freed, once the trash is emptied if they go there.</param>
/// <param name="HeldFiles">The number of files that free nothing, because something else uses their blocks.</param>
/// <param name="Warnings">What is weaker or impossible for some files, in sentences.</param>
/// <param name="WhyNot">Why the action is impossible for all files, in a sentence; null if it is possible.</param>
internal sealed record ActionOffer(
    ActionKind Action, IReadOnlyList<PlanGroup> Groups, PlanSummary Summary, long FreedBytes, long HeldFiles,
    IReadOnlyList<string> Warnings, string? WhyNot);

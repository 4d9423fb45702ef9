using Doppel.Acting;

namespace Doppel.Web;

/// <summary>A plan that the user can see and confirm. Only such a plan is carried out, exactly as it is.</summary>
/// <param name="Id">The secret by which it is confirmed.</param>
/// <param name="Groups">
/// What to do with each group, with the numbers of the groups; <see cref="OfNoGroup"/> for files of folders that
/// stay and for companions.
/// </param>
/// <param name="Folders">The folders that go.</param>
/// <param name="Rules">The rules that it was made by.</param>
/// <param name="Offers">What each action would do.</param>
internal sealed record Proposal(
    string Id, IReadOnlyList<(int Number, PlanGroup Plan)> Groups, IReadOnlyList<PlanFolder> Folders, KeepRules Rules,
    IReadOnlyList<ActionOffer> Offers)
{
    /// <summary>The number of groups that are no groups of the report.</summary>
    internal const int OfNoGroup = -1;
}

using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>
/// What was chosen in a review, by names, so that it can be used again after another search of the same folders.
/// </summary>
internal sealed record SavedReview
{
    /// <summary>Gets the preferences, the strongest first.</summary>
    internal required IReadOnlyList<KeepRule> Prefer { get; init; }

    /// <summary>Gets the folders whose files always stay.</summary>
    internal required IReadOnlyList<ReportName> Always { get; init; }

    /// <summary>Gets the folders whose files go if a copy elsewhere can stay.</summary>
    internal required IReadOnlyList<ReportName> Clear { get; init; }

    /// <summary>Gets the groups that were decided by hand.</summary>
    internal required IReadOnlyList<SavedGroup> Groups { get; init; }

    /// <summary>Gets whether nothing was chosen.</summary>
    internal bool IsEmpty => Prefer.Count + Always.Count + Clear.Count + Groups.Count == 0;

    /// <summary>Returns what was chosen so far.</summary>
    internal static SavedReview Of(ChoiceBook choices, GroupStore store) => new()
    {
        Prefer = choices.Rules.Prefer,
        Always = choices.Rules.Always,
        Clear = choices.Rules.Clear,
        Groups =
        [
            .. choices.ByHand.Select(one =>
            {
                ILookup<bool, ReportName> names = store.OnDisks(one.Group).ToLookup(
                    one.Stay.Contains, copy => store.Names.PathOf(store.NamesOf(copy).First));
                return new SavedGroup([.. names[true]], [.. names[false]]);
            }),
        ],
    };

    /// <summary>
    /// Returns the choices for groups as they are now: copies that were chosen to go go, and all others of their group
    /// stay. A group of which no chosen copy would stay is left to the rules.
    /// </summary>
    internal IReadOnlyList<(int Group, int[] Stay)> For(GroupStore store)
    {
        HashSet<ReportName> stays = [.. Groups.SelectMany(static group => group.Stay)];
        HashSet<ReportName> goes = [.. Groups.SelectMany(static group => group.Go)];
        List<(int Group, int[] Stay)> choices = [];
        for (int group = 0; group < store.Groups && stays.Count > 0; group++)
        {
            ILookup<bool, int> copies = store.OnDisks(group).ToLookup(copy => NamesOf(copy).Any(goes.Contains));
            if (copies[false].Any(copy => NamesOf(copy).Any(stays.Contains)))
            {
                choices.Add((group, [.. copies[false]]));
            }
        }

        return choices;

        IEnumerable<ReportName> NamesOf(int copy) => store.NamesOf(copy).All().Select(store.Names.PathOf);
    }
}

/// <summary>A group that was decided by hand: one name of each copy.</summary>
/// <param name="Stay">Those that stay.</param>
/// <param name="Go">Those that go.</param>
internal sealed record SavedGroup(IReadOnlyList<ReportName> Stay, IReadOnlyList<ReportName> Go);

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
    internal static SavedReview Of(
        ChoiceBook choices, GroupStore store, IReadOnlyList<FolderGroup> folders) => new()
        {
            Prefer = choices.Rules.Prefer,
            Always = choices.Rules.Always,
            Clear = choices.Rules.Clear,
            Groups =
        [
            .. choices.ByHand.Select(one =>
            {
                ILookup<bool, ReportName> names = one.Group < store.Groups
                    ? store.OnDisks(one.Group).ToLookup(
                        one.Stay.Contains, copy => store.Names.PathOf(store.NamesOf(copy).First))
                    : NamesOf(folders[one.Group - store.Groups], one.Stay);
                return new SavedGroup([.. names[true]], [.. names[false]]);
            }),
        ],
        };

    /// <summary>
    /// Returns the choices for groups as they are now: copies that were chosen to go go, and all others of their group
    /// stay. A group of which no chosen copy would stay is left to the rules.
    /// </summary>
    internal IReadOnlyList<(int Group, int[] Stay)> For(GroupStore store, IReadOnlyList<FolderGroup> folders)
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

        for (int index = 0; index < folders.Count && stays.Count > 0; index++)
        {
            ILookup<bool, int> places = Enumerable.Range(0, folders[index].Folders.Count).ToLookup(
                place => goes.Contains(folders[index].Folders[place].Name));
            if (places[false].Any(place => stays.Contains(folders[index].Folders[place].Name)))
            {
                choices.Add((store.Groups + index, [.. places[false]]));
            }
        }

        return choices;

        IEnumerable<ReportName> NamesOf(int copy) => store.NamesOf(copy).All().Select(store.Names.PathOf);
    }

    /// <summary>Returns what was chosen about names that are not among those that were found.</summary>
    internal IReadOnlyList<SavedGroup> Elsewhere(GroupStore store, IReadOnlyList<FolderGroup> folders)
    {
        HashSet<ReportName> sought = [.. Groups.SelectMany(static group => group.Stay.Concat(group.Go))];
        HashSet<ReportName> found =
        [
            .. folders.SelectMany(static group => group.Folders).Select(static folder => folder.Name)
                .Where(sought.Contains),
            .. Enumerable.Range(0, sought.Count > 0 ? store.Names.Count : 0).Select(store.Names.PathOf)
                .Where(sought.Contains),
        ];
        return
        [
            .. Groups.Select(group => new SavedGroup(Missing(group.Stay), Missing(group.Go)))
                .Where(static group => group.Stay.Count + group.Go.Count > 0),
        ];

        ReportName[] Missing(IReadOnlyList<ReportName> names) => [.. names.Where(name => !found.Contains(name))];
    }

    private static ILookup<bool, ReportName> NamesOf(FolderGroup group, IReadOnlyList<int> stay) =>
        group.Folders.Select(static (folder, place) => (folder.Name, place))
            .ToLookup(one => stay.Contains(one.place), static one => one.Name);
}

/// <summary>A group that was decided by hand: one name of each copy, or the folders.</summary>
/// <param name="Stay">Those that stay.</param>
/// <param name="Go">Those that go.</param>
internal sealed record SavedGroup(IReadOnlyList<ReportName> Stay, IReadOnlyList<ReportName> Go);

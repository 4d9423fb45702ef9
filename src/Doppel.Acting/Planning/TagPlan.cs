using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Plans which tags of media files that go are added to a file that stays, or to its sidecar.</summary>
/// <remarks>Not thread-safe. One instance for a group.</remarks>
/// <param name="name">The absolute name of the file that gets the tags.</param>
/// <param name="union">Begins with the tags that stay.</param>
/// <param name="unheld">What is the matter with tags that are not added, for a reason.</param>
/// <param name="tryAdd">
/// Returns why tags cannot be added, or null if they can. Receives a copy, its tags, and those of all copies so far.
/// </param>
internal sealed class TagPlan(
    ReportName name, TagUnion union, string unheld,
    Func<PlanCopy, IReadOnlyList<MediaTag>, IReadOnlyList<MediaTag>, string?> tryAdd)
{
    private const int NamesShown = 5;

    /// <summary>Gets the absolute name of the file that gets the tags.</summary>
    internal ReportName Name => name;

    /// <summary>Gets whether anything is added.</summary>
    internal bool IsNeeded { get; private set; }

    /// <summary>Adds the tags of a copy that goes.</summary>
    /// <param name="copy">The copy.</param>
    /// <param name="own">Its tags.</param>
    /// <param name="why">Why it has to stay. Empty on success.</param>
    /// <returns>The copy with the tags that are added and lost, or null if tags would be lost unseen.</returns>
    internal PlanCopy? Add(PlanCopy copy, MediaTags? own, out string why)
    {
        why = "";
        TagGain gain = union.Find(own?.All ?? []);
        if (gain.Missing.Count > 0)
        {
            string[] names = [.. gain.Missing.Select(static tag => tag.Name).Distinct()];
            why = $"it has tags that the keeper lacks and {unheld} ({Shown(names)})";
            return null;
        }

        if (gain.Added.Count > 0)
        {
            why = tryAdd(copy, gain.Added, union.AddedWith(gain)) ?? "";
            if (why.Length > 0)
            {
                return null;
            }

            union.Add(gain);
            IsNeeded = true;
        }

        HashSet<string> lost = [.. gain.Conflicts.Select(static tag => tag.Name)];
        return copy with
        {
            AddedTags = Grouped(gain.Added),
            LostTags = Grouped(gain.Conflicts),
            KeptTags = Grouped(union.All.Where(tag => lost.Contains(tag.Name)).Distinct()),
        };
    }

    /// <summary>Returns the names of tags, or the first ones if there are many.</summary>
    internal static string Shown(IReadOnlyList<string> names) =>
        string.Join(", ", names.Take(NamesShown)) + (names.Count > NamesShown ? " and others" : "");

    private static ReportTag[] Grouped(IEnumerable<MediaTag> tags) =>
    [
        .. tags.GroupBy(static tag => tag.Name).Select(
            static group => new ReportTag(group.Key, [.. group.Select(static tag => tag.Value)])),
    ];
}

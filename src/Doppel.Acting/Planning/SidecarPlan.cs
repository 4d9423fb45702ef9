using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Plans which tags of photos that go are added to the sidecar of the photo that stays.</summary>
/// <remarks>Not thread-safe. One instance for a group.</remarks>
internal sealed class SidecarPlan
{
    private const int NamesShown = 5;

    private readonly FoundSidecar _sidecar;
    private readonly MediaTags _kept;
    private readonly TagUnion _union;
    private byte[] _content;

    internal SidecarPlan(FoundSidecar sidecar, MediaTags kept)
    {
        (_sidecar, _kept, _content) = (sidecar, kept, sidecar.Content);
        _union = new TagUnion([.. kept.All, .. XmpSidecar.Read(sidecar.Content)], XmpSidecar.Holds);
    }

    /// <summary>Gets the absolute name of the sidecar.</summary>
    internal ReportName Name => _sidecar.Name;

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
        TagGain gain = _union.Find(own?.All ?? []);
        if (gain.Missing.Count > 0)
        {
            string[] names = [.. gain.Missing.Select(static tag => tag.Name).Distinct()];
            why = $"it has tags that the keeper lacks and that a sidecar does not get ({Shown(names)})";
            return null;
        }

        if (gain.Added.Count > 0)
        {
            byte[] changed = [];
            why = _sidecar.Against ?? XmpSidecar.Add(_content, _kept.All, gain.Added, out changed) ?? "";
            if (why.Length > 0)
            {
                return null;
            }

            _union.Add(gain);
            _content = changed;
            IsNeeded = true;
        }

        HashSet<string> lost = [.. gain.Conflicts.Select(static tag => tag.Name)];
        return copy with
        {
            AddedTags = Grouped(gain.Added),
            LostTags = Grouped(gain.Conflicts),
            KeptTags = Grouped(_union.All.Where(tag => lost.Contains(tag.Name)).Distinct()),
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

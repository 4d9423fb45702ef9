using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting;

/// <content>Plans what the user has chosen instead.</content>
public sealed partial class Planner
{
    /// <summary>Returns a planned group of which other copies stay, and what goes along with those that go.</summary>
    /// <param name="group">The group. It is not counted in <see cref="Summary"/> again.</param>
    /// <param name="keep">The copies of the group that stay, at least one. The first becomes the keeper.</param>
    /// <param name="reason">A human-readable reason.</param>
    /// <returns>
    /// The group, or null if nothing goes, the companions, and the reasons why copies stay although they were not
    /// chosen. Without verdicts.
    /// </returns>
    public PlanOutcome Rechoose(PlanGroup group, IReadOnlyList<PlanCopy> keep, string reason)
    {
        ArgumentNullException.ThrowIfNull(group);
        ArgumentNullException.ThrowIfNull(keep);
        PlanCopy[] all = [.. group.Keep.Concat(group.Drop)];
        Forget(all.SelectMany(static copy => copy.Names));
        Dictionary<PlanCopy, MediaTags> tags = [];
        KeepChoice choice = new(
            [
                .. keep.Select(Bare).Select(copy => new CopyVerdict(copy, Stays: true, reason)),
                .. all.Except(keep).Select(Bare).Select(copy => new CopyVerdict(copy, Stays: false, reason)),
            ], reason);
        List<PlanRefusal> refusals = [];
        List<PlanGroup> along = [];
        choice = Settle(choice, group.Media is null ? null : TagsOf, along, refusals, out ReportName tagsTo);
        PlanGroup rechosen = group with
        {
            Keep = choice.Keep,
            Reason = reason,
            TagsTo = tagsTo,
            Drop = [.. choice.Drop.Select(copy => WithChanges(copy, keep[0]))],
        };
        return new PlanOutcome
        {
            Group = rechosen.Drop.Count > 0 ? rechosen : null,
            Companions = along,
            Refusals = refusals,
            Verdicts = [],
        };

        MediaTags? TagsOf(PlanCopy copy)
        {
            if (!tags.TryGetValue(copy, out MediaTags? own) && _look.ReadTags(copy.Names[0], _mapper) is { } read)
            {
                tags[copy] = own = read;
            }

            return own;
        }

        static PlanCopy Bare(PlanCopy copy) =>
            copy with { Changes = default, LostTags = [], KeptTags = [], AddedTags = [] };
    }
}

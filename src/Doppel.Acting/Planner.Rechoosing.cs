using Doppel.Media;

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
        MediaTags? kept = group.Media is null ? null : _look.ReadTags(keep[0].Names[0], _mapper);
        TagPlan? gaining = kept is null ? null : TagPlanOf(keep[0], kept);
        List<PlanRefusal> refusals = [];
        List<PlanGroup> along = [];
        Forget(group.Keep.Concat(group.Drop).SelectMany(static copy => copy.Names));
        List<PlanCopy> stay = [];
        List<PlanCopy> drop = [];
        foreach (PlanCopy copy in group.Keep.Concat(group.Drop).Where(copy => !keep.Contains(copy)).Select(Bare))
        {
            MediaTags? own = kept is null ? null : _look.ReadTags(copy.Names[0], _mapper);
            PlanCopy? goes = WithTags(WithChanges(copy, keep[0]), own, kept, gaining, refusals);
            if (goes is null)
            {
                stay.Add(copy);
            }
            else if (AccompanyBeside(gaining?.Name ?? default, copy, keep, along) is { } why)
            {
                stay.Add(copy);
                Refuse(copy, why, refusals);
            }
            else
            {
                drop.Add(goes);
            }
        }

        PlanGroup rechosen = group with
        {
            Keep = [.. keep.Concat(stay).Select(Bare)],
            Reason = reason,
            Drop = drop,
        };
        return new PlanOutcome
        {
            Group = rechosen.Drop.Count > 0
                ? rechosen with { TagsTo = gaining is { IsNeeded: true } ? gaining.Name : default }
                : null,
            Companions = along,
            Refusals = refusals,
            Verdicts = [],
        };

        static PlanCopy Bare(PlanCopy copy) =>
            copy with { Changes = default, LostTags = [], KeptTags = [], AddedTags = [] };
    }
}

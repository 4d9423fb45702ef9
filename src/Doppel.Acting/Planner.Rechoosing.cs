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
        ILookup<bool, PlanCopy> goes = group.Keep.Concat(group.Drop).Where(copy => !keep.Contains(copy)).ToLookup(
            copy => AccompanyBeside(gaining?.Name ?? default, copy, keep, along) is not { } why
                || Refuse(copy, why, refusals).Length == 0);
        PlanGroup rechosen = group with
        {
            Keep = [.. keep.Concat(goes[false]).Select(Bare)],
            Reason = reason,
            Drop =
            [
                .. goes[true].Select(copy =>
                {
                    PlanCopy bare = Bare(copy);
                    MediaTags? own = group.Media is null ? null : _look.ReadTags(bare.Names[0], _mapper);
                    PlanCopy changed = WithChanges(bare, keep[0]);
                    return gaining?.Add(changed, own, out _) ?? changed with { LostTags = Lost(own, kept) };
                }),
            ],
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

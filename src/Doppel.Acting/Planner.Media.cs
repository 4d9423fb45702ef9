using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting;

/// <content>Plans media groups: files with the same audio or image payload but different tags.</content>
public sealed partial class Planner
{
    private static readonly PlanOutcome s_superseded = new() { Refusals = [], Verdicts = [], IsSuperseded = true };

    private readonly MediaMapper _mapper = new();
    private readonly HashSet<ReportName> _namesOfMedia = [];

    /// <summary>Plans a media group. Reads the tags of its files.</summary>
    /// <remarks>
    /// Media groups must be planned before groups of copies: a name that is planned here is left out there, so that no
    /// name is planned twice.
    /// </remarks>
    public PlanOutcome Plan(ReportMediaGroup group)
    {
        ArgumentNullException.ThrowIfNull(group);
        PlanOutcome outcome = Plan(
            new ReportGroup
            {
                Size = -1,
                Proof = group.Proof,
                Digest = group.Digest,
                RedundantBytes = group.RedundantBytes,
                Copies = [.. group.Copies.Select(static copy => copy.Copy)],
            },
            group);
        foreach (ReportMediaCopy copy in group.Copies)
        {
            foreach (ReportName name in copy.Copy.Names)
            {
                _namesOfMedia.Add(_look.ToPlain(name));
            }
        }

        return outcome;
    }

    private bool IsOfMedia(ReportGroup group) => _namesOfMedia.Count > 0
        && group.Copies.All(copy => copy.Names.All(name => _namesOfMedia.Contains(_look.ToPlain(name))));

    private PlanRefusal? RefuseOfMedia(ReportName name) => _namesOfMedia.Contains(_look.ToPlain(name))
        ? new PlanRefusal(_look.ToPlain(name), PlanRefusal.InMediaGroup, "it is planned with its media group")
        : null;

    private static PlanMedia MediaOf(ReportMediaGroup group) => new(
        group.Format, group.Policy == ReportMediaPolicy.Loose ? MediaPolicy.Loose : MediaPolicy.Strict);

    private KeepChoice ChooseByTags(
        List<Candidate> candidates, List<PlanGroup> along, List<PlanRefusal> refusals, out ReportName tagsTo)
    {
        Candidate[] tagged =
        [
            .. candidates.Select(one => one with { Tags = _look.ReadTags(one.Copy.Names[0], _mapper) }),
        ];
        return Settle(
            _options.Rules.Choose(tagged, KeepRules.MediaOrder),
            copy => Array.Find(tagged, one => ReferenceEquals(one.Copy, copy))?.Tags, along, refusals, out tagsTo);
    }

    private KeepChoice WithTags(
        KeepChoice choice, Func<PlanCopy, MediaTags?> tagsOf, List<PlanRefusal> refusals, out ReportName tagsTo)
    {
        MediaTags? kept = tagsOf(choice.Verdicts[0].Copy);
        TagPlan? gaining = kept is not null && choice.Verdicts.Any(static one => !one.Stays)
            ? TagPlanOf(choice.Verdicts[0].Copy, kept)
            : null;
        choice = choice with
        {
            Verdicts =
            [
                .. choice.Verdicts.Select(verdict => verdict.Stays ? verdict : WithLoss(verdict)).ToArray()
                    .OrderByDescending(static verdict => verdict.Stays),
            ],
        };
        tagsTo = gaining is { IsNeeded: true } ? gaining.Name : default;
        return choice;

        CopyVerdict WithLoss(CopyVerdict verdict) => WithTags(
            verdict.Copy, tagsOf(verdict.Copy), kept, gaining, refusals) is { } goes
            ? verdict with { Copy = goes }
            : verdict with { Stays = true, Why = refusals[^1].Message };
    }

    // Returns a copy that goes with the tags that are added and lost, or null if it stays for them.
    private PlanCopy? WithTags(
        PlanCopy copy, MediaTags? own, MediaTags? kept, TagPlan? gaining, List<PlanRefusal> refusals)
    {
        string why = "";
        if (gaining?.Add(copy, own, out why) is { } gained)
        {
            return gained;
        }

        ReportTag[] lost = Lost(own, kept);
        string[] missed =
        [
            .. lost.Where(static tag => !tag.Values.All(
                value => TagKinds.IsByproduct(new MediaTag(tag.Name, value)))).Select(static tag => tag.Name),
        ];
        if (!_options.KeepsTags || missed.Length == 0)
        {
            return copy with { LostTags = lost };
        }

        why = why.Length > 0 ? why : $"it has tags that the keeper lacks ({TagPlan.Shown(missed)})";
        refusals.AddRange(copy.Names.Select(name => new PlanRefusal(name, PlanRefusal.TagsLost, why)));
        return null;
    }

    // Null if no tags are added, or to no file of this format.
    private TagPlan? TagPlanOf(PlanCopy keeper, MediaTags kept)
    {
        if (_options.TagsTo == TagTarget.None || keeper.IsElsewhere
            || _look.FormatOf(keeper.Names[0], _mapper) is not { } format)
        {
            return null;
        }

        return _options.TagsTo switch
        {
            TagTarget.Keeper when TagMerge.IsFor(format) => MergePlanOf(keeper, format, kept),
            TagTarget.Sidecar when XmpSidecar.IsFor(format) => SidecarPlanOf(keeper, kept),
            _ => null,
        };
    }

    private TagPlan SidecarPlanOf(PlanCopy keeper, MediaTags kept)
    {
        FoundSidecar sidecar = _beside.SidecarOf(keeper.Names[0]);
        byte[] content = sidecar.Content;
        return new TagPlan(
            sidecar.Name, new TagUnion([.. kept.All, .. XmpSidecar.Read(content)], XmpSidecar.Holds),
            "that a sidecar does not get", (_, added, _) =>
            {
                byte[] changed = [];
                string? why = sidecar.Against ?? XmpSidecar.Add(content, kept.All, added, out changed);
                content = why is null ? changed : content;
                return why;
            });
    }

    // The tags in a sidecar belong to the photo. Programs prefer them to those in the photo itself.
    private TagPlan MergePlanOf(PlanCopy keeper, MediaFormat format, MediaTags kept)
    {
        IReadOnlyList<MediaTag> beside =
            XmpSidecar.IsFor(format) ? XmpSidecar.Read(_beside.SidecarOf(keeper.Names[0]).Content) : [];
        ReportName pictured = default;
        return new TagPlan(
            keeper.Names[0], new TagUnion([.. kept.All, .. beside], name => TagMerge.Holds(format, name)),
            "that are not merged", (copy, added, all) =>
            {
                // All pictures are those of one copy.
                pictured = added.Any(static tag => tag.Name == TagNames.Cover) ? copy.Names[0] : pictured;
                return _look.WhyNotMerged(keeper.Names[0], format, all, pictured);
            });
    }

    // Tags are equal if they have the same name and value, wherever the format stores them.
    private static ReportTag[] Lost(MediaTags? own, MediaTags? kept)
    {
        Dictionary<string, List<string>> lost = [];
        foreach (MediaTag tag in own?.All ?? [])
        {
            if (kept is not null && kept.All.Contains(tag))
            {
                continue;
            }

            if (!lost.TryGetValue(tag.Name, out List<string>? values))
            {
                lost[tag.Name] = values = [];
            }

            values.Add(tag.Value);
        }

        List<ReportTag> tags = [];
        foreach ((string name, List<string> values) in lost)
        {
            tags.Add(new ReportTag(name, values));
        }

        return [.. tags];
    }
}

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
        List<Candidate> candidates, List<PlanRefusal> refusals, out ReportName sidecar)
    {
        Candidate[] tagged =
        [
            .. candidates.Select(one => one with { Tags = _look.ReadTags(one.Copy.Names[0], _mapper) }),
        ];
        KeepChoice choice = _options.Rules.Choose(tagged, KeepRules.MediaOrder);
        MediaTags? kept = TagsOf(choice.Verdicts[0].Copy);
        SidecarPlan? gaining = _options.AddsTags && kept is not null && choice.Verdicts.Any(static one => !one.Stays)
            ? SidecarOf(choice.Verdicts[0].Copy, kept)
            : null;
        choice = choice with
        {
            Verdicts =
            [
                .. choice.Verdicts.Select(verdict => verdict.Stays ? verdict : WithLoss(verdict)).ToArray()
                    .OrderByDescending(static verdict => verdict.Stays),
            ],
        };
        sidecar = gaining is { IsNeeded: true } ? gaining.Name : default;
        return choice;

        CopyVerdict WithLoss(CopyVerdict verdict)
        {
            MediaTags? own = TagsOf(verdict.Copy);
            string why = "";
            if (gaining?.Add(verdict.Copy, own, out why) is { } gained)
            {
                return verdict with { Copy = gained };
            }

            ReportTag[] lost = Lost(own, kept);
            string[] missed =
                [.. lost.Select(static tag => tag.Name).Where(static name => !TagKinds.IsByproduct(name))];
            if (!_options.KeepsTags || missed.Length == 0)
            {
                return verdict with { Copy = verdict.Copy with { LostTags = lost } };
            }

            why = why.Length > 0 ? why : $"it has tags that the keeper lacks ({SidecarPlan.Shown(missed)})";
            refusals.AddRange(verdict.Copy.Names.Select(name => new PlanRefusal(name, PlanRefusal.TagsLost, why)));
            return verdict with { Stays = true, Why = why };
        }

        MediaTags? TagsOf(PlanCopy copy) => Array.Find(tagged, one => ReferenceEquals(one.Copy, copy))?.Tags;
    }

    // Null for media that have no sidecars.
    private SidecarPlan? SidecarOf(PlanCopy keeper, MediaTags kept) =>
        keeper.IsElsewhere || _look.FormatOf(keeper.Names[0], _mapper) is not { } format || !XmpSidecar.IsFor(format)
            ? null
            : new SidecarPlan(_beside.SidecarOf(keeper.Names[0]), kept);

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

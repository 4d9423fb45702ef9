using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>Plans the companions of files: sidecars, edits, the films of live photos, the JPEG of a raw file.</content>
public sealed partial class Planner
{
    private readonly CompanionFinder _beside;

    // Null if companions are ignored.
    private readonly CompanionFinder? _companions;

    // Files with companions that go, and the companions that go along, since a companion of two files goes with the
    // last of them.
    private readonly HashSet<ReportName> _going = [];

    // The names that companions will have beside keepers, and those that they have now.
    private readonly Dictionary<ReportName, ReportName> _moves = [];

    // Nobody looks for companions in buckets and on other machines.
    private List<Candidate> CountCompanions(List<Candidate> candidates) => candidates.ConvertAll(
        one => _companions is null || one.Copy.IsElsewhere ? one : one with
        {
            Companions = one.Copy.Names.Sum(name => _companions.Of(name).Count),
            BelongsTo = one.Copy.Names.SelectMany(_companions.MainsOf).FirstOrDefault(),
        });

    private ReportName[] CompanionsOf(PlanCopy copy) =>
        _companions is null || copy.IsElsewhere ? [] : [.. copy.Names.SelectMany(_companions.Of).Distinct()];

    // Copies stay if their tags, of media files, or companions would be lost. One that stays for its companions adds no
    // tags to the keeper, so the tags are planned again without it.
    private KeepChoice Settle(
        KeepChoice choice, Func<PlanCopy, MediaTags?>? tagsOf, List<PlanGroup> along, List<PlanRefusal> refusals,
        out ReportName tagsTo)
    {
        while (true)
        {
            List<PlanRefusal> ofTags = [];
            List<PlanRefusal> ofCompanions = [];
            tagsTo = default;
            KeepChoice tagged = tagsOf is null ? choice : WithTags(choice, tagsOf, ofTags, out tagsTo);
            KeepChoice settled = Accompany(tagged, along, ofCompanions);
            if (!tagsTo.IsEmpty && ofCompanions.Count == 0
                && FindOutdated(settled.Drop, along, tagsTo) is { } outdated)
            {
                Refuse(
                    outdated, "after tags are added to the sidecar of the file that stays, its own sidecar differs"
                        + " from that", ofCompanions);
            }

            refusals.AddRange(ofCompanions);
            if (tagsTo.IsEmpty || ofCompanions.Count == 0)
            {
                refusals.AddRange(ofTags);
                return settled;
            }

            along.Clear();
            Forget(choice.Drop.SelectMany(static copy => copy.Names));
            choice = choice with
            {
                Verdicts =
                [
                    .. choice.Verdicts.Select(verdict => ofCompanions.Find(
                            refusal => refusal.Path == verdict.Copy.Names[0]) is { } why
                        ? verdict with { Stays = true, Why = why.Message }
                        : verdict).OrderByDescending(static verdict => verdict.Stays),
                ],
            };
        }
    }

    // A copy whose companions have no equal beside the keeper stays, so that none is left without its file.
    private KeepChoice Accompany(KeepChoice choice, List<PlanGroup> along, List<PlanRefusal> refusals)
    {
        PlanCopy[] keep = choice.Keep;
        return choice with
        {
            Verdicts =
            [
                .. choice.Verdicts.Select(verdict => !verdict.Stays
                        && Accompany(verdict.Copy, keep, along) is { } why
                    ? verdict with { Stays = true, Why = Refuse(verdict.Copy, why, refusals) }
                    : verdict).OrderByDescending(static verdict => verdict.Stays),
            ],
        };
    }

    private static string Refuse(PlanCopy copy, string why, List<PlanRefusal> refusals)
    {
        refusals.AddRange(copy.Names.Select(name => new PlanRefusal(name, PlanRefusal.Companions, why)));
        return why;
    }

    // The files of folders that stay. Among them are companions, which have gone along with their files or stay.
    private PlanOutcome AccompanyFolders(PlanOutcome outcome)
    {
        if (_companions is null || outcome.OfFolders.Count == 0)
        {
            return outcome;
        }

        List<PlanGroup> along = [];
        List<PlanGroup> groups = [];
        List<PlanRefusal> refusals = [.. outcome.Refusals];
        foreach (PlanGroup group in outcome.OfFolders.Where(group => !group.Drop.Any(BelongsToAny)))
        {
            PlanCopy[] drop =
            [
                .. group.Drop.Where(copy => Accompany(copy, group.Keep, along) is not { } why
                    || Refuse(copy, why, refusals).Length == 0),
            ];
            groups.AddRange(drop.Length > 0 ? [group with { Drop = drop }] : []);
        }

        return outcome with { OfFolders = groups, Companions = along, Refusals = refusals };

        bool BelongsToAny(PlanCopy copy) => copy.Names.Any(name => _companions.MainsOf(name).Count > 0);
    }

    // A companion has no equal any more once tags are added to that. Those of the copy itself may be the only ones.
    private static PlanCopy? FindOutdated(PlanCopy[] drop, List<PlanGroup> along, ReportName tagsTo)
    {
        HashSet<ReportName> mains =
        [
            .. along.Where(group => IsOther(group.Keep[0].Names[0], group.IsMoved))
                .Select(static group => group.CompanionOf[0]),
        ];
        return drop.Where(copy => mains.Overlaps(copy.Names)).MaxBy(static copy => copy.AddedTags.Count > 0);

        bool IsOther(ReportName kept, bool isMoved) => kept == tagsTo
            || (isMoved && CompanionKinds.Extension(kept.Bytes) == CompanionKinds.Extension(tagsTo.Bytes));
    }

    // Adds the groups of what goes along with a copy, or returns why the copy stays.
    private string? Accompany(PlanCopy copy, IReadOnlyList<PlanCopy> keep, List<PlanGroup> along)
    {
        if (_companions is null || copy.IsElsewhere)
        {
            return null;
        }

        if (keep.All(static one => one.IsElsewhere))
        {
            ReportName first = copy.Names.SelectMany(_companions.Of).FirstOrDefault();
            return first.IsEmpty
                ? null
                : $"its companion {PlanPaths.Bare(first)} would be left behind, since its copy is not on this machine";
        }

        ReportName[] beside =
        [
            .. keep.Where(static one => !one.IsElsewhere).SelectMany(static one => one.Names)
                .SelectMany(_companions.Of).Distinct(),
        ];
        PlanCopy keeper = keep.First(static one => !one.IsElsewhere);
        List<PlanGroup> groups = [];
        foreach (ReportName name in copy.Names)
        {
            ReportName[] own = [.. _companions.Of(name)];
            foreach (ReportName companion in own.Except(beside))
            {
                ReportName[] others = [.. _companions.MainsOf(companion).Where(main => main != name)];
                ReportName[] shared = [.. others.Except(own)];
                string? why = FindEqual(companion, beside, out PlanGroup? group, out bool mayMove);
                if (why is not null && mayMove && _options.Companions == CompanionChoice.Move)
                {
                    why = shared.Length == 0
                        ? FindPlace(companion, name, keeper, beside, out group)
                        : $"its companion {PlanPaths.Bare(companion)} belongs to {PlanPaths.Bare(shared[0])} too";
                }

                if (why is not null)
                {
                    Forget(copy.Names);
                    return why;
                }

                groups.AddRange(group is null || !shared.All(_going.Contains)
                    ? [] : [group with { CompanionOf = [name, .. others] }]);
                if (group is { IsMoved: true })
                {
                    _moves.TryAdd(group.Keep[0].Names[0], companion);
                }
            }
        }

        _going.UnionWith(copy.Names.Where(name => _companions.Of(name).Count > 0));
        along.AddRange(InOrder(groups));
        return null;
    }

    // What belongs to a companion comes after it.
    private IEnumerable<PlanGroup> InOrder(List<PlanGroup> groups)
    {
        _going.UnionWith(groups.Select(static group => group.Drop[0].Names[0]));
        return groups.OrderBy(group => group.CompanionOf.Count(_going.Contains));
    }

    // Returns why the companion cannot go, or its group. Both are null if it has vanished.
    private string? FindEqual(ReportName companion, ReportName[] beside, out PlanGroup? group, out bool mayMove)
    {
        (group, mayMove) = (null, false);
        string named = $"its companion {PlanPaths.Bare(companion)}";
        PlanRefusal? refusal = _look.Look(companion, out FileFacts facts, out _);
        if (refusal is not null)
        {
            return refusal.Reason == NameLook.WordOf(VolumeErrorKind.Vanished)
                ? null : $"{named} stays: {refusal.Message}";
        }

        if (_options.Rules.Keeps(companion, [.. _options.Roots.Select(_options.ToAbsolute)]))
        {
            return $"{named} matches a keep pattern";
        }

        string extension = CompanionKinds.Extension(companion.Bytes);
        ReportName[] alike = [.. beside.Where(other => CompanionKinds.Extension(other.Bytes) == extension)];
        foreach (ReportName other in alike)
        {
            if (_look.Look(other, out FileFacts kept, out _) is null && kept.Size == facts.Size
                && !Identity.SameInode(kept, facts) && _look.MayBeEqual(companion, other))
            {
                group = GroupOf(companion, facts, other, kept);
                return null;
            }
        }

        if (alike.Length == 0)
        {
            mayMove = true;
            return $"{named} has no equal beside the file that stays";
        }

        bool hasSameName = Array.Exists(alike, other => PlanPaths.Bare(other) == PlanPaths.Bare(companion));
        string which = hasSameName ? "the one" : PlanPaths.Bare(alike[0]).ToString();
        return $"{named} differs from {which} beside the file that stays";
    }

    // Returns why a companion cannot move beside the keeper, or its group.
    private string? FindPlace(
        ReportName companion, ReportName main, PlanCopy keeper, ReportName[] beside, out PlanGroup? group)
    {
        group = null;
        string named = $"its companion {PlanPaths.Bare(companion)}";
        ReportName stays = keeper.Names[0];
        ReportName bare =
            CompanionNames.Renamed(PlanPaths.Bare(companion), PlanPaths.Bare(main), PlanPaths.Bare(stays));
        if (bare.IsEmpty)
        {
            return $"{named} cannot get the name of {PlanPaths.Bare(stays)}";
        }

        var name = new ReportName(
            (byte[])[.. stays.Bytes[..(stays.Bytes.LastIndexOf((byte)'/') + 1)], .. bare.Bytes]);
        bool isTaken = _moves.TryGetValue(name, out ReportName earlier) && !_look.MayBeEqual(companion, earlier);
        string? why = isTaken ? "its name is taken there" : _beside.WhyNotBeside(name, [stays, .. beside]);
        if (why is not null)
        {
            return $"{named} cannot move to {stays}: {why}";
        }

        _look.Look(companion, out FileFacts facts, out _);
        group = GroupOf(companion, facts, name, facts with { Device = keeper.Facts.Device, Inode = 0, Links = 1 }) with
        {
            IsMoved = true,
        };
        return null;
    }

    private PlanGroup GroupOf(ReportName companion, in FileFacts facts, ReportName keeper, in FileFacts kept) => new()
    {
        Size = facts.Size,
        Keep = [new PlanCopy { Names = [keeper], Facts = kept }],
        Reason = "companion",
        Drop = [new PlanCopy { Names = [companion], Facts = facts, SymbolicLinks = _inodes.LinksTo([companion]) }],
    };

    // Takes back that files go.
    private void Forget(IEnumerable<ReportName> names)
    {
        foreach (ReportName name in names)
        {
            HashSet<ReportName> own = [.. _companions?.Of(name) ?? []];
            _going.Remove(name);
            _going.ExceptWith(own);
            foreach (ReportName target in _moves.Keys.Where(target => own.Contains(_moves[target])).ToArray())
            {
                _moves.Remove(target);
            }
        }
    }
}

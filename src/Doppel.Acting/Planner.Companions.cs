using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>Plans the companions of files: sidecars, edits, the films of live photos, the JPEG of a raw file.</content>
public sealed partial class Planner
{
    private readonly CompanionFinder? _companions;

    // Files with companions that go, since a companion of two files goes with the last of them.
    private readonly HashSet<ReportName> _goingMains = [];

    // Nobody looks for companions in buckets and on other machines.
    private List<Candidate> WithCompanions(List<Candidate> candidates) => candidates.ConvertAll(
        one => _companions is null || one.Copy.IsElsewhere ? one : one with
        {
            Companions = one.Copy.Names.Sum(name => _companions.Of(name).Count),
            BelongsTo = one.Copy.Names.SelectMany(_companions.MainsOf).FirstOrDefault(),
        });

    // A copy whose companions have no equal beside the keeper stays, so that none is left without its file.
    private KeepChoice WithCompanions(
        KeepChoice choice, List<PlanGroup> along, List<PlanRefusal> refusals, ReportName sidecar)
    {
        PlanCopy[] keep = [.. choice.Verdicts.Where(static one => one.Stays).Select(static one => one.Copy)];
        return choice with
        {
            Verdicts =
            [
                .. choice.Verdicts.Select(verdict => !verdict.Stays
                        && AccompanyBeside(sidecar, verdict.Copy, keep, along) is { } why
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
    private PlanOutcome WithCompanions(PlanOutcome outcome)
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

    // A companion that equals a sidecar has no equal any more once tags are added to that.
    private string? AccompanyBeside(
        ReportName sidecar, PlanCopy copy, IReadOnlyList<PlanCopy> keep, List<PlanGroup> along)
    {
        int before = along.Count;
        if (Accompany(copy, keep, along) is { } why)
        {
            return why;
        }

        if (sidecar.IsEmpty || !along.Skip(before).Any(group => group.Keep[0].Names.Contains(sidecar)))
        {
            return null;
        }

        along.RemoveRange(before, along.Count - before);
        _goingMains.ExceptWith(copy.Names);
        return "its companion equals the sidecar to which tags are added";
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
                ? null : $"its companion {Bare(first)} would be left behind, since its copy is not on this machine";
        }

        ReportName[] beside =
        [
            .. keep.Where(static one => !one.IsElsewhere).SelectMany(static one => one.Names)
                .SelectMany(_companions.Of).Distinct(),
        ];
        List<PlanGroup> groups = [];
        foreach (ReportName name in copy.Names)
        {
            ReportName[] own = [.. _companions.Of(name)];
            foreach (ReportName companion in own.Except(beside))
            {
                ReportName[] others = [.. _companions.MainsOf(companion).Where(main => main != name)];
                bool isShared = others.Any(main => !own.Contains(main) && !_goingMains.Contains(main));
                if (FindEqual(companion, beside, out PlanGroup? group) is { } why)
                {
                    return why;
                }

                groups.AddRange(isShared || group is null ? [] : [group with { CompanionOf = [name, .. others] }]);
            }
        }

        _goingMains.UnionWith(copy.Names.Where(name => _companions.Of(name).Count > 0));
        along.AddRange(groups);
        return null;
    }

    // Returns why the companion cannot go, or its group. Both are null if it has vanished.
    private string? FindEqual(ReportName companion, ReportName[] beside, out PlanGroup? group)
    {
        group = null;
        string named = $"its companion {Bare(companion)}";
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
                group = new PlanGroup
                {
                    Size = facts.Size,
                    Keep = [new PlanCopy { Names = [other], Facts = kept }],
                    Reason = "companion",
                    Drop =
                    [
                        new PlanCopy
                        {
                            Names = [companion], Facts = facts, SymbolicLinks = _inodes.LinksTo([companion]),
                        },
                    ],
                };
                return null;
            }
        }

        if (alike.Length == 0)
        {
            return $"{named} has no equal beside the file that stays";
        }

        bool hasSameName = Array.Exists(alike, other => Bare(other) == Bare(companion));
        string which = hasSameName ? "the one" : Bare(alike[0]).ToString();
        return $"{named} differs from {which} beside the file that stays";
    }

    private static ReportName Bare(ReportName name) => new(PlanPaths.BareOf(name).ToArray());
}

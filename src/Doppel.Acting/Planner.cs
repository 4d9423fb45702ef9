using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Turns the groups of a report into groups of a plan, one at a time.</summary>
/// <remarks>
/// <para>
/// A report is a hint. Every name is examined again, without following symbolic links. A name is refused if its size or
/// modification time differs from the report, or if it is reached through a symbolic link, is in a trash folder or
/// belongs to Doppel. Names are treated as one copy only if device, inode, size, times and link count agree. The plan
/// contains what was found, never what was reported. The planner does not compare contents: acting on the plan does.
/// </para>
/// <para>Not thread-safe. Keeps no data about groups that have been planned. Dispose closes the open folders.</para>
/// </remarks>
public sealed partial class Planner : IDisposable
{
    private readonly PlanOptions _options;
    private readonly RuleUse _use;
    private readonly NameLook _look;
    private readonly FolderPlanner _folders;
    private readonly InodeNames _inodes;

    /// <summary>Creates a planner.</summary>
    /// <param name="volume">The volume that holds the files. Remains owned by the caller.</param>
    /// <param name="options">Configures the plan.</param>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    public Planner(IVolume volume, PlanOptions options)
    {
        ArgumentNullException.ThrowIfNull(volume);
        ArgumentNullException.ThrowIfNull(options);
        options.Rules.Validate();
        _options = options;
        _use = new RuleUse(options);
        _look = new NameLook(volume, options, _use);
        _inodes = new InodeNames(options, _look);
        _folders = new FolderPlanner(volume, options, _use, _inodes.LinksTo);
        _beside = new CompanionFinder(_look, _mapper, remembersAll: options.Companions == CompanionChoice.Move);
        _companions = options.Companions == CompanionChoice.Ignore ? null : _beside;
    }

    /// <summary>Gets the totals so far.</summary>
    public PlanSummary Summary { get; private set; } = new();

    /// <summary>Gets the number of file names processed so far, including refused ones.</summary>
    public long Names => _use.Names;

    /// <summary>Gets the patterns that have matched no name so far.</summary>
    public IReadOnlyList<KeepPattern> UnmatchedPatterns => _use.UnmatchedPatterns;

    /// <summary>Gets the protected folders that have contained no name so far.</summary>
    public IReadOnlyList<ProtectedFolder> UnmatchedFolders => _use.UnmatchedFolders;

    /// <summary>
    /// Gets the number of groups with names in folders with the state of programs, which were left alone.
    /// </summary>
    public long StateGroups { get; private set; }

    /// <summary>Closes all open folders.</summary>
    public void Dispose()
    {
        _look.Dispose();
        _folders.Dispose();
    }

    /// <summary>
    /// Plans a group of identical folders. The rules choose among them as among copies, by the path of each.
    /// </summary>
    /// <remarks>File groups that follow skip all names in a folder that is removed.</remarks>
    public PlanOutcome Plan(ReportFolderGroup group)
    {
        ArgumentNullException.ThrowIfNull(group);
        return Count(_folders.Plan(group));
    }

    /// <summary>Plans a group of identical folders of which the user has chosen those that stay.</summary>
    /// <param name="group">The group.</param>
    /// <param name="stay">
    /// The absolute paths of the folders that stay. Protected folders stay in any case. If none of them is left, or if
    /// the rules keep all folders, the rules decide.
    /// </param>
    /// <param name="reason">A human-readable reason.</param>
    public PlanOutcome Plan(ReportFolderGroup group, IReadOnlyList<ReportName> stay, string reason)
    {
        ArgumentNullException.ThrowIfNull(group);
        ArgumentNullException.ThrowIfNull(stay);
        return Count(_folders.Plan(group, stay, reason));
    }

    /// <summary>
    /// Plans a folder whose files are all contained in another folder. The rules choose: either the folder goes, or the
    /// equal files of the container.
    /// </summary>
    public PlanOutcome Plan(ReportContainedFolder contained)
    {
        ArgumentNullException.ThrowIfNull(contained);
        return Count(_folders.Plan(contained));
    }

    /// <summary>Plans a folder and the one that contains it, of which the user has chosen those that stay.</summary>
    /// <param name="contained">The folders.</param>
    /// <param name="stay">The absolute paths of the folders that stay. Protected folders stay in any case.</param>
    /// <param name="reason">A human-readable reason.</param>
    public PlanOutcome Plan(ReportContainedFolder contained, IReadOnlyList<ReportName> stay, string reason)
    {
        ArgumentNullException.ThrowIfNull(contained);
        ArgumentNullException.ThrowIfNull(stay);
        return Count(_folders.Plan(contained, stay, reason));
    }

    /// <summary>Plans the removal of an empty folder.</summary>
    public PlanOutcome PlanEmpty(ReportFolder folder) => Count(_folders.Plan(folder));

    /// <summary>Plans one group of duplicates.</summary>
    /// <remarks>Files that are already planned as part of a media group are left out.</remarks>
    public PlanOutcome Plan(ReportGroup group)
    {
        ArgumentNullException.ThrowIfNull(group);
        return IsOfMedia(group) ? s_superseded : Plan(group, media: null);
    }

    private PlanOutcome Plan(ReportGroup group, ReportMediaGroup? media)
    {
        var refusals = new List<PlanRefusal>();
        List<SeenName> seen = LookAtAll(group, media, refusals);
        long size = media?.PayloadBytes ?? SizeOf(group, seen);
        if (media is null)
        {
            RefuseOtherSizes(seen, size, refusals);
        }

        List<Candidate> candidates = CountCompanions(_inodes.Join(seen, refusals));
        if (_options.Isolate && candidates.SelectMany(static one => one.RootPaths).Distinct().Count() < 2)
        {
            candidates.Clear();
        }

        StateGroups += refusals.Exists(IsOfState) ? 1 : 0;
        List<PlanGroup> along = [];
        var choice = new KeepChoice([], "");
        ReportName tagsTo = default;
        if (candidates.Count > 0)
        {
            choice = media is null
                ? Settle(_options.Rules.Choose(candidates), tagsOf: null, along, refusals, out tagsTo)
                : ChooseByTags(candidates, along, refusals, out tagsTo);
        }

        CopyVerdict[] verdicts =
        [
            .. choice.Verdicts.Select(verdict => verdict with
            {
                Copy = verdict.Stays ? verdict.Copy : WithChanges(verdict.Copy, choice.Verdicts[0].Copy),
                Companions = CompanionsOf(verdict.Copy),
            }),
        ];
        var whole = new PlanGroup
        {
            Size = size,
            Media = media is null ? null : MediaOf(media),
            TagsTo = tagsTo,
            Proof = group.Proof == Proof.Unstated ? null : group.Proof,
            Digest = group.Digest,
            Keep = [.. verdicts.Where(verdict => verdict.Stays).Select(verdict => verdict.Copy)],
            Reason = choice.Reason,
            Drop = [.. verdicts.Where(verdict => !verdict.Stays).Select(verdict => verdict.Copy)],
        };
        PlanGroup? planned = PlanFiles(whole);
        PlanGroup? objects = whole with { Drop = [.. whole.Drop.Where(static copy => copy.IsObject)] };
        objects = objects.Drop.Count > 0 ? objects : null;
        Summary = planned is null ? Summary : Summary.Add(planned);
        Summary = objects is null ? Summary : Summary.Add(objects);
        Summary = along.Aggregate(Summary, static (sum, companion) => sum.Add(companion));
        if (planned is null && objects is null)
        {
            ReportName name = _look.ToPlain(group.Copies[0].Names[0]);
            refusals.Add(candidates.Count > 1 && candidates.TrueForAll(static one => !one.BelongsTo.IsEmpty)
                ? new PlanRefusal(
                    name, PlanRefusal.Companion, "its copies stay or go with the files that they belong to")
                : new PlanRefusal(name, PlanRefusal.NothingToDo, WhyIdle(candidates.Count, choice)));
        }

        Summary = refusals.Aggregate(Summary, (sum, refusal) => sum.Add(refusal));
        return new PlanOutcome
        {
            Group = planned,
            Objects = objects,
            Companions = along,
            Refusals = refusals,
            Verdicts = verdicts,
        };
    }

    private static bool IsOfState(PlanRefusal refusal) => refusal.Reason == PlanRefusal.State;

    private PlanOutcome Count(PlanOutcome outcome)
    {
        StateGroups += outcome.Refusals.Any(IsOfState) ? 1 : 0;
        outcome = AccompanyFolders(outcome);
        outcome = outcome.OfFolders.Count == 0 ? outcome : outcome with
        {
            OfFolders =
            [
                .. outcome.OfFolders.Select(group => group with
                {
                    Drop = [.. group.Drop.Select(copy => WithChanges(copy, group.Keep[0]))],
                }),
            ],
        };
        Summary = outcome.Folders.Aggregate(Summary, (sum, folder) => sum.Add(folder));
        Summary = outcome.OfFolders.Concat(outcome.Companions).Aggregate(Summary, (sum, group) => sum.Add(group));
        Summary = outcome.Refusals.Aggregate(Summary, (sum, refusal) => sum.Add(refusal));
        return outcome;
    }

    // Copies on saved volumes take no part in a plan, so nothing about files rests on the digests of a list.
    private static Proof? ProofOnDisks(Proof? proof) => proof switch
    {
        null => null,
        Proof.Bytes => Proof.Bytes,
        _ => Proof.Digest,
    };

    private static string WhyIdle(int copies, KeepChoice choice) => copies switch
    {
        0 => "too few names of the group remain",
        1 => "the remaining names are one file",
        _ => choice.Reason == KeepJudge.NoReference ? choice.Reason : "every copy stays",
    };

    private PlanCopy WithChanges(PlanCopy copy, PlanCopy keeper)
    {
        if (copy.IsElsewhere || keeper.IsElsewhere)
        {
            return copy;
        }

        MetadataKinds changes = MetadataWords.Between(copy.Facts, keeper.Facts);
        if (_options.ComparesExtras && _look.ReadExtras(keeper.Names[0]) is { } kept
            && _look.ReadExtras(copy.Names[0]) is { } own)
        {
            changes |= MetadataWords.Between(own, kept);
        }

        return copy with { Changes = changes };
    }

    private List<SeenName> LookAtAll(ReportGroup group, ReportMediaGroup? media, List<PlanRefusal> refusals)
    {
        HashSet<int> sharing = [.. (group.Shared ?? []).SelectMany(indexes => indexes)];
        var seen = new List<SeenName>();
        bool withObjects = TakesObjects(group);
        for (int i = 0; i < group.Copies.Count; i++)
        {
            ReportCopy copy = group.Copies[i];
            if (ObjectName.Is(copy.Names[0]) || HostName.Is(copy.Names[0]))
            {
                bool takesPart = withObjects || HostName.Is(copy.Names[0]);
                seen.AddRange(takesPart ? LookElsewhere(group, copy, refusals) : []);
                continue;
            }

            long size = media?.Copies[i].Size ?? group.Size;
            for (int j = 0; j < copy.Names.Count; j++)
            {
                _use.AddFile(_look.ToPlain(copy.Names[j]), j < copy.Roots.Count ? copy.Roots[j] : -1);
                PlanRefusal? refusal = _look.Look(copy.Names[j], out FileFacts facts, out KnownFolder? folder)
                    ?? RefuseGoing(copy.Names[j]) ?? RefuseChanged(size, copy, copy.Names[j], facts);
                if (refusal is { Reason: PlanRefusal.SymbolicLink }
                    && _look.LeadsTo(copy.Names[j], out FileFacts target) && IsOtherCopy(group, i, size, target))
                {
                    refusal = new PlanRefusal(
                        refusal.Path, PlanRefusal.AlreadyDone, "it is already a symbolic link to another copy");
                }

                // An interrupted run has already made this a name of another copy. From now on it counts as that.
                bool isLinked = refusal is { Reason: PlanRefusal.Changed } && IsOtherCopy(group, i, size, facts);
                if (refusal is not null && !isLinked)
                {
                    refusals.Add(refusal);
                    continue;
                }

                int root = j < copy.Roots.Count && copy.Roots[j] >= 0 ? copy.Roots[j] : int.MaxValue;
                seen.Add(new SeenName
                {
                    Path = _look.ToPlain(copy.Names[j]),
                    Facts = facts,
                    Folder = folder!,
                    Root = root,
                    SharesBlocks = sharing.Contains(i),
                });
            }
        }

        // From here on, nothing depends on the order of the report.
        seen.Sort((left, right) => left.Path.CompareTo(right.Path));
        return seen;
    }

    private PlanRefusal? RefuseGoing(ReportName name)
    {
        ReportName path = _look.ToPlain(name);
        if (_folders.IsGoingFile(path))
        {
            return new PlanRefusal(path, PlanRefusal.InFolder, "it is planned with the folder that has its copy");
        }

        return _folders.IsGoing(path)
            ? new PlanRefusal(path, PlanRefusal.InFolder, "it is in a folder that is removed as a whole")
            : RefuseOfMedia(name);
    }

    private PlanRefusal? RefuseChanged(long size, ReportCopy copy, ReportName name, in FileFacts facts) =>
        WhatChanged(size, copy, facts) is { } what
            ? new PlanRefusal(_look.ToPlain(name), PlanRefusal.Changed, what)
            : null;

    private static string? WhatChanged(long size, ReportCopy copy, in FileFacts facts)
    {
        if (size >= 0 && facts.Size != size)
        {
            return "its size differs from the report";
        }

        // Formats without times leave them, and the inode, at zero.
        bool tellsTime = copy.Modified != default || copy.Inode != 0;
        bool isSameTime = facts.Modified.Seconds == copy.Modified.Seconds
            && facts.Modified.Nanoseconds == copy.Modified.Nanoseconds;
        return tellsTime && !isSameTime ? "it changed after the report" : null;
    }

    private static bool IsOtherCopy(ReportGroup group, int index, long size, in FileFacts facts)
    {
        for (int i = 0; i < group.Copies.Count; i++)
        {
            ReportCopy other = group.Copies[i];
            if (i != index && other.Inode != 0 && other.Inode == facts.Inode && other.Device == facts.Device
                && WhatChanged(size, other, facts) is null)
            {
                return true;
            }
        }

        return false;
    }

    private static long SizeOf(ReportGroup group, List<SeenName> seen) =>
        group.Size >= 0 || seen.Count == 0 ? group.Size : seen[0].Facts.Size;

    private static void RefuseOtherSizes(List<SeenName> seen, long size, List<PlanRefusal> refusals)
    {
        foreach (SeenName other in seen.Where(name => name.Facts.Size != size))
        {
            refusals.Add(new PlanRefusal(
                other.Path, PlanRefusal.Changed, "its size differs from the first file of its group"));
        }

        seen.RemoveAll(name => name.Facts.Size != size);
    }
}

using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Decides which of several identical folders are kept and whether the others may be removed.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed partial class FolderPlanner : IDisposable
{
    private readonly IVolume _volume;
    private readonly PlanOptions _options;
    private readonly HashSet<ReportName> _roots;
    private readonly RuleUse _use;
    private readonly FolderWalk _walk;
    private readonly FolderLister _lister;
    private readonly HashSet<(ulong Device, ulong Inode)> _own = [];
    private FileProof? _proof;
    private readonly Func<IEnumerable<ReportName>, IReadOnlyList<PlanLink>> _linksTo;

    // The folders to remove, and the folders that are kept in place of one, with all their parent folders.
    private readonly HashSet<ReportName> _going = [];
    private readonly HashSet<ReportName> _aboveStaying = [];

    /// <summary>Creates a planner.</summary>
    /// <param name="volume">The volume that holds the folders.</param>
    /// <param name="options">Configures the plan.</param>
    /// <param name="use">Receives every name, to find rules that match nothing.</param>
    /// <param name="linksTo">Returns the symbolic links that point to any of the given names.</param>
    internal FolderPlanner(
        IVolume volume, PlanOptions options, RuleUse use,
        Func<IEnumerable<ReportName>, IReadOnlyList<PlanLink>> linksTo)
    {
        _linksTo = linksTo;
        (_volume, _options) = (volume, options);
        _roots = [.. options.Roots.Select(options.ToAbsolute)];
        _use = use;
        _walk = new FolderWalk(volume, options, use);
        _lister = new FolderLister(volume);
        _going.UnionWith(options.RemovedFolders);
        _goingFiles.UnionWith(options.RemovedFiles);
        foreach (ReportName path in options.OwnFolders)
        {
            if (!ProtectedFolder.Look(volume, path.Bytes, out ProtectedFolder? own).Failed)
            {
                _own.Add((own!.Device, own.Inode));
            }
        }
    }

    public void Dispose()
    {
        _walk.Dispose();
        _proof?.Dispose();
    }

    /// <summary>Returns whether a name is in a folder that is removed, and is therefore already dealt with.</summary>
    internal bool IsGoing(ReportName name) => _going.Count > 0 && IsInOrBelow(name, _going);

    /// <summary>Plans a group of identical folders.</summary>
    /// <param name="group">The group.</param>
    /// <param name="stay">The folders that the user has chosen to stay; null if the rules decide.</param>
    /// <param name="reason">The reason, if the user has chosen.</param>
    internal PlanOutcome Plan(ReportFolderGroup group, IReadOnlyList<ReportName>? stay = null, string reason = "")
    {
        var draft = new Draft();
        List<PlanRefusal> refusals = draft.Refusals;
        List<Seen> seen = [];
        foreach (ReportFolder folder in group.Folders)
        {
            if (Look(folder, refusals) is { } one && IsAsReported(one, group.Content, refusals))
            {
                seen.Add(one);
            }
        }

        // Where one of them goes already, the others are contained in what stays in its place.
        ReportName[] going = [.. seen.Select(static one => one.Listing.Path).Where(IsGoing)];
        seen.RemoveAll(one => going.Contains(one.Listing.Path));
        if (going.Length > 0 && StayingFor(going[0]) is var other && !IsGoing(other))
        {
            foreach (Seen one in seen.Where(one => WhyNotBeside(one, other) is null))
            {
                PlanBeside(one, other, group.Folders[0].Root, stay, reason, draft);
            }

            return draft.ToOutcome();
        }

        if (seen.Count < 2)
        {
            refusals.Add(Idle(group.Folders[0], "fewer than two of the folders remain"));
            return draft.ToOutcome();
        }

        KeepChoice choice = _options.Rules.Choose([.. seen.Select(static one => one.Candidate)]);
        choice = stay is null ? choice : Chosen(choice, stay, reason);
        draft.Verdicts = choice.Verdicts;
        Seen keeper = Find(seen, choice.Verdicts[0]);
        foreach (CopyVerdict verdict in choice.Verdicts.Where(static verdict => !verdict.Stays))
        {
            Add(Find(seen, verdict), keeper, group.Match, choice.Reason, draft);
        }

        if (choice.Verdicts.All(static verdict => verdict.Stays))
        {
            refusals.Add(Idle(group.Folders[0], "every folder stays"));
        }

        return draft.ToOutcome();
    }

    private static string? WhyNotBeside(Seen one, ReportName other) =>
        IsInOrBelow(one.Listing.Path, [other]) || IsInOrBelow(other, [one.Listing.Path]) ? "it stays" : null;

    private void PlanBeside(
        Seen one, ReportName other, int root, IReadOnlyList<ReportName>? stay, string reason, Draft draft)
    {
        int place = _options.Roots.Select((above, index) => (above, index)).Where(entry =>
            PlanPaths.IsAtOrBelow(other.Bytes, _options.ToAbsolute(entry.above).Bytes))
            .Select(static entry => entry.index).FirstOrDefault(root);
        if (Look(new ReportFolder(other, place), draft.Refusals) is { } outer)
        {
            PlanPair(one, outer, stay, reason, draft);
        }
    }

    /// <summary>Plans the removal of an empty folder.</summary>
    internal PlanOutcome Plan(ReportFolder empty)
    {
        List<PlanRefusal> refusals = [];
        List<PlanFolder> folders = [];
        if (Look(empty, refusals) is { } one)
        {
            if (one.Listing.Entries.Any(static entry => entry.Facts.Kind != EntryKind.Folder))
            {
                refusals.Add(new PlanRefusal(one.Listing.Path, PlanRefusal.Changed, "it is no longer empty"));
            }
            else if (one.Candidate.ProtectedBy is not null || one.Candidate.KeptBy is not null
                || IsRoot(one.Listing.Path) || IsAboveRoot(one.Listing.Path))
            {
                refusals.Add(Idle(empty, "it stays"));
            }
            else
            {
                folders.Add(ToPlan(one, default, default, "it is empty"));
            }
        }

        return new PlanOutcome { Folders = folders, Refusals = refusals, Verdicts = [] };
    }

    // The first folder that stays is the keeper, so those that stay come first.
    private static KeepChoice Chosen(KeepChoice choice, IReadOnlyList<ReportName> stay, string reason)
    {
        bool IsChosen(CopyVerdict verdict) => verdict.MustStay || stay.Contains(verdict.Copy.Names[0]);
        bool anyGoes = choice.Verdicts.Any(static verdict => !verdict.Stays);
        return !anyGoes || !choice.Verdicts.Any(IsChosen)
            ? choice
            : new KeepChoice(
                [
                    .. choice.Verdicts.OrderByDescending(IsChosen)
                        .Select(verdict => verdict with { Stays = IsChosen(verdict), Why = reason }),
                ],
                reason);
    }

    private static Seen Find(List<Seen> seen, CopyVerdict verdict) =>
        seen.First(one => one.Listing.Path == verdict.Copy.Names[0]);

    private PlanRefusal Idle(ReportFolder folder, string why) => new(ToPlain(folder), PlanRefusal.NothingToDo, why);

    private ReportName ToPlain(ReportFolder folder) =>
        PlanPaths.ToPlain(folder.Name, _options.WorkingDirectory, out _);

    private Seen? Look(ReportFolder folder, List<PlanRefusal> refusals)
    {
        ReportName path = ToPlain(folder);
        _use.Add(path, folder.Root);
        if (!PlanPaths.IsPlain(path.Bytes) || path.Bytes.Contains((byte)0))
        {
            refusals.Add(new PlanRefusal(path, PlanRefusal.NotAFolder, "it does not name a folder"));
            return null;
        }

        VolumeError error = _walk.Enter(path, out KnownFolder? known, out _);
        if (error.Failed)
        {
            refusals.Add(new PlanRefusal(path, NameLook.WordOf(error.Kind), error.Kind == VolumeErrorKind.IsLink
                ? "it, or a folder in its path, is a symbolic link"
                : "it cannot be opened as a folder"));
            return null;
        }

        if (known!.Barred is { } barred)
        {
            refusals.Add(new PlanRefusal(path, barred, NameLook.MessageOf(barred)));
            return null;
        }

        string? against = _lister.List(known.Handle, path, out FolderListing? listing);
        if (against is null && _options.State is not null && listing!.Entries.Any(entry =>
            entry.Facts.Kind == EntryKind.Folder && _walk.IsInState(listing.NameOf(entry))))
        {
            refusals.Add(new PlanRefusal(path, PlanRefusal.State, "a folder in it holds the state of programs"));
            return null;
        }

        if (against is null && listing!.Entries.Any(entry => _own.Contains((entry.Facts.Device, entry.Facts.Inode))))
        {
            against = "it contains a folder of Doppel";
        }

        if (against is not null)
        {
            refusals.Add(new PlanRefusal(path, PlanRefusal.NotComparable, against));
            return null;
        }

        if (_use.UnmatchedFolders.Count > 0)
        {
            foreach (FolderEntry entry in listing!.Entries)
            {
                _use.AddFolder(entry.Facts, listing!.NameOf(entry).Bytes);
            }
        }

        foreach (FolderEntry file in listing!.Files)
        {
            _use.AddFile(listing.NameOf(file), folder.Root);
        }

        return new Seen(listing, ToCandidate(listing, folder.Root, known.ProtectedBy));
    }

    // The rules see a folder as a copy with one name. An entry that must be kept also keeps its folder.
    private Candidate ToCandidate(FolderListing listing, int root, ProtectedFolder? protectedBy)
    {
        ReportName rootPath = root >= 0 && root < _options.Roots.Count ? _options.Roots[root] : default;
        return new Candidate
        {
            Copy = new PlanCopy { Names = [listing.Path], Facts = listing.Facts with { Links = 1 } },
            Root = root >= 0 ? root : int.MaxValue,
            RootPaths = [rootPath],
            ProtectedBy = protectedBy ?? ProtectedIn(listing),
            KeptBy = _options.Rules.Patterns.FirstOrDefault(pattern => pattern.Effect == PatternEffect.Keep
                && (pattern.IsInPlace(listing.Path)
                    || listing.Files.Any(file => pattern.Matches(listing.NameOf(file), rootPath)))),
        };
    }

    // A folder that contains a reference folder stays, but not everything in it has a copy in the reference.
    private ProtectedFolder? ProtectedIn(FolderListing listing) =>
        _options.Rules.Protected.FirstOrDefault(folder => listing.Entries.Any(
            entry => entry.Facts.Kind == EntryKind.Folder && folder.Is(entry.Facts, listing.NameOf(entry).Bytes)))
            is { } inside ? inside with { IsReference = false } : null;

    private static bool IsAsReported(Seen seen, FolderContent content, List<PlanRefusal> refusals)
    {
        FolderListing listing = seen.Listing;
        bool isSame = listing.Entries.Count == content.Entries && listing.Files.LongCount() == content.Files
            && listing.Files.Sum(static file => file.Facts.Size) == content.Bytes;
        if (!isSame)
        {
            refusals.Add(new PlanRefusal(
                listing.Path, PlanRefusal.Changed, "its contents are not those in the report"));
        }

        return isSame;
    }

    private void Add(Seen going, Seen staying, FolderMatch match, string reason, Draft draft)
    {
        (ReportName path, ReportName keeper) = (going.Listing.Path, staying.Listing.Path);
        if (WhyNot(going.Listing, staying.Listing, match) is { } against)
        {
            draft.Refusals.Add(new PlanRefusal(path, PlanRefusal.NotComparable, against));
            return;
        }

        if (IsRoot(path))
        {
            AddContent(going, staying, match, reason, draft);
            return;
        }

        draft.Folders.Add(ToPlan(going, keeper, match, reason));
        _going.Add(path);
        _keepers.TryAdd(path, (keeper, match));
        Keep(keeper);
    }

    private string? WhyNot(FolderListing going, FolderListing staying, FolderMatch match)
    {
        if (WhyApart(going, staying) is { } same)
        {
            return same;
        }

        if (IsInOrBelow(staying.Path, _going))
        {
            return "the folder that contains all of it is removed too";
        }

        if (IsInOrBelow(going.Path, _stayingForFiles))
        {
            return "it is in a folder whose files are kept instead of others; run the command again";
        }

        if (_aboveGoingFiles.Contains(going.Path) || _aboveGoingFiles.Contains(staying.Path))
        {
            return "files in one of the folders are removed for other folders; run the command again";
        }

        if (IsAboveRoot(going.Path))
        {
            return "it contains a folder that is given as a root";
        }

        return _aboveStaying.Contains(going.Path)
            ? "it contains a folder that is kept instead of a removed one"
            : FolderPairing.Pair(going, Staying(staying), match, null, out _);
    }

    private PlanFolder ToPlan(Seen going, ReportName keeper, FolderMatch match, string reason)
    {
        PlanCopy[] files =
        [
            .. going.Listing.Inodes.Select(inode => new PlanCopy
            {
                Names = [.. inode.Select(going.Listing.NameOf)],
                Facts = inode.First().Facts,
            }),
        ];
        return new PlanFolder
        {
            Name = going.Listing.Path,
            Keeper = keeper,
            Match = match,
            Reason = reason,
            Listing = going.Listing.Fingerprint(),
            SymbolicLinks =
            [
                .. _linksTo(files.SelectMany(static file => file.Names))
                    .Where(link => !IsInOrBelow(link.Name, [going.Listing.Path])),
            ],
            Files = files.Length,
            Names = files.Sum(static file => file.Names.Count),
            FreedBytes = files.Sum(static file => file.FreedBytes),
            HeldFiles = files.Count(static file => file.IsHeld),
        };
    }

    private static bool IsInOrBelow(ReportName name, HashSet<ReportName> folders) =>
        InAndAbove(name).Any(folders.Contains);

    // Returns a path and the paths of all its parent folders.
    private static IEnumerable<ReportName> InAndAbove(ReportName path)
    {
        byte[] bytes = path.Bytes.ToArray();
        for (int end = bytes.Length; end > 1; end = bytes.AsSpan(0, end).LastIndexOf((byte)'/'))
        {
            yield return new ReportName(bytes.AsMemory(0, end));
        }
    }

    private sealed record Seen(FolderListing Listing, Candidate Candidate);
}

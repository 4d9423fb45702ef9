using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>
/// Decides about a folder and one that contains all of it. Either the folder goes as a whole, or the equal files of
/// the container go and the folder stays.
/// </content>
internal sealed partial class FolderPlanner
{
    private static readonly KeepRule[] s_containedOrder = [KeepRule.RootOrder];

    // What stays in place of each folder that goes.
    private readonly Dictionary<ReportName, (ReportName Keeper, FolderMatch Match)> _keepers = [];

    // Files that go although their folders stay, and the folders above them.
    private readonly HashSet<ReportName> _goingFiles = [];
    private readonly HashSet<ReportName> _aboveGoingFiles = [];
    private readonly HashSet<ReportName> _staying = [];

    // What keeps the copies of single files stays whole, because files are acted on after all folders.
    private readonly HashSet<ReportName> _stayingForFiles = [];

    /// <summary>Plans a folder whose files are all contained in another folder.</summary>
    /// <param name="contained">The folders.</param>
    /// <param name="stay">The folders that the user has chosen to stay; null if the rules decide.</param>
    /// <param name="reason">The reason, if the user has chosen.</param>
    internal PlanOutcome Plan(
        ReportContainedFolder contained, IReadOnlyList<ReportName>? stay = null, string reason = "")
    {
        var draft = new Draft();
        ReportName container = StayingFor(ToPlain(contained.Container));
        if (IsGoing(ToPlain(contained.Folder)))
        {
            draft.Refusals.Add(Idle(contained.Folder, "it is in a folder that is removed as a whole"));
        }
        else if (Look(contained.Folder, draft.Refusals) is { } inner
            && IsAsReported(inner, contained.Content, draft.Refusals)
            && Look(contained.Container with { Name = container }, draft.Refusals) is { } outer)
        {
            PlanPair(inner, outer, stay, reason, draft);
        }

        return draft.ToOutcome();
    }

    // The container stays unless a rule says otherwise, since there is more in it.
    private void PlanPair(
        Seen inner, Seen outer, IReadOnlyList<ReportName>? stay, string byHand, Draft draft)
    {
        string whole = $"{outer.Listing.Path} contains all of it";
        KeepChoice choice = _options.Rules.Choose([outer.Candidate, inner.Candidate], s_containedOrder);
        choice = stay is null ? choice : Chosen(choice, stay, byHand);
        draft.Verdicts = choice.Verdicts;
        if (choice.Verdicts.All(static verdict => verdict.Stays))
        {
            draft.Refusals.Add(new PlanRefusal(
                inner.Listing.Path, PlanRefusal.NothingToDo,
                choice.Reason == KeepJudge.NoReference ? choice.Reason : "both folders stay"));
        }
        else if (choice.Verdicts[0].Copy.Names[0] == outer.Listing.Path)
        {
            Add(inner, outer, FolderMatch.Content, stay is null ? whole : byHand, draft);
        }
        else
        {
            AddFiles(outer, inner, stay is null ? choice.Reason : byHand, draft);
        }
    }

    /// <summary>Returns whether a file goes although its folder stays.</summary>
    internal bool IsGoingFile(ReportName name) => _goingFiles.Contains(name);

    // Returns what stays in place of a folder, or the folder itself if it stays.
    private ReportName StayingFor(ReportName folder)
    {
        for (int i = 0; i < _keepers.Count && IsGoing(folder); i++)
        {
            ReportName going = InAndAbove(folder).FirstOrDefault(_keepers.ContainsKey);
            if (going.IsEmpty)
            {
                break;
            }

            (ReportName keeper, FolderMatch match) = _keepers[going];
            folder = match == FolderMatch.Name
                ? new ReportName((byte[])[.. keeper.Bytes, .. folder.Bytes[going.Bytes.Length..]])
                : keeper;
        }

        return folder;
    }

    private bool IsRoot(ReportName folder) => _roots.Contains(folder);

    private bool IsAboveRoot(ReportName folder) =>
        _options.Roots.Any(root => !IsRoot(folder) && PlanPaths.IsAtOrBelow(root.Bytes, folder.Bytes));

    // A root is never removed, so its files go one by one.
    private void AddContent(Seen going, Seen staying, FolderMatch match, string reason, Draft draft)
    {
        string? lacks = FolderPairing.Pair(
            going.Listing, Staying(staying.Listing), match, DigestOf,
            out List<(FolderEntry Going, FolderEntry Staying)> pairs);
        if (lacks is not null)
        {
            draft.Refusals.Add(new PlanRefusal(going.Listing.Path, PlanRefusal.NotComparable, lacks));
            return;
        }

        AddGroups(going.Listing, staying.Listing, pairs, reason, draft);
    }

    // The files of a container that are equal to those of the folder in it go; whatever else is in it stays.
    private void AddFiles(Seen outer, Seen inner, string reason, Draft draft)
    {
        (FolderListing from, FolderListing kept) = (outer.Listing, inner.Listing);
        if (WhyApart(from, kept) is { } against)
        {
            draft.Refusals.Add(new PlanRefusal(from.Path, PlanRefusal.NotComparable, against));
            return;
        }

        // What goes already, and what stays in place of something else, is not to choose from.
        HashSet<(ulong, ulong)> own = [.. kept.Inodes.Select(static inode => inode.Key)];
        var free = new FolderListing(from.Path, from.Facts, [.. from.Files.Where(file =>
            !own.Contains((file.Facts.Device, file.Facts.Inode)) && IsFree(from.NameOf(file)))]);
        AddGroups(from, kept, FolderPairing.PairSome(free, Staying(kept), DigestOf), reason, draft);
        if (draft.Groups.Count == 0)
        {
            draft.Refusals.Add(new PlanRefusal(
                from.Path, PlanRefusal.NothingToDo, "its equal files are kept or removed with other folders"));
        }
    }

    private bool IsFree(ReportName name) => !IsGoingFile(name) && !IsGoing(name)
        && (_staying.Count == 0 || !IsInOrBelow(name, _staying));

    private void AddGroups(
        FolderListing from, FolderListing kept, List<(FolderEntry Going, FolderEntry Staying)> pairs, string reason,
        Draft draft)
    {
        foreach (IGrouping<(ulong, ulong), (FolderEntry Going, FolderEntry Staying)> inode in pairs.GroupBy(
            static pair => (pair.Going.Facts.Device, pair.Going.Facts.Inode)))
        {
            (FolderEntry first, FolderEntry keeper) = inode.First();
            ReportName[] names = [.. inode.Select(pair => from.NameOf(pair.Going))];
            draft.Groups.Add(new PlanGroup
            {
                Size = first.Facts.Size,
                Keep = [new PlanCopy { Names = [kept.NameOf(keeper)], Facts = keeper.Facts }],
                Reason = reason,
                Drop = [new PlanCopy { Names = names, Facts = first.Facts, SymbolicLinks = _linksTo(names) }],
            });
            foreach (ReportName name in names)
            {
                _goingFiles.Add(name);
                _aboveGoingFiles.UnionWith(InAndAbove(name));
            }
        }

        if (pairs.Count > 0)
        {
            Keep(kept.Path);
            _stayingForFiles.Add(kept.Path);
        }
    }

    // A folder without what goes from it.
    private FolderListing Staying(FolderListing listing) => new(
        listing.Path, listing.Facts,
        [.. listing.Entries.Where(entry => !IsGoing(listing.NameOf(entry)) && !IsGoingFile(listing.NameOf(entry)))]);

    private void Keep(ReportName folder)
    {
        _staying.Add(folder);
        _aboveStaying.UnionWith(InAndAbove(folder));
    }

    private static string? WhyApart(FolderListing going, FolderListing staying) =>
        IsInOrBelow(going.Path, [staying.Path]) || IsInOrBelow(staying.Path, [going.Path])
            || Identity.SameInode(going.Facts, staying.Facts)
            ? "it is the folder that stays, under another path"
            : null;

    private string? DigestOf(FolderListing folder, FolderEntry file)
    {
        ReportName name = folder.NameOf(file);
        if (_walk.Enter(PlanPaths.FolderOf(name), out KnownFolder? known, out _).Failed
            || _volume.OpenFile(
                known!.Handle, name.Bytes[(name.Bytes.LastIndexOf((byte)'/') + 1)..], out FileHandle opened,
                out FileFacts facts).Failed)
        {
            return null;
        }

        _proof ??= new FileProof(_volume);
        string? digest = Identity.SameFile(facts, file.Facts) ? _proof.DigestOf(opened, facts.Size) : null;
        _volume.Close(opened);
        return digest;
    }

    /// <summary>Collects what is planned for one group of folders.</summary>
    private sealed class Draft
    {
        internal List<PlanRefusal> Refusals { get; } = [];

        internal List<PlanFolder> Folders { get; } = [];

        internal List<PlanGroup> Groups { get; } = [];

        internal IReadOnlyList<CopyVerdict> Verdicts { get; set; } = [];

        internal PlanOutcome ToOutcome() => new()
        {
            Folders = Folders,
            OfFolders = Groups,
            Refusals = Refusals,
            Verdicts = Verdicts,
        };
    }
}

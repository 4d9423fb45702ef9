using System.Runtime.InteropServices;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Walks the roots and fills the tree.</summary>
/// <remarks>
/// <para>
/// Roots are walked in order, each level by level: all threads list the folders of one depth before the next depth
/// starts. Of several paths to one folder, the path from the first root wins, then the shallowest one, whatever the
/// thread timing; only ties within a level need to be settled by name. The folders of a level are the only queue.
/// </para>
/// <para>
/// Links are followed after all roots have been walked without them, so that a real path takes precedence over one
/// through a link. Saved volumes come last: of their files, only those that can be equal to another one are added.
/// </para>
/// </remarks>
internal sealed class Scanner
{
    private const int FoldersPerTurn = 8;

    // Listing a folder costs as much as reading one file, or as examining this many of its entries.
    private const double FilesPerWork = 16;

    private readonly FindOptions _options;
    private readonly PathTree _tree;
    private readonly ProblemLog _problems;
    private readonly FindProgress _progress;
    private readonly CancellationToken _cancellation;
    private readonly FolderClaims _claims = new();
    private readonly SharedFolders _shared = new();
    private readonly SearchContext _context;
    private readonly ScanWorker?[] _workers = new ScanWorker[WorkerPool.ThreadsMax];
    private readonly DeviceToken[]? _serial;
    private SavedCandidates? _candidates;
    private readonly SortedDictionary<(int Root, int Depth), List<PathId>> _links = [];

    internal Scanner(FindOptions options, PathTree tree, SearchContext context)
    {
        _options = options;
        _tree = tree;
        _context = context;
        _problems = context.Problems;
        _progress = context.Progress;
        _cancellation = context.Cancellation;
        _serial = options.Scan == ScanMode.Serial ? [new DeviceToken("serial", 1)] : null;
    }

    /// <summary>
    /// Gets what returns the digests of the files on disks that have a size, before saved volumes are listed, so that
    /// fewer of their files have to be. Default: null, so that the sizes decide.
    /// </summary>
    internal Func<Predicate<long>, NativeList<Digest128>>? DigestsOf { get; init; }

    /// <summary>
    /// Gets the notes about folders that the threads recorded, if requested. The caller disposes them.
    /// </summary>
    internal FolderNotes[] Notes => [.. Workers.Select(worker => worker.Notes).OfType<FolderNotes>()];

    /// <summary>
    /// Gets the number of names on saved volumes that were left out; see <see cref="SavedCandidates"/>.
    /// </summary>
    internal long LeftOut => Workers.Sum(static worker => worker.LeftOut);

    internal void Run()
    {
        EnterRoots(static volume => volume is not SavedVolume);
        while (_options.LinkKinds == LinkKinds.None && _links.Count > 0 && !_cancellation.IsCancellationRequested)
        {
            FollowLinks(_links.First().Key.Root);
        }

        using (_candidates = SavedCandidates.Of(
            _options, _tree, _options.ReadsDisksFirst ? DigestsOf : null, _cancellation))
        {
            EnterRoots(static volume => volume is SavedVolume);
        }

        foreach (ScanWorker worker in Workers)
        {
            worker.Dispose();
        }
    }

    /// <summary>Returns the symbolic links that were found, if links are listed.</summary>
    internal NativeList<PathId> TakeLinks()
    {
        var links = new NativeList<PathId>();
        foreach (List<PathId> some in _links.Values.Concat(Workers.Select(static worker => worker.Links)))
        {
            links.AddRange(CollectionsMarshal.AsSpan(some));
        }

        _links.Clear();
        return links;
    }

    private void EnterRoots(Predicate<IVolume> are)
    {
        for (int root = 0; root < _options.Roots.Count && !_cancellation.IsCancellationRequested; root++)
        {
            if (are(_options.Roots[root].Volume))
            {
                EnterRoot(root);
            }
        }
    }

    private void EnterRoot(int index)
    {
        FindRoot root = _options.Roots[index];
        VolumeError error = root.Volume.Stat(
            FolderHandle.None, root.Path.Span, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        if (!error.Failed && facts.Kind == EntryKind.Link)
        {
            // A link to a folder is entered, because a user who names it means the folder. A link to a file is never a
            // copy.
            error = root.Volume.Stat(
                FolderHandle.None, root.Path.Span, LinkPolicy.Follow, FactFields.All, out facts);
            bool isFolder = !error.Failed && facts.Kind == EntryKind.Folder;
            if (!isFolder && WorkerOf(0).AddRootLink(index))
            {
                return;
            }

            if (!error.Failed && !isFolder)
            {
                error = new VolumeError(VolumeErrorKind.IsLink);
            }
        }

        if (error.Failed)
        {
            _problems.Add(root.Volume, root.Path.Span, FindStep.Stat, error);
        }
        else if (facts.Kind == EntryKind.File)
        {
            WorkerOf(0).AddRootFile(index, facts);
            CountFiles(WorkerOf(0));
        }
        else if (facts.Kind == EntryKind.Folder)
        {
            // In a bucket, an object can have the key of a folder.
            if (root.Volume is SavedVolume saved && saved.TryFindFile(root.Path.Span, out FileFacts file))
            {
                WorkerOf(0).AddRootFile(index, file);
                CountFiles(WorkerOf(0));
            }

            if (_options.Filter.DepthMax > 0)
            {
                Walk(Level(FolderOf(WorkerOf(0).AddRootFolder(index))), 0, index);
            }
        }
        else
        {
            _problems.Add(root.Volume, root.Path.Span, FindStep.Stat, new VolumeError(VolumeErrorKind.Unsupported));
        }
    }

    private void Walk(NativeList<FoundFolder> level, int depth, int root)
    {
        for (; level.Count > 0 && !_cancellation.IsCancellationRequested; depth++)
        {
            ListAll(level, depth, root);
            level.Dispose();
            level = TakeNextLevel(depth, root);
        }

        level.Dispose();
    }

    private void ListAll(NativeList<FoundFolder> level, int depth, int root)
    {
        _claims.NextLevel();

        // A saved volume has each folder once. Only another root can lead to it again.
        IVolume volume = _options.Roots[root].Volume;
        bool isOnce = volume is SavedVolume && _options.Roots.Count(other => other.Volume == volume) == 1;
        using DeviceLanes<FoundFolder> lanes = DeviceLanes<FoundFolder>.Of(level, TokensOf, FoldersPerTurn);
        _context.WorkerPool.Run(new Job(lanes.Lanes, (worker, lane, first, end) =>
        {
            ScanWorker scan = WorkerOf(worker);
            (scan.SavedCandidates, scan.Lane) = (_candidates, lane);
            int files = 0;
            for (int i = first; i < end && !_cancellation.IsCancellationRequested; i++)
            {
                // Items that were added to the lane are offers to help with a folder.
                if (i < lanes[lane].Length)
                {
                    scan.List(lanes[lane][i], depth, root, _claims, claimed: isOnce);
                }
                else
                {
                    scan.Help();
                }

                files += CountFiles(scan);
            }

            scan.Lane = null;
            return end - first + (files / FilesPerWork);
        })
        {
            Cancellation = _cancellation,
            Order = (_, lane, _) =>
            {
                Span<FoundFolder> folders = lanes[lane];
                folders[Math.Min(lane.Next, folders.Length)..].Sort(
                    static (left, right) => left.Inode.CompareTo(right.Inode));
                return null;
            },
        });
        ResolveTies(depth, root);
    }

    // A folder is assumed to be on the same device as its parent. If another file system is mounted there, its
    // subfolders are assigned correctly on the next level.
    private DeviceToken[] TokensOf(FoundFolder folder)
    {
        PathId parent = _tree.Parent(folder.Path);
        return _serial ?? (parent == PathId.None
            ? []
            : _context.Tokens.Of(_tree.Devices, _tree.MarkOf(parent).Device));
    }

    private FoundFolder FolderOf(PathId path) => new(path, 0, _tree.Length(path));

    private static NativeList<FoundFolder> Level(FoundFolder only)
    {
        var level = new NativeList<FoundFolder>();
        level.Add(only);
        return level;
    }

    private NativeList<FoundFolder> TakeNextLevel(int depth, int root)
    {
        var level = new NativeList<FoundFolder>();
        foreach (ScanWorker worker in Workers)
        {
            level.AddRange(CollectionsMarshal.AsSpan(worker.Folders));
            worker.Folders.Clear();
            if (worker.Links.Count > 0)
            {
                LinksAt(root, depth + 1).AddRange(worker.Links);
                worker.Links.Clear();
            }
        }

        return level;
    }

    private IEnumerable<ScanWorker> Workers => _workers.OfType<ScanWorker>();

    private ScanWorker WorkerOf(int number) => _workers[number] ??= new ScanWorker(_options, _tree, _context, _shared);

    // If several paths of the same depth lead to one folder (bind mounts, followed links), the first by name wins.
    private void ResolveTies(int depth, int root)
    {
        List<FolderClaims.Tie> ties = _claims.TakeTies();
        if (ties.Count == 0)
        {
            return;
        }

        var winners = new Dictionary<(int Device, ulong Inode), (PathId Listed, PathId Winner)>();
        foreach (FolderClaims.Tie tie in ties)
        {
            bool known = winners.TryGetValue(tie.Identity, out (PathId Listed, PathId Winner) pair);
            PathId winner = known ? pair.Winner : tie.Listed;
            winners[tie.Identity] = (tie.Listed, _tree.Compare(tie.Other, winner) < 0 ? tie.Other : winner);
        }

        HashSet<PathId> losers = [.. winners.Values.Where(w => w.Winner != w.Listed).Select(w => w.Listed)];
        if (losers.Count == 0)
        {
            return;
        }

        Forget(losers);
        foreach (((int Device, ulong Inode) identity, (PathId listed, PathId winner)) in winners)
        {
            if (winner != listed)
            {
                _claims.Move(identity, winner);
                WorkerOf(0).List(FolderOf(winner), depth, root, _claims, claimed: true);
                CountFiles(WorkerOf(0));
            }
        }
    }

    private void Forget(HashSet<PathId> folders)
    {
        foreach (ScanWorker worker in Workers)
        {
            worker.Folders.RemoveAll(folder => folders.Contains(_tree.Parent(folder.Path)));
            worker.Links.RemoveAll(link => folders.Contains(_tree.Parent(link)));
        }

        _progress.AddSeen(-_tree.Forget(folders));
    }

    private void FollowLinks(int root)
    {
        var level = new NativeList<FoundFolder>();
        int depth = _links.First().Key.Depth;
        while (!_cancellation.IsCancellationRequested)
        {
            if (_links.Remove((root, depth), out List<PathId>? links))
            {
                foreach (PathId link in links)
                {
                    if (WorkerOf(0).Follow(link, depth, root))
                    {
                        level.Add(FolderOf(link));
                    }
                }

                CountFiles(WorkerOf(0));
            }
            else if (level.Count == 0)
            {
                break;
            }

            ListAll(level, depth, root);
            level.Dispose();
            level = TakeNextLevel(depth, root);
            depth++;
        }

        level.Dispose();
    }

    private List<PathId> LinksAt(int root, int depth)
    {
        if (!_links.TryGetValue((root, depth), out List<PathId>? links))
        {
            _links.Add((root, depth), links = []);
        }

        return links;
    }

    private int CountFiles(ScanWorker worker)
    {
        int files = worker.FilesAdded;
        if (files > 0)
        {
            _progress.AddSeen(files);
            worker.FilesAdded = 0;
        }

        return files;
    }
}

using System.Diagnostics;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Walks the roots and fills the tree.</summary>
/// <remarks>
/// <para>
/// Roots are walked in their order, each level by level: all folders of one depth are listed by all threads before
/// the next depth begins. So of several paths to one folder the first root's and then the shallowest comes first by
/// itself, whatever the timing, and only ties within a level are left to be decided by name. The folders of a level
/// are the only queue.
/// </para>
/// <para>
/// Links are followed after all roots have been walked without them: a real path stands before one through a link.
/// </para>
/// </remarks>
internal sealed class Scanner
{
    // Starting a thread takes about as long as listing so many folders that are in the system's caches.
    private const int FoldersPerThreadMin = 4;

    // What takes longer than this for one folder waits for a device, and then one folder is enough for a thread.
    private static readonly TimeSpan s_slowFolder = TimeSpan.FromMicroseconds(250);

    private readonly FindOptions _options;
    private readonly PathTree _tree;
    private readonly ProblemLog _problems;
    private readonly FindProgress _progress;
    private readonly CancellationToken _cancellation;
    private readonly FolderClaims _claims = new();
    private readonly ScanWorker[] _workers;
    private readonly SortedDictionary<(int Root, int Depth), List<PathId>> _links = [];
    private TimeSpan _timeOfFolder;
    private int _next;

    internal Scanner(FindOptions options, PathTree tree, SearchContext context)
    {
        _options = options;
        _tree = tree;
        _problems = context.Problems;
        _progress = context.Progress;
        _cancellation = context.Cancellation;
        _workers = new ScanWorker[options.Scan == ScanMode.Serial ? 1 : context.Threads];
        for (int i = 0; i < _workers.Length; i++)
        {
            _workers[i] = new ScanWorker(options, tree, _problems);
        }
    }

    /// <summary>How many threads list a level.</summary>
    /// <param name="folders">Folders of the level.</param>
    /// <param name="timeOfFolder">What one folder of the level before took a thread.</param>
    /// <param name="threadsMax">Threads at most.</param>
    internal static int ThreadsFor(int folders, TimeSpan timeOfFolder, int threadsMax) => Math.Clamp(
        timeOfFolder > s_slowFolder ? folders : folders / FoldersPerThreadMin, 1, threadsMax);

    internal void Run()
    {
        for (int root = 0; root < _options.Roots.Count && !_cancellation.IsCancellationRequested; root++)
        {
            EnterRoot(root);
        }

        while (_links.Count > 0 && !_cancellation.IsCancellationRequested)
        {
            FollowLinks(_links.First().Key.Root);
        }
    }

    private void EnterRoot(int index)
    {
        FindRoot root = _options.Roots[index];
        VolumeError error = root.Volume.Stat(
            FolderHandle.None, root.Path.Span, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        if (!error.Failed && facts.Kind == EntryKind.Link)
        {
            // A link to a folder is entered, for whoever names it means the folder; a link to a file is never a copy.
            error = root.Volume.Stat(
                FolderHandle.None, root.Path.Span, LinkPolicy.Follow, FactFields.All, out facts);
            if (!error.Failed && facts.Kind != EntryKind.Folder)
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
            _workers[0].AddRootFile(index, facts);
            CountFiles(_workers[0]);
        }
        else if (facts.Kind == EntryKind.Folder)
        {
            if (_options.Filter.DepthMax > 0)
            {
                Walk([_workers[0].AddRootFolder(index)], 0, index);
            }
        }
        else
        {
            _problems.Add(root.Volume, root.Path.Span, FindStep.Stat, new VolumeError(VolumeErrorKind.Unsupported));
        }
    }

    private void Walk(List<PathId> level, int depth, int root)
    {
        for (; level.Count > 0 && !_cancellation.IsCancellationRequested; depth++)
        {
            ListAll(level, depth, root);
            level = TakeNextLevel(depth, root);
        }
    }

    private void ListAll(List<PathId> level, int depth, int root)
    {
        _claims.NextLevel();
        _next = 0;
        int threads = ThreadsFor(level.Count, _timeOfFolder, _workers.Length);
        long start = Stopwatch.GetTimestamp();
        WorkerTeam.Run(threads, worker =>
        {
            ScanWorker scan = _workers[worker];
            int i;
            while (!_cancellation.IsCancellationRequested && (i = Interlocked.Increment(ref _next) - 1) < level.Count)
            {
                scan.List(level[i], depth, root, _claims);
                CountFiles(scan);
            }
        });
        _timeOfFolder = Stopwatch.GetElapsedTime(start) * threads / Math.Max(1, level.Count);
        SettleTies(depth, root);
    }

    private List<PathId> TakeNextLevel(int depth, int root)
    {
        int count = 0;
        foreach (ScanWorker worker in _workers)
        {
            count += worker.Folders.Count;
        }

        var level = new List<PathId>(count);
        foreach (ScanWorker worker in _workers)
        {
            level.AddRange(worker.Folders);
            worker.Folders.Clear();
            if (worker.Links.Count > 0)
            {
                LinksAt(root, depth + 1).AddRange(worker.Links);
                worker.Links.Clear();
            }
        }

        return level;
    }

    // Several paths of one depth lead to one folder (bind mounts, followed links): the first by name stands.
    private void SettleTies(int depth, int root)
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
                _workers[0].List(winner, depth, root, _claims, claimed: true);
                CountFiles(_workers[0]);
            }
        }
    }

    private void Forget(HashSet<PathId> folders)
    {
        foreach (ScanWorker worker in _workers)
        {
            worker.Folders.RemoveAll(folder => folders.Contains(_tree.Parent(folder)));
            worker.Links.RemoveAll(link => folders.Contains(_tree.Parent(link)));
        }

        foreach (NodeChunk chunk in _tree.Chunks)
        {
            if (chunk.Sizes is not { } sizes)
            {
                continue;
            }

            for (int slot = 0; slot < chunk.Count; slot++)
            {
                int parent = chunk.Nodes[slot].Parent;
                if (sizes[slot] >= 0 && parent >= 0 && folders.Contains(new PathId(parent)))
                {
                    sizes[slot] = NodeChunk.ForgottenSize;
                    _progress.AddSeen(-1);
                }
            }
        }
    }

    private void FollowLinks(int root)
    {
        List<PathId> level = [];
        int depth = _links.First().Key.Depth;
        while (!_cancellation.IsCancellationRequested)
        {
            if (_links.Remove((root, depth), out List<PathId>? links))
            {
                foreach (PathId link in links)
                {
                    if (_workers[0].Follow(link, depth, root))
                    {
                        level.Add(link);
                    }
                }

                CountFiles(_workers[0]);
            }
            else if (level.Count == 0)
            {
                return;
            }

            ListAll(level, depth, root);
            level = TakeNextLevel(depth, root);
            depth++;
        }
    }

    private List<PathId> LinksAt(int root, int depth)
    {
        if (!_links.TryGetValue((root, depth), out List<PathId>? links))
        {
            _links.Add((root, depth), links = []);
        }

        return links;
    }

    private void CountFiles(ScanWorker worker)
    {
        if (worker.FilesAdded > 0)
        {
            _progress.AddSeen(worker.FilesAdded);
            worker.FilesAdded = 0;
        }
    }
}

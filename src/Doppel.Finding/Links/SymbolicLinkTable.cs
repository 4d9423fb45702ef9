using System.Text;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>The symbolic links, in order. Each takes 16 bytes plus its name, target and resolved path.</summary>
internal sealed class SymbolicLinkTable(FindOptions options, PathTree tree, SearchContext context) : IDisposable
{
    private const int LinksPerTurn = 32;

    private readonly NameArena _texts = new();
    private readonly NativeList<SymbolicLinkRow> _rows = new();
    private NativeList<PathId> _links = new();

    internal int Count => _rows.Count;

    public void Dispose()
    {
        _texts.Dispose();
        _rows.Dispose();
        _links.Dispose();
    }

    /// <summary>Returns the number of links in a state.</summary>
    internal long CountOf(LinkState state)
    {
        long count = 0;
        foreach (SymbolicLinkRow row in _rows)
        {
            count += row.State == state ? 1 : 0;
        }

        return count;
    }

    /// <summary>Takes ownership of the links and examines each of them, using all threads.</summary>
    internal void Look(NativeList<PathId> links)
    {
        _links = links;
        if (links.Count == 0)
        {
            return;
        }

        context.Clock.Enter(FindStage.Links, links.Count, 0);
        HashSet<int> roots = DropRepeated();
        using var rows = new NativeBuffer<SymbolicLinkRow>(links.Count);
        rows.Span.Clear();
        new PathSorter(tree).Sort(links.Span, rows.Span);
        LookAtAll(rows, new RootBounds(options.Roots, roots.Contains));
        int kept = 0;
        for (int i = 0; i < rows.Length; i++)
        {
            if ((rows[i].Marks & SymbolicLinkMarks.Listed) != 0)
            {
                links[kept++] = links[i];
                _rows.Add(rows[i]);
            }
        }

        links.Cut(kept);
    }

    internal ReportSymbolicLink ToReport(int index)
    {
        PathId link = _links[index];
        SymbolicLinkRow row = _rows[index];
        bool leadsSomewhere = row.State is LinkState.File or LinkState.Folder or LinkState.Special;
        return new ReportSymbolicLink
        {
            Name = new ReportName(tree.Render(link)),
            Root = tree.RootIndex(link),
            Target = TextOf(row.Target),
            State = row.State,
            Final = TextOf(row.Final),
            LeavesRoots = row.Final == 0 ? null : (row.Marks & SymbolicLinkMarks.LeavesRoots) != 0,
            CrossesVolumes = leadsSomewhere ? (row.Marks & SymbolicLinkMarks.CrossesVolumes) != 0 : null,
        };
    }

    private void LookAtAll(NativeBuffer<SymbolicLinkRow> rows, RootBounds bounds)
    {
        // Links are handed out by number, which is also the index of their row.
        using var numbers = new NativeList<int>();
        for (int i = 0; i < rows.Length; i++)
        {
            numbers.Add(i);
        }

        using DeviceLanes<int> lanes = DeviceLanes<int>.Of(numbers, number => TokensOf(_links[number]), LinksPerTurn);
        var workers = new SymbolicLinkWorker?[WorkerPool.ThreadsMax];
        context.WorkerPool.Run(new Job(lanes.Lanes, (number, lane, first, end) =>
        {
            SymbolicLinkWorker worker = workers[number] ??=
                new SymbolicLinkWorker(options, tree, bounds, _texts, context.Problems);
            ReadOnlySpan<int> ofLane = lanes[lane];
            for (int i = first; i < end && !context.Cancellation.IsCancellationRequested; i++)
            {
                PathId next = i + 1 < end ? _links[ofLane[i + 1]] : PathId.None;
                rows[ofLane[i]] = worker.Look(_links[ofLane[i]], next);
            }

            worker.LeaveFolder();
            context.Progress.AddDone(end - first, 0);
            return end - first;
        })
        {
            Cancellation = context.Cancellation,
        });
        foreach (SymbolicLinkWorker worker in workers.OfType<SymbolicLinkWorker>())
        {
            worker.Dispose();
        }
    }

    private DeviceToken[] TokensOf(PathId link)
    {
        PathId folder = tree.Parent(link);
        return folder == PathId.None ? [] : context.Tokens.Of(tree.Devices, tree.MarkOf(folder).Device);
    }

    // A link that is itself a root and lies below another root has been found twice. The first root wins.
    private HashSet<int> DropRepeated()
    {
        HashSet<int> roots = [];
        foreach (PathId link in _links)
        {
            if (tree.Parent(link) == PathId.None)
            {
                roots.Add(tree.RootIndex(link));
            }
        }

        if (roots.Count > 0)
        {
            var seen = new HashSet<string>(_links.Count);
            _links.Span.Sort(tree.Compare);
            int kept = 0;
            foreach (PathId link in _links)
            {
                if (seen.Add(Encoding.Latin1.GetString(tree.Render(link))))
                {
                    _links[kept++] = link;
                }
            }

            _links.Cut(kept);
        }

        return roots;
    }

    private ReportName TextOf(uint text) => text == 0 ? default : new ReportName(_texts[text].ToArray());
}

/// <summary>What is known about one symbolic link.</summary>
/// <param name="Target">The index of its target in the <see cref="NameArena"/>, or 0 if unknown.</param>
/// <param name="Final">The index of the path that it finally resolves to, or 0 if unknown.</param>
/// <param name="State">The state of the link.</param>
/// <param name="Marks">Additional flags.</param>
internal readonly record struct SymbolicLinkRow(uint Target, uint Final, LinkState State, SymbolicLinkMarks Marks);

/// <summary>Flags that describe a symbolic link in addition to its state.</summary>
[Flags]
internal enum SymbolicLinkMarks : byte
{
    /// <summary>No flags.</summary>
    None = 0,

    /// <summary>The link is listed: it still existed and passed the time filters.</summary>
    Listed = 1,

    /// <summary>The link points outside the roots.</summary>
    LeavesRoots = 2,

    /// <summary>The link points to another device.</summary>
    CrossesVolumes = 4,
}

using Doppel.Catalog;

namespace Doppel.Finding;

/// <content>Uses what the catalog knows, and adds to it.</content>
internal sealed partial class Matcher
{
    /// <summary>
    /// Queries which members of groups share their blocks, for those that were not opened because the catalog knew
    /// them. What the catalog remembers is content; blocks can be moved and shared without a trace in a file's times.
    /// </summary>
    internal void MapKnown(GroupTable groups)
    {
        if (_shared is null)
        {
            return;
        }

        using var copies = new NativeList<int>();
        foreach (GroupRow group in groups.Groups)
        {
            foreach (int copy in groups.SizeOf(group) > Ladder.UnmappedBytesMax ? groups.MembersOf(group) : default)
            {
                if (copy >= 0 && IsUnmapped(copy) && _shared.SpaceOf(_copies.FirstNameOf(copy)) >= 0)
                {
                    copies.Add(copy);
                }
            }
        }

        _context.Clock.Enter(FindStage.Ends, copies.Count, 0);
        ForEach(copies, static (worker, copy, next) =>
        {
            if (worker.Reader.TryOpen(copy, next, out OpenCopy file))
            {
                worker.Extents!.Map(file);
                file.Close();
            }

            return 0;
        });

        // A search without a catalog would not have matched what cannot be opened.
        foreach (GroupRow group in groups.Groups)
        {
            foreach (ref int copy in groups.MembersOf(group))
            {
                copy = copy >= 0 && _copies.States[copy] == CopyState.Failed ? FinalCheck.Dropped : copy;
            }
        }
    }

    // A copy on a saved volume can only be compared by its digest, so the others of its size are hashed completely.
    private void AddKnown(CopyRun run, CopyAction hash)
    {
        using var copies = new NativeList<int>();
        AddRun(copies, run);
        using NativeList<int> comparable = Where(copies, copy => _copies.States[copy] != CopyState.Failed);
        if (comparable.Count > 1)
        {
            hash(comparable.Span);
        }
    }

    // Whether a copy was not open in this search, or not when its blocks could be queried.
    private bool IsUnmapped(int copy) => _known?.UsedCopies[copy] == true || _saved?.IsUnmapped(copy) == true;

    // Whether a copy has its digest without being read.
    private bool IsKnown(int copy) => _saved?.Decides(copy) == true
        ? _copies.States[copy] == CopyState.Hashed
        : _known?.TryHash(copy) == true;

    // Digests are known for all copies of a size or for none, unless they come from the catalog.
    private bool IsHashed(CopyRun run) => _known?.TryHash(run) ?? _copies.States[run.First] == CopyState.Hashed;

    private void Compare(CopyRun run, ContentWork content)
    {
        if (_known is not null)
        {
            using var copies = new NativeList<int>();
            AddRun(copies, run);
            if (!_known.TryMatch(copies.Span, WorkerOf(0).Groups))
            {
                _known.Separate(copies.Span, set => CompareSet(set, content));
            }

            return;
        }

        content.AddCompare(run);
    }

    private void CompareSet(int[] copies, ContentWork content)
    {
        if (copies.Length < 2)
        {
            _known!.Use(copies[0]);
        }
        else if (!_known!.TryMatch(copies, WorkerOf(0).Groups))
        {
            content.AddCompare(copies);
        }
    }

    private void Note(MatchWorker worker, int copy, CopyState state, FactKind kind)
    {
        if (_copies.States[copy] == state)
        {
            worker.Notes?.Add(copy, kind, _copies.Digests[copy]);
        }
    }

    private delegate void CopyAction(ReadOnlySpan<int> copies);
}

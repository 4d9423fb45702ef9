namespace Doppel.Finding;

/// <summary>Reads what groups lack for the report, because matching did not need it.</summary>
internal sealed class GroupCompletion(
    Candidates candidates, CatalogFacts facts, MatchWorkers workers, SearchContext context)
{
    private readonly CopyTable _copies = candidates.Copies;

    /// <summary>
    /// Queries which members of groups share their blocks, for those that were not opened because the catalog knew
    /// them. What the catalog remembers is content; blocks can be moved and shared without a trace in a file's times.
    /// </summary>
    internal void MapExtents(GroupTable groups)
    {
        if (candidates.Shared is not { } shared)
        {
            return;
        }

        using var copies = new NativeList<int>();
        foreach (GroupRow group in groups.Groups)
        {
            foreach (int copy in groups.SizeOf(group) > Ladder.UnmappedBytesMax ? groups.MembersOf(group) : default)
            {
                if (copy >= 0 && IsUnmapped(copy) && shared.SpaceOf(_copies.FirstNameOf(copy)) >= 0)
                {
                    copies.Add(copy);
                }
            }
        }

        context.Clock.Enter(FindStage.Ends, copies.Count, 0);
        workers.ForEach(copies, static (worker, copy, next) =>
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

    /// <summary>
    /// Hashes one copy of each group that was proved without a digest, if every group must have one.
    /// </summary>
    internal void AddDigests(GroupTable groups)
    {
        if (!context.Options.Digests)
        {
            return;
        }

        using var copies = new NativeList<int>();
        foreach (GroupRow group in groups.Groups)
        {
            int first = groups.MemberOf(group, 0);
            if (!groups.TryGetDigest(group, out _) && !candidates.Saved.Contains(first) && !facts.TryHash(first))
            {
                copies.Add(first);
            }
        }

        context.Clock.Enter(FindStage.Content, copies.Count, _copies.BytesOf(copies));
        workers.ForEach(copies, static (worker, copy, _) =>
        {
            worker.HashInBlocks(copy);
            return 0;
        });

        // If a copy cannot be read again, another copy of its group is hashed instead.
        foreach (GroupRow group in groups.Groups)
        {
            for (int i = 1; i < group.Count && !groups.TryGetDigest(group, out _); i++)
            {
                int copy = groups.MemberOf(group, i);
                if (!candidates.Saved.Contains(copy))
                {
                    workers[0].HashInBlocks(copy);
                }
            }
        }

        groups.DropWithoutDigest();
    }

    // Whether a copy was not open in this search, or not when its blocks could be queried.
    private bool IsUnmapped(int copy) => facts.IsUsed(copy) || candidates.Saved.IsUnmapped(copy);
}

using Doppel.Catalog;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>
/// The ladder of matching steps: decides which way the copies of each size go. Each step reads as little as it needs,
/// and only copies that may still have a duplicate move on to the next.
/// </summary>
/// <param name="candidates">The copies to match.</param>
/// <param name="facts">What the catalog knows about the copies.</param>
/// <param name="workers">Read and compare the copies.</param>
/// <param name="context">The state shared by all stages.</param>
internal sealed class Matcher(
    Candidates candidates, CatalogFacts facts, MatchWorkers workers, SearchContext context)
{
    private readonly CopyTable _copies = candidates.Copies;
    private readonly Ladder _ladder = context.Options.Ladder;
    private readonly DigestProof _proof = new(candidates, context);

    // Every group must be compared byte by byte.
    private readonly bool _isExact = context.Options.Proof == ProofDemand.Bytes;

    private int FewMax => _isExact ? Ladder.OpenCopiesMax : _ladder.FewCopiesMax;

    /// <summary>Matches the copies, unless the last search has.</summary>
    /// <returns>The groups.</returns>
    internal IEnumerable<GroupSink> Run()
    {
        if (candidates.Groups is { } groups)
        {
            return [groups];
        }

        using var hashed = new NativeList<int>();
        using var small = new NativeList<int>();
        List<CopyRun> large = [];
        using var content = new ContentWork(_copies, facts.TryHash);
        foreach (CopyRun run in _copies.Runs)
        {
            if (run.Count < 2)
            {
                continue;
            }

            bool isSmall = _copies.SizeOf(run.First) <= _ladder.SmallBytesMax;
            if (candidates.Saved.AnyIn(run))
            {
                AddComparable(run, isSmall ? small.AddRange : content.AddHash);
            }
            else if (facts.TryHash(run))
            {
                AddRun(hashed, run);
            }
            else if (run.Count <= FewMax && (!isSmall || _isExact))
            {
                AddCompare(run, content);
            }
            else if (isSmall)
            {
                AddRun(small, run);
            }
            else
            {
                large.Add(run);
            }
        }

        workers.GroupByDigest(hashed, CopyState.Hashed, _proof.Prove);
        List<CopyRun> parted = SeparateByEnds(large, small);
        HashAtOnce(small);
        workers.GroupByDigest(small, CopyState.Hashed, _proof.Prove);
        HashEnds(parted, content);
        ReadContent(content);
        ProveHashed(content);
        return workers.Groups;
    }

    /// <summary>
    /// Gives all copies their digest: the one that the catalog knows, or by reading the copy once. Forms no groups.
    /// </summary>
    internal void HashAll()
    {
        using var small = new NativeList<int>();
        using var content = new ContentWork(_copies, facts.TryHash);
        for (int copy = 0; copy < _copies.Count; copy++)
        {
            if (_copies.SizeOf(copy) <= _ladder.SmallBytesMax)
            {
                small.Add(copy);
            }
            else
            {
                content.AddHash([copy]);
            }
        }

        HashAtOnce(small);
        ReadContent(content);
    }

    // What was compared can have digests since: an undo computes those of the files that it copies.
    private void AddCompareUnlessHashed(ReadOnlySpan<int> set, ContentWork content)
    {
        foreach (int copy in set)
        {
            if (!facts.HasDigest(copy))
            {
                content.AddCompare(set);
                return;
            }
        }

        content.AddHash(set);
    }

    private static void AddRun(NativeList<int> copies, CopyRun run)
    {
        for (int copy = run.First; copy < run.First + run.Count; copy++)
        {
            copies.Add(copy);
        }
    }

    private static NativeList<int> Where(NativeList<int> copies, Predicate<int> wanted)
    {
        var some = new NativeList<int>();
        foreach (int copy in copies)
        {
            if (wanted(copy))
            {
                some.Add(copy);
            }
        }

        return some;
    }

    // A copy on a saved volume can only be compared by its digest, so the others of its size are hashed completely.
    private void AddComparable(CopyRun run, CopyAction hash)
    {
        using var copies = new NativeList<int>();
        AddRun(copies, run);
        using NativeList<int> comparable = Where(copies, copy => _copies.States[copy] != CopyState.Failed);
        if (comparable.Count > 1)
        {
            hash(comparable.Span);
        }
    }

    private void AddCompare(CopyRun run, ContentWork content)
    {
        if (!facts.HasCatalog)
        {
            content.AddCompare(run);
            return;
        }

        using var copies = new NativeList<int>();
        AddRun(copies, run);
        if (!facts.TryMatch(copies.Span, workers[0].Groups))
        {
            facts.Separate(copies.Span, set => AddCompare(set, content));
        }
    }

    private void AddCompare(int[] set, ContentWork content)
    {
        if (set.Length < 2)
        {
            facts.Use(set[0]);
        }
        else if (!facts.TryMatch(set, workers[0].Groups))
        {
            AddCompareUnlessHashed(set, content);
        }
    }

    // For some sizes, all files start and end alike; reading their ends, which costs an opening, then separates
    // nothing. A few sample files show this. It does not affect what is proved, or how.
    private List<CopyRun> SeparateByEnds(List<CopyRun> runs, NativeList<int> atOnce)
    {
        List<CopyRun> medium = runs.FindAll(
            run => run.Count > Ladder.SampleCopies && _copies.SizeOf(run.First) <= _ladder.MediumBytesMax);
        if (medium.Count == 0 || _ladder.EndBytes == 0)
        {
            return runs;
        }

        using var samples = new NativeList<int>();
        medium.ForEach(run => AddSample(samples, run));
        HashEnds(samples);
        HashSet<CopyRun> alike =
            [.. medium.Where((_, i) => AreEndsAlike(samples.Span.Slice(i * Ladder.SampleCopies, Ladder.SampleCopies)))];
        foreach (CopyRun run in alike)
        {
            AddRun(atOnce, run);
        }

        return runs.FindAll(run => !alike.Contains(run));
    }

    // Copies whose ends the catalog knows come first, since they cost nothing.
    private void AddSample(NativeList<int> samples, CopyRun run)
    {
        int end = samples.Count + Ladder.SampleCopies;
        foreach (bool hasEnds in (ReadOnlySpan<bool>)[true, false])
        {
            for (int copy = run.First; copy < run.First + run.Count && samples.Count < end; copy++)
            {
                if (facts.HasEnds(copy) == hasEnds)
                {
                    samples.Add(copy);
                }
            }
        }
    }

    private bool AreEndsAlike(ReadOnlySpan<int> sample)
    {
        HashSet<Digest128> different = [];
        foreach (int copy in sample)
        {
            different.Add(_copies.Digests[copy]);
        }

        return different.Count <= Ladder.SampleCopies / 2;
    }

    // Processes files of all sizes together in folder order, so that they are neighbours on the disk and in the
    // system's caches.
    private void HashAtOnce(NativeList<int> copies)
    {
        using NativeList<int>? unknown = facts.IsEmpty ? null : Where(copies, copy => !facts.TryHash(copy));
        NativeList<int> left = unknown ?? copies;
        context.Clock.Enter(FindStage.Small, left.Count, _copies.BytesOf(left));
        workers.ForEach(left, static (worker, copy, next) => worker.HashAtOnce(copy, next));
    }

    private void HashEnds(NativeList<int> copies)
    {
        using NativeList<int> left = Where(
            copies, copy => _copies.States[copy] == CopyState.Unread && !facts.TryHashEnds(copy));
        context.Clock.Enter(FindStage.Ends, left.Count, 2L * _ladder.EndBytes * left.Count);
        workers.ForEach(left, static (worker, copy, next) => worker.HashEnds(copy, next));
    }

    private void HashEnds(List<CopyRun> runs, ContentWork content)
    {
        using var all = new NativeList<int>();
        runs.ForEach(run => AddRun(all, run));
        if (_ladder.EndBytes == 0)
        {
            content.AddHash(all.Span);
            return;
        }

        HashEnds(all);
        workers.GroupByDigest(all, CopyState.EndsHashed, (equal, worker) => AddEqualEnds(equal, worker, content));
    }

    private void AddEqualEnds(ReadOnlySpan<int> equal, MatchWorker worker, ContentWork content)
    {
        if (facts.TryMatch(equal, worker.Groups))
        {
            return;
        }

        if (equal.Length > FewMax && candidates.Shared?.AreAllOne(equal) == true)
        {
            worker.Groups.Add(equal, Reports.Proof.Bytes);
            worker.Comparisons?.Begin(equal);
            worker.Comparisons?.AddEqual(equal);
            worker.Comparisons?.End(isComplete: true);
            return;
        }

        lock (content)
        {
            if (equal.Length <= FewMax && _copies.SizeOf(equal[0]) > _ladder.MediumBytesMax)
            {
                AddCompareUnlessHashed(equal, content);
            }
            else
            {
                content.AddHash(candidates.Shared is { } shared ? shared.WithoutRiders(equal) : equal);
            }
        }
    }

    private void ReadContent(ContentWork content)
    {
        context.Clock.Enter(FindStage.Content, content.Copies.Count, content.Bytes);
        workers.Run(content);
    }

    private void ProveHashed(ContentWork content)
    {
        using NativeList<int> hashed = content.HashedCopies();
        candidates.Shared?.HashRiders(
            hashed, copy => workers[0].Note(copy, CopyState.Hashed, FactKind.Whole), copy =>
            {
                if (!context.Cancellation.IsCancellationRequested)
                {
                    workers[0].HashInBlocks(copy);
                }
            });
        workers.GroupByDigest(hashed, CopyState.Hashed, _proof.Prove);
    }

    private delegate void CopyAction(ReadOnlySpan<int> copies);
}

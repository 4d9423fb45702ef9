using Doppel.Reports;

namespace Doppel.Finding;

/// <content>
/// Decides what equal digests prove, compares where they are not enough, and adds digests on request.
/// </content>
internal sealed partial class Matcher
{
    /// <summary>Hashes one copy of each group that was proved without a digest, for formats that show one.</summary>
    internal void FillDigests(GroupTable groups)
    {
        using var copies = new NativeList<int>();
        foreach (GroupRow group in groups.Groups)
        {
            int first = groups.MemberOf(group, 0);
            if (!groups.TryGetDigest(group, out _) && _saved?.Contains(first) != true && _known?.TryHash(first) != true)
            {
                copies.Add(first);
            }
        }

        _context.Clock.Enter(FindStage.Content, copies.Count, SumOfSizes(copies));
        ForEach(copies, (worker, copy, _) =>
        {
            HashInBlocks(worker, copy);
            return 0;
        });

        // If a copy cannot be read again, another copy of its group is hashed instead.
        foreach (GroupRow group in groups.Groups)
        {
            for (int i = 1; i < group.Count && !groups.TryGetDigest(group, out _); i++)
            {
                int copy = groups.MemberOf(group, i);
                if (_saved?.Contains(copy) != true)
                {
                    HashInBlocks(WorkerOf(0), copy);
                }
            }
        }

        groups.DropWithoutDigest();
    }

    // If a byte comparison was requested, equal digests are only a guess. Sets too large to be open at once are
    // compared in batches, each against the first copy.
    private void Prove(ReadOnlySpan<int> equal, MatchWorker worker)
    {
        if (_proof == ProofDemand.Standard)
        {
            worker.Groups.Add(equal, _saved?.ProofOf(equal) ?? Proof.Digest);
            return;
        }

        using var proved = new GroupSink();
        var lockstep = new Lockstep(_copies, worker.Reader, worker.Extents, proved, _context, _ladder);
        List<int> left = [.. equal];
        while (left.Count > 1 && !_cancellation.IsCancellationRequested)
        {
            left = ProveFirst(left, lockstep, proved, worker.Groups);
        }
    }

    /// <summary>
    /// Finds all copies that equal the first of <paramref name="candidates"/>, and returns those that do not.
    /// </summary>
    private static List<int> ProveFirst(List<int> candidates, Lockstep lockstep, GroupSink proved, GroupSink groups)
    {
        int first = candidates[0];
        HashSet<int> same = [first];
        for (int i = 1; i < candidates.Count; i += Ladder.OpenCopiesMax - 1)
        {
            int count = Math.Min(Ladder.OpenCopiesMax - 1, candidates.Count - i);
            proved.Groups.Clear();
            proved.Members.Clear();
            lockstep.Run([first, .. candidates.GetRange(i, count)], hasHead: false);
            foreach (GroupRow group in proved.Groups)
            {
                Span<int> members = proved.Members.Span.Slice(group.First, group.Count);
                if (members.Contains(first))
                {
                    same.UnionWith(members.ToArray());
                }
            }
        }

        if (same.Count > 1)
        {
            groups.Add(same.Order().ToArray(), Proof.Bytes);
        }

        return candidates.FindAll(copy => !same.Contains(copy));
    }
}

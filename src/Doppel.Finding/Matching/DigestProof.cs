using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>Decides what equal digests prove, and compares copies where they are not enough.</summary>
internal sealed class DigestProof(Candidates candidates, SearchContext context)
{
    /// <summary>Adds the groups among copies with equal digests.</summary>
    /// <remarks>
    /// If a byte comparison was requested, equal digests are only a guess. Sets too large to be open at once are
    /// compared in batches, each against the first copy.
    /// </remarks>
    internal void Prove(ReadOnlySpan<int> equal, MatchWorker worker)
    {
        if (context.Options.Proof == ProofDemand.Standard)
        {
            worker.Groups.Add(equal, candidates.Saved.ProofOf(equal));
            return;
        }

        using var proved = new GroupSink();
        var lockstep = new Lockstep(candidates.Copies, worker.Reader, worker.Extents, proved, context);
        List<int> left = [.. equal];
        while (left.Count > 1 && !context.Cancellation.IsCancellationRequested)
        {
            left = ProveFirst(left, lockstep, proved, worker.Groups);
        }
    }

    // Finds all copies that equal the first candidate, and returns those that do not.
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

using Doppel.Hashing;

namespace Doppel.Finding;

/// <content>Finds out by samples whether the ends of files tell them apart.</content>
internal sealed partial class Matcher
{
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
                if ((_known?.HasEnds(copy) == true) == hasEnds)
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
}

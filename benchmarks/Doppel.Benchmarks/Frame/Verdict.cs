namespace Doppel.Benchmarks.Frame;

/// <summary>What the judge found in one table.</summary>
/// <param name="Ahead">Cells in which ours is faster than the best rival.</param>
/// <param name="Judged">Cells that were judged.</param>
/// <param name="Lost">The cells that are lost, as text.</param>
internal sealed record Verdict(int Ahead, int Judged, IReadOnlyList<string> Lost)
{
    /// <summary>The outcome as one sentence.</summary>
    public string Sentence => $"Ours is ahead in {Ahead} of {Judged} judged cells, lost in {Lost.Count}"
        + (Lost.Count > 0 ? ": " + string.Join("; ", Lost) : "") + ".";

    /// <summary>The outcome of several tables.</summary>
    public static Verdict Sum(IEnumerable<Verdict> verdicts)
    {
        Verdict[] all = [.. verdicts];
        return new Verdict(all.Sum(v => v.Ahead), all.Sum(v => v.Judged), [.. all.SelectMany(v => v.Lost)]);
    }
}

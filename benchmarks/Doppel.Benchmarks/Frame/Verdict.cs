namespace Doppel.Benchmarks.Frame;

/// <summary>The result of comparing ours with the rivals in one table.</summary>
/// <param name="Ahead">Cells in which ours is faster than the best rival.</param>
/// <param name="Judged">Cells in which ours was compared with a rival.</param>
/// <param name="Lost">The cells in which ours is slower, as text.</param>
internal sealed record Verdict(int Ahead, int Judged, IReadOnlyList<string> Lost)
{
    /// <summary>The outcome as one sentence.</summary>
    public string Sentence => $"Ours is faster in {Ahead} of {Judged} compared cells, slower in {Lost.Count}"
        + (Lost.Count > 0 ? ": " + string.Join("; ", Lost) : "") + ".";

    /// <summary>The outcome of several tables.</summary>
    public static Verdict Sum(IEnumerable<Verdict> verdicts)
    {
        Verdict[] all = [.. verdicts];
        return new Verdict(all.Sum(v => v.Ahead), all.Sum(v => v.Judged), [.. all.SelectMany(v => v.Lost)]);
    }
}

using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Benchmarks.S3Clients.Work;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>One client in one cell of the scenario.</summary>
/// <param name="Cell">Which.</param>
/// <param name="Collects">Whether a full collection was forced before each round.</param>
/// <param name="Entry">Who.</param>
/// <param name="Rounds">What was measured.</param>
/// <param name="Requests">A round whose requests were counted.</param>
internal sealed record ScenarioResult(
    ScenarioCell Cell, bool Collects, ClientEntry Entry, IReadOnlyList<RoundFigures> Rounds, RoundFigures Requests)
{
    /// <summary>Time and collections.</summary>
    public Row Row => ClientRows.Of(Entry, Cell.Parameters(Collects), Rounds);

    /// <summary>Bytes of the round that allocated most.</summary>
    public long BytesMost => Rounds.Max(round => round.Bytes);

    /// <summary>The most resident memory until its last round, beyond what the test itself holds.</summary>
    public long PeakBytes => Rounds[^1].PeakBytes;

    /// <summary>The median of a figure of one step.</summary>
    public double Median(int step, Func<StepFigures, double> figure) =>
        Statistics.Median([.. Rounds.Select(round => figure(round.Steps[step]))]);
}

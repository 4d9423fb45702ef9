using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Pools;

/// <summary>What was measured of one contender in one cell: the median of its rounds with a 99 % interval.</summary>
internal sealed record Reading
{
    public required Contender Contender { get; init; }

    /// <summary>Nanoseconds for one operation of one thread.</summary>
    public required double CenterNs { get; init; }

    public required double LowNs { get; init; }

    public required double HighNs { get; init; }

    public required double AllocatedBytes { get; init; }

    public required double Gen0 { get; init; }

    public required double Gen1 { get; init; }

    public required double Gen2 { get; init; }

    public required double PauseNs { get; init; }

    /// <summary>
    /// What is left without the loop that every contender goes through. Both errors count: they are independent, so
    /// their squares add up.
    /// </summary>
    public Reading Without(Reading loop) => this with
    {
        CenterNs = CenterNs - loop.CenterNs,
        LowNs = CenterNs - loop.CenterNs - double.Hypot(CenterNs - LowNs, loop.HighNs - loop.CenterNs),
        HighNs = CenterNs - loop.CenterNs + double.Hypot(HighNs - CenterNs, loop.CenterNs - loop.LowNs),
    };

    /// <summary>The same for each of several equal parts of an operation.</summary>
    public Reading Over(int parts) => this with
    {
        CenterNs = CenterNs / parts,
        LowNs = LowNs / parts,
        HighNs = HighNs / parts,
        AllocatedBytes = AllocatedBytes / parts,
        Gen0 = Gen0 / parts,
        Gen1 = Gen1 / parts,
        Gen2 = Gen2 / parts,
        PauseNs = PauseNs / parts,
    };

    /// <summary>The same where an operation takes both threads of a pair, so that it allocates what both do.</summary>
    public Reading OfPair() => this with
    {
        AllocatedBytes = AllocatedBytes * 2,
        Gen0 = Gen0 * 2,
        Gen1 = Gen1 * 2,
        Gen2 = Gen2 * 2,
        PauseNs = PauseNs * 2,
    };

    public Row ToRow(params IReadOnlyList<Parameter> parameters) => new()
    {
        Contestant = Contender.Name,
        Role = Contender.Role,
        Parameters = parameters,
        Runtime = Machine.Runtime,
        CenterNs = CenterNs,
        LowNs = LowNs,
        HighNs = HighNs,
        MedianNs = CenterNs,
        AllocatedBytes = Math.Round(AllocatedBytes, 1),
        Gen0 = Gen0,
        Gen1 = Gen1,
        Gen2 = Gen2,
        PauseNs = PauseNs,
    };
}

using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Finding;

namespace Doppel.Benchmarks.Paths;

/// <summary>Comparing two paths for equality.</summary>
public abstract class PathEquality
{
    /// <summary>
    /// One comparison takes less than a call of the clock can tell, and a pair in constants would be compared by the
    /// JIT.
    /// </summary>
    protected const int Pairs = 64;

    private protected string[] LeftTexts { get; } = new string[Pairs];

    private protected string[] RightTexts { get; } = new string[Pairs];

    private protected TalkPath[] LeftNodes { get; } = new TalkPath[Pairs];

    private protected TalkPath[] RightNodes { get; } = new TalkPath[Pairs];

    private protected PathId[] LeftIds { get; } = new PathId[Pairs];

    private protected PathId[] RightIds { get; } = new PathId[Pairs];

    private protected PathTree Tree => _pair!.Tree;

    /// <summary>The cells.</summary>
    public static IEnumerable<string> PairNames => PathPair.Names;

    /// <summary>Which two paths.</summary>
    [ParamsSource(nameof(PairNames))]
    public string pair { get; set; } = PathPair.LastDigit;

    private PathPair? _pair;

    /// <summary>Makes the paths.</summary>
    [GlobalSetup]
    public void SetUp()
    {
        _pair = PathPair.Of(pair);
        LeftTexts.AsSpan().Fill(_pair.LeftText);
        RightTexts.AsSpan().Fill(_pair.RightText);
        LeftNodes.AsSpan().Fill(_pair.LeftNode);
        RightNodes.AsSpan().Fill(_pair.RightNode);
        LeftIds.AsSpan().Fill(_pair.LeftId);
        RightIds.AsSpan().Fill(_pair.RightId);
    }

    /// <summary>Frees the tree.</summary>
    [GlobalCleanup]
    public void CleanUp() => _pair?.Dispose();
}

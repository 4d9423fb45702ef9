using BenchmarkDotNet.Attributes;
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

    private protected (string Left, string Right)[] Texts { get; } = new (string, string)[Pairs];

    private protected (TalkPath Left, TalkPath Right)[] Nodes { get; } = new (TalkPath, TalkPath)[Pairs];

    private protected (PathId Left, PathId Right)[] Ids { get; } = new (PathId, PathId)[Pairs];

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
        Texts.AsSpan().Fill((_pair.LeftText, _pair.RightText));
        Nodes.AsSpan().Fill((_pair.LeftNode, _pair.RightNode));
        Ids.AsSpan().Fill((_pair.LeftId, _pair.RightId));
    }

    /// <summary>Frees the tree.</summary>
    [GlobalCleanup]
    public void CleanUp() => _pair?.Dispose();
}

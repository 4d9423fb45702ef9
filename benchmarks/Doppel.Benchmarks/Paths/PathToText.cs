using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Finding;

namespace Doppel.Benchmarks.Paths;

/// <summary>From what stands for a path in memory back to its text, as a call of the system needs it.</summary>
public class PathToText
{
    private readonly PathSample _sample = PathSample.Make();
    private readonly byte[] _buffer = new byte[4096];

    /// <summary>A new string from the talk's nodes: the talk names this as a drawback.</summary>
    [Benchmark(OperationsPerInvoke = PathSample.Count), Contestant("the talk's nodes to a string")]
    public int Nodes()
    {
        int sum = 0;
        foreach (TalkPath node in _sample.Nodes)
        {
            sum += node.ToText('/').Length;
        }

        return sum;
    }

    /// <summary>A new string from an id.</summary>
    [Benchmark(OperationsPerInvoke = PathSample.Count), Contestant("path id to a string", Role.Reference)]
    public int Text()
    {
        int sum = 0;
        foreach (PathId id in _sample.Ids)
        {
            sum += _sample.Tree.ToText(id).Length;
        }

        return sum;
    }

    /// <summary>Bytes in a buffer that is kept, as our search does it.</summary>
    [Benchmark(OperationsPerInvoke = PathSample.Count), Contestant("path id to bytes in a buffer", Role.Ours)]
    public int Bytes()
    {
        int sum = 0;
        foreach (PathId id in _sample.Ids)
        {
            sum += _sample.Tree.Render(id, _buffer).Length;
        }

        return sum;
    }

    /// <summary>Frees the tree.</summary>
    [GlobalCleanup]
    public void CleanUp() => _sample.Dispose();
}

using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Finding;

namespace Doppel.Benchmarks.Paths;

/// <summary>
/// Equality of paths, upper and lower case being different. Each method returns how many pairs are equal.
/// </summary>
public class OrdinalEquality : PathEquality
{
    /// <summary>Two strings.</summary>
    [Benchmark(OperationsPerInvoke = Pairs), Contestant("string, Ordinal")]
    public int CompareTexts()
    {
        int equal = 0;
        foreach ((string left, string right) in Texts)
        {
            if (string.Equals(left, right, StringComparison.Ordinal))
            {
                equal++;
            }
        }

        return equal;
    }

    /// <summary>Two nodes of the talk's tree.</summary>
    [Benchmark(OperationsPerInvoke = Pairs), Contestant("the talk's nodes")]
    public int CompareNodes()
    {
        int equal = 0;
        foreach ((TalkPath left, TalkPath right) in Nodes)
        {
            if (left.Equals(right))
            {
                equal++;
            }
        }

        return equal;
    }

    /// <summary>Two numbers.</summary>
    [Benchmark(OperationsPerInvoke = Pairs), Contestant("path id", Role.Ours)]
    public int CompareIds()
    {
        int equal = 0;
        foreach ((PathId left, PathId right) in Ids)
        {
            if (left == right)
            {
                equal++;
            }
        }

        return equal;
    }
}

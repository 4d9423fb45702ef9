using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Paths;

/// <summary>
/// Equality of paths, upper and lower case being different. Each method returns how many pairs are equal.
/// </summary>
public class OrdinalEquality : PathEquality
{
    /// <summary>Two strings.</summary>
    [Benchmark(OperationsPerInvoke = Pairs), Contestant("string, Ordinal")]
    public int Text()
    {
        int equal = 0;
        for (int i = 0; i < Pairs; i++)
        {
            equal += string.Equals(LeftTexts[i], RightTexts[i], StringComparison.Ordinal) ? 1 : 0;
        }

        return equal;
    }

    /// <summary>Two nodes of the talk's tree.</summary>
    [Benchmark(OperationsPerInvoke = Pairs), Contestant("the talk's nodes")]
    public int Nodes()
    {
        int equal = 0;
        for (int i = 0; i < Pairs; i++)
        {
            equal += LeftNodes[i].Equals(RightNodes[i]) ? 1 : 0;
        }

        return equal;
    }

    /// <summary>Two numbers.</summary>
    [Benchmark(OperationsPerInvoke = Pairs), Contestant("path id", Role.Ours)]
    public int Ids()
    {
        int equal = 0;
        for (int i = 0; i < Pairs; i++)
        {
            equal += LeftIds[i] == RightIds[i] ? 1 : 0;
        }

        return equal;
    }
}

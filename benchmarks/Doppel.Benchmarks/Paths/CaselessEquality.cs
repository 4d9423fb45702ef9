using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Paths;

/// <summary>
/// Equality of paths, upper and lower case being one. Each method returns how many pairs are equal.
/// </summary>
public class CaselessEquality : PathEquality
{
    /// <summary>Two strings: the talk's slow row.</summary>
    [Benchmark(OperationsPerInvoke = Pairs), Contestant("string, OrdinalIgnoreCase")]
    public int Text()
    {
        int equal = 0;
        for (int i = 0; i < Pairs; i++)
        {
            equal += string.Equals(LeftTexts[i], RightTexts[i], StringComparison.OrdinalIgnoreCase) ? 1 : 0;
        }

        return equal;
    }

    /// <summary>Two nodes of the talk's tree: its fast row.</summary>
    [Benchmark(OperationsPerInvoke = Pairs), Contestant("the talk's nodes")]
    public int Nodes()
    {
        int equal = 0;
        for (int i = 0; i < Pairs; i++)
        {
            equal += LeftNodes[i].EqualsIgnoreCase(RightNodes[i]) ? 1 : 0;
        }

        return equal;
    }

    /// <summary>Two numbers and the names behind them.</summary>
    [Benchmark(OperationsPerInvoke = Pairs), Contestant("path id", Role.Ours)]
    public int Ids()
    {
        int equal = 0;
        for (int i = 0; i < Pairs; i++)
        {
            equal += Tree.EqualsIgnoreCase(LeftIds[i], RightIds[i]) ? 1 : 0;
        }

        return equal;
    }
}

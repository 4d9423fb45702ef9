using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Paths;

/// <summary>
/// Equality of paths, upper and lower case being one. Each method returns how many pairs are equal.
/// </summary>
public class CaselessEquality : PathEquality
{
    /// <summary>Two strings: the talk's slow row.</summary>
    [Benchmark(OperationsPerInvoke = Pairs), Contestant("string, OrdinalIgnoreCase")]
    public int CompareTexts()
    {
        int equal = 0;
        foreach ((string left, string right) in Texts)
        {
            if (string.Equals(left, right, StringComparison.OrdinalIgnoreCase))
            {
                equal++;
            }
        }

        return equal;
    }

    /// <summary>Two nodes of the talk's tree: its fast row.</summary>
    [Benchmark(OperationsPerInvoke = Pairs), Contestant("the talk's nodes")]
    public int CompareNodes()
    {
        int equal = 0;
        foreach ((TalkPath left, TalkPath right) in Nodes)
        {
            if (left.EqualsIgnoreCase(right))
            {
                equal++;
            }
        }

        return equal;
    }
}

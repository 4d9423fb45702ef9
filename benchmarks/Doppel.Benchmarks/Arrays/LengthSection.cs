using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Pools;

namespace Doppel.Benchmarks.Arrays;

/// <summary>The length that each pool gives for lengths around every power of two.</summary>
internal static class LengthSection
{
    private const int PowerMin = 3;
    private const int PowerMax = 21;

    public static void Run(SuiteRun run)
    {
        Lender[] lenders =
        [
            Lenders.SharedArrays(), Lenders.CreatedArrays(),
            Lenders.CreatedArrays(2048 * 1024, 10), Lenders.Ours(new()),
        ];
        var table = new ResultTable(
            "Lengths given for lengths asked",
            [new Column("asked"), .. lenders.Select(lender => new Column(Name(lender)))]);
        for (int power = PowerMin; power <= PowerMax; power++)
        {
            foreach (int asked in new[] { (1 << power) - 1, 1 << power, (1 << power) + 1 })
            {
                table.AddRow([Text(asked), .. lenders.Select(lender => Text(Given(lender, asked)))]);
            }
        }

        foreach (Lender lender in lenders)
        {
            lender.Close?.Invoke();
        }

        run.Add(table.AddFootnote(
            "All of them round up to a power of two, from 16. `Create` gives exactly what was asked beyond its "
            + "longest array, and does not keep it."));
    }

    private static string Name(Lender lender) => lender.Name.Replace(", 30 s", "", StringComparison.Ordinal);

    private static int Given(Lender lender, int asked)
    {
        var array = (int[])lender.Rent(asked);
        lender.Return(array);
        return array.Length;
    }

    private static string Text(int length) => length.ToString("#,0", CultureInfo.InvariantCulture);
}

using System.Globalization;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Bytes;

/// <summary>
/// Puts the JIT's code of kernels beside their tables, with the bounds checks counted: the slides' reason.
/// </summary>
internal static class KernelCode
{
    /// <summary>Adds the table and the listing of all methods of some types.</summary>
    public static void Add(SuiteRun run, params string[] types)
    {
        IReadOnlyList<MethodListing> listings = run.Disassemble([.. types.Select(type => $"*{type}:*")]);
        VerifyException.Unless(listings.Count > 0, "the JIT wrote its code down");
        var table = new ResultTable(
            "Code of the kernels", new Column("method"), new Column("bytes of code"), new Column("instructions"),
            new Column("bounds checks"), new Column("instructions of the first loop"),
            new Column("bounds checks in it"));
        foreach (MethodListing listing in listings)
        {
            table.AddRow(
                listing.Name, Number(listing.Bytes), Number(listing.Instructions), Number(listing.BoundsChecks),
                Number(listing.LoopInstructions), Number(listing.LoopBoundsChecks));
        }

        run.Add(table.AddFootnote("""
            A bounds check is counted where a jump leads to the code that throws for an index out of range; what is
            called without being inlined, as the loops of `SequenceEqual` and `FirstDifference`, is not looked into.
            Compiled once and in full, without a profile.
            """));
        run.Add(new AttachedFile("disassembly/code.asm", "The code itself",
            string.Join('\n', listings.Select(listing => $"; {listing.Method}\n{listing.Code}"))));
    }

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);
}

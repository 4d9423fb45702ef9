using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels.Pools;
using Doppel.Benchmarks.Pools;

namespace Doppel.Benchmarks.Arrays;

/// <summary>Large arrays from <c>Shared</c>, from <c>Create</c> with bounds, and from ours: source 4.</summary>
internal sealed class ArraysSuite : ISuite
{
    public string Name => "arrays";

    public string Question =>
        "Which array pool is right for large arrays: time, lengths, memory held, and when it comes back?";

    public void Verify()
    {
        foreach (int size in new[] { 800 * 1024, (1024 * 1024) - 1 })
        {
            ArrayWork<ArrayRivals.NewExact>.Verify(size);
            ArrayWork<ArrayRivals.New>.Verify(size);
            ArrayWork<ArrayRivals.Shared>.Verify(size);
            ArrayWork<ArrayRivals.Created>.Verify(size);
            ArrayWork<ArrayRivals.Doppel>.Verify(size);
        }
    }

    public void Run(SuiteRun run)
    {
        run.Note("""
            The article's program rents arrays of 800 Ki to 1 Mi ints, fills them and returns them cleared, against
            new ones. Done otherwise here, and why:

            - It draws only 10,000 of its 30,000 lengths; the other 20,000 new arrays have no elements. Here all
              have.
            - It subtracts two counters of allocated bytes from a third, so that its second figure is wrong, and
              starts them without waiting for other threads' counts. Here each contestant's own bytes are counted.
            - It clears inside the time, without a line that does not. Here there are both, and the filling, which
              is most of the time of all, is measured alone and subtracted.
            - It shows memory as one picture. Here each pool runs in a process of its own, and what it holds is
              counted.
            """);
        if (run.IsShort)
        {
            run.Note("A short run: fewer rounds, and 6 s after the burst instead of 100.");
        }

        ProgramSection.Run(run);
        LengthSection.Run(run);
        HitSection.Run(run);
        GrowthSection.Run(run);
        DropSection.Run(run);
        new MemorySection(run).Run();
        run.Add(Claims());
    }

    private static ResultTable Claims() =>
        new ResultTable("Where the article's sentences are answered", new Column("sentence"), new Column("answered by"))
            .AddRow("Renting saves time and allocations over making arrays", "the two tables of 800 Ki to 1 Mi ints")
            .AddRow("`Shared` makes arrays above 2^20 elements anew each time", "hit rates, last column")
            .AddRow("The length given may be more than asked, always 16 × 2^n", "lengths given for lengths asked")
            .AddRow(
                "Idle memory comes back after 10 to 20 seconds with a gen 2 collection, in batches",
                "after a burst; the plots over time")
            .AddRow(
                "What `Shared` holds grows with concurrency, seemingly without a limit",
                "held under rising concurrency")
            .AddRow(
                "`Create` bounds the memory that cannot come back",
                "held under rising concurrency; after a burst")
            .AddRow("`Create(1024 * 2048, 10)` serves larger arrays", "lengths given; hit rates, last column")
            .AddRow("A dropped `Create` pool is freed whole at the next collection", "held by a pool that is dropped")
            .AddRow("Lengths should be much alike, or hits become rare", "hit rates");
}

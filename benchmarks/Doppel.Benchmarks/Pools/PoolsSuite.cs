using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels.Pools;

namespace Doppel.Benchmarks.Pools;

/// <summary>Object and array pools over sizes, threads and ways of use: source 2, and what it left out.</summary>
internal sealed class PoolsSuite : ISuite
{
    public string Name => "pools";

    public string Question =>
        "What does a pool of objects or arrays save over making new ones, by size, threads and way of use?";

    public void Verify()
    {
        // Sizes of which no cell is measured: arrays that this thread made would lie side by side in the shared
        // tiers.
        foreach (int size in new[] { 200, 2_000, 200_000 })
        {
            ArrayRivals.Microsoft.SetLength(size);
            ArrayWork<ArrayRivals.New>.Verify(size);
            ArrayWork<ArrayRivals.Shared>.Verify(size);
            ArrayWork<ArrayRivals.Created>.Verify(size);
            ArrayWork<ArrayRivals.Microsoft>.Verify(size);
            ArrayWork<ArrayRivals.Slot>.Verify(size);
            ArrayWork<ArrayRivals.Doppel>.Verify(size);
            ListWork<ListRivals.New<int>>.Verify(size);
            ListWork<ListRivals.NewSized<int>>.Verify(size);
            ListWork<ListRivals.Seed<int>>.Verify(size);
            ListWork<ListRivals.Microsoft<int>>.Verify(size);
            ListWork<ListRivals.Slot<int>>.Verify(size);
            ListWork<ListRivals.Doppel<int>>.Verify(size);
        }
    }

    public void Run(SuiteRun run)
    {
        run.Note("""
            The article's programs rent, use and return 100 times on each of 1 to 32 threads: an `int[]` that is
            summed and returned cleared, a `List<int>` that is filled by `Add`. Done otherwise here, and why:

            - It starts a task for each thread inside the measured time, which is most of the time of its small
              cells. Here the threads exist before, set off together, and the time runs from the first one's begin
              to the last one's end.
            - Its loop over the elements is most of the time from about 1,000 elements on. Here the loop is also
              measured alone, in the same rounds, and subtracted; the intervals hold the errors of both.
            - Its pools clear the rounded length (1,048,576 for 1,000,000) and its `new` only what was asked for.
              Here all have the rounded length. (`arrays` shows both.)
            - It never has two objects out at a time, never returns on another thread, and does not look at the
              memory that is held. These are sections of their own below.

            Contestants take turns within each cell. Every line is the median of its rounds with a 99 % interval.
            """);
        if (run.IsShort)
        {
            run.Note(
                "A short run: sizes 10, 1,000, 50,000 and 1,000,000 with 1, 2 and 32 threads, fewer and "
                + "shorter rounds.");
        }

        BareSection.Run(run);
        new GridSection(run).Run();
        SeveralSection.Run(run);
        HandOverSection.Run(run);
        NoiseSection.Run(run);
        HeldSection.Run(run);
        run.Add(Claims());
    }

    private static ResultTable Claims() =>
        new ResultTable("Where the article's sentences are answered", new Column("sentence"), new Column("answered by"))
            .AddRow(
                "`ObjectPool` is 10 to 50 % faster than new lists on one thread",
                "lists, the whole operation; the plot of its deviation")
            .AddRow("`ObjectPool` loses with many threads and small objects", "the same, 10 and 1,000 items")
            .AddRow(
                "The cause is threads that wait for one another at its fast item and queue",
                "lists, the loop subtracted, 1 against 2 threads")
            .AddRow(
                "`Shared` is faster almost always, but for 10 elements",
                "arrays, the whole operation; its deviation")
            .AddRow("`Create` loses with many threads and small arrays", "arrays, both tables; its deviation")
            .AddRow(
                "A pool pays where making an object is dear; its locks may cost more than they save",
                "both grids; several out at once; handing over")
            .AddRow(
                "(a reader) The point is the collector's work, not the time",
                "beside an allocating thread; allocated bytes and pauses of every row");
}

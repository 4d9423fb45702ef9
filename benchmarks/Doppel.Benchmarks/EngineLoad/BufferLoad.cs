using System.Buffers;
using System.Globalization;
using System.Runtime.CompilerServices;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Opening;

namespace Doppel.Benchmarks.EngineLoad;

/// <summary>
/// The talk's choice of one <c>ArrayPool.Create()</c> in place of <c>Shared</c>, under the load of a search.
/// </summary>
internal static class BufferLoad
{
    /// <summary>
    /// Who lends buffers. A source is made anew for each use; the shared pool is the same one each time.
    /// </summary>
    public static IReadOnlyList<(string Name, Role Role, Func<IBufferSource> Make)> Sources { get; } =
    [
        ("new byte[]", Role.Rival, () => new NewBuffers()),
        ("ArrayPool.Shared", Role.Rival, () => new ArrayPoolBuffers(ArrayPool<byte>.Shared)),
        ("one ArrayPool.Create()", Role.Rival, () => new ArrayPoolBuffers(ArrayPool<byte>.Create())),
        ("ours, BufferPool<byte>", Role.Ours, () => new OwnBuffers()),
    ];

    /// <summary>Checks that the same is read whoever lends the buffers.</summary>
    public static void Verify(string folder)
    {
        const int Count = 120;
        var load = new ReadLoad(new LoadFiles(folder));
        ulong expected = load.Read(new NewBuffers(), 1, Count);
        foreach ((string name, _, Func<IBufferSource> make) in Sources)
        {
            VerifyException.UnlessEqual(expected, load.Read(make(), 2, Count), name);
        }
    }

    /// <summary>Measures time, allocation and what is held.</summary>
    /// <param name="run">Takes the tables.</param>
    /// <param name="folder">A scratch folder that does not exist yet.</param>
    public static void Run(SuiteRun run, string folder)
    {
        var load = new ReadLoad(new LoadFiles(folder));
        run.Add(MeasureHeld(load, run.Pick(1_500, 6_000)));
        List<Row> rows = [];
        foreach (int threads in run.Pick<int[]>([1, 2, 8], [1, 2, 4, 8, 16]))
        {
            int count = run.Pick(1_500, 9_000);
            Contestant[] contestants =
            [
                .. Sources.Select(source =>
                    ToContestant(source.Name, source.Role, source.Make(), load, threads, count)),
            ];
            string text = threads.ToString(CultureInfo.InvariantCulture);
            rows.AddRange(run.Measure(contestants, [new Parameter(Judge.Threads, text)], run.Pick(5, 15)));
        }

        run.Add(FileTable.Of(
            "Buffers under the load of a search", rows,
            "One file is one operation, or one pair. Each thread opens a file, rents a buffer of its length (up to "
            + "64 KiB), reads it whole and hashes it; every fifteenth time it rents two blocks of 128 KiB and "
            + "compares two files of 384 KiB. The talk saw no difference in speed on .NET 8 between one created "
            + "pool and the shared one, and less memory."));
    }

    private static ResultTable MeasureHeld(ReadLoad load, int count)
    {
        const int Threads = 16;
        var table = new ResultTable(
            $"Buffers held after {Threads} threads have read",
            new("source"), new("held while the threads live"), new("held when they have ended"),
            new("held after the source was dropped"));
        foreach ((string name, Role role, Func<IBufferSource> make) in Sources)
        {
            (TrackedBuffers tracked, long alive) = ReadWith(make, load, Threads, count);
            long ended = tracked.HeldBytes();
            tracked.Drop();
            table.AddRow(
                role == Role.Ours ? $"**{name}**" : name, Figures.Bytes(alive), Figures.Bytes(ended),
                Figures.Bytes(tracked.HeldBytes()));
        }

        return table.AddFootnote(
            "All buffers have been returned; counted after a full collection. The shared pool keeps a slot of each "
            + "size for each thread while it lives, and cannot be dropped: what it holds it gives back a while "
            + "later, at collections of the oldest generation. The talk names both as its reasons for one created "
            + "pool: less memory, and memory that can be let go. A created pool that is not dropped gives back "
            + "nothing; ours does when it was idle.");
    }

    // Apart, so that no register or stack slot of the caller still holds the source when it is dropped.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (TrackedBuffers Tracked, long Alive) ReadWith(
        Func<IBufferSource> make, ReadLoad load, int threads, int count)
    {
        long alive = 0;
        var tracked = new TrackedBuffers(make());
        load.Read(tracked, threads, count, () => alive = tracked.HeldBytes());
        return (tracked, alive);
    }

    private static Contestant ToContestant(
        string name, Role role, IBufferSource source, ReadLoad load, int threads, int count) =>
        new(name, role, () =>
        {
            load.Read(source, threads, count);
            return count;
        });
}

using System.Diagnostics;
using System.Globalization;
using Doppel.Benchmarks.Pools;
using Doppel.Pooling;

namespace Doppel.Benchmarks.Arrays;

/// <summary>
/// What one pool does in a process of its own, so that heap and resident memory are its own: the article's program
/// for a while, a burst of many threads, then nothing.
/// </summary>
internal static class MemoryScript
{
    /// <summary>The first argument that makes <c>Program</c> such a process.</summary>
    public const string Verb = "--child-memory";

    public const int BurstThreads = 64;
    public const int BurstEach = 4;
    public const int BurstLength = 256 * 1024;

    /// <summary>The idle time that ours has where it does not have its default.</summary>
    public static TimeSpan ShortIdle { get; } = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan s_work = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan s_step = TimeSpan.FromMilliseconds(100);

    /// <summary>The pools by the names that the child is given.</summary>
    public static Lender Pool(string name) => name switch
    {
        "new" => Lenders.NewArrays(),
        "shared" => Lenders.SharedArrays(),
        "create" => Lenders.CreatedArrays(),
        "ours-1" => Lenders.Ours(new PoolOptions { IdleTime = ShortIdle }),
        "ours-30" => Lenders.Ours(new PoolOptions()),
        _ => throw new ArgumentOutOfRangeException(nameof(name), name, "No such pool."),
    };

    /// <summary>The child's whole life. Writes a line for each sample.</summary>
    /// <param name="arguments">Verb, pool, <c>collecting</c> or <c>quiet</c>, seconds after the burst, file.</param>
    public static int Run(IReadOnlyList<string> arguments)
    {
        Lender pool = Pool(arguments[1]);
        bool isCollecting = arguments[2] == "collecting";
        var idle = TimeSpan.FromSeconds(int.Parse(arguments[3], CultureInfo.InvariantCulture));
        using var writer = new StreamWriter(arguments[4]);
        using var team = new ThreadTeam(BurstThreads);
        var alive = new AliveBytes();
        List<MemorySample> samples = [];
        long start = Stopwatch.GetTimestamp();
        Work(pool, () => samples.Add(Sample(Stopwatch.GetElapsedTime(start), held: null)));
        Burst.Run(team, BurstThreads, pool, BurstLength, BurstEach, alive);
        TimeSpan burstEnd = Stopwatch.GetElapsedTime(start);
        samples.Add(Sample(burstEnd, held: null));
        Watch(idle, isCollecting, held => samples.Add(Sample(Stopwatch.GetElapsedTime(start), held)), alive);
        foreach (MemorySample sample in samples)
        {
            writer.WriteLine(Write(sample with { Time = sample.Time - burstEnd }));
        }

        pool.Close?.Invoke();
        return 0;
    }

    /// <summary>Reads what a child wrote.</summary>
    public static MemorySample Read(string line)
    {
        long[] fields = [.. line.Split(' ').Select(field => long.Parse(field, CultureInfo.InvariantCulture))];
        return new MemorySample(new TimeSpan(fields[0]), fields[1], fields[2], fields[3] < 0 ? null : fields[3]);
    }

    private static string Write(MemorySample sample) => FormattableString.Invariant(
        $"{sample.Time.Ticks} {sample.HeapBytes} {sample.ResidentBytes} {sample.HeldBytes ?? -1}");

    private static void Work(Lender pool, Action sample)
    {
        int[] lengths = ProgramSection.RandomLengths();
        long begin = Stopwatch.GetTimestamp();
        TimeSpan next = TimeSpan.Zero;
        for (int i = 0; Stopwatch.GetElapsedTime(begin) < s_work; i++)
        {
            pool.Return(pool.Rent(lengths[i % lengths.Length]));
            if (Stopwatch.GetElapsedTime(begin) >= next)
            {
                sample();
                next += s_step;
            }
        }
    }

    private static void Watch(TimeSpan idle, bool isCollecting, Action<long?> sample, AliveBytes alive)
    {
        long begin = Stopwatch.GetTimestamp();
        int collections = 0;
        for (int step = 0; Stopwatch.GetElapsedTime(begin) < idle; step++)
        {
            long? held = null;
            if (isCollecting && Stopwatch.GetElapsedTime(begin).TotalSeconds >= collections)
            {
                AliveBytes.Collect();
                held = alive.Count();
                collections++;
            }

            sample(held);
            TimeSpan left = ((step + 1) * s_step) - Stopwatch.GetElapsedTime(begin);
            Pause.For(left > TimeSpan.Zero ? left : TimeSpan.Zero);
        }
    }

    private static MemorySample Sample(TimeSpan time, long? held) =>
        new(time, GC.GetTotalMemory(forceFullCollection: false), Environment.WorkingSet, held);
}

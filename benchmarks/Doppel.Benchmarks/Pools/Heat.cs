using System.Runtime;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Pools;

/// <summary>Measures contenders in turns, so that a slow second of the machine falls on all of them alike.</summary>
internal sealed class Heat(ThreadTeam team, HeatBudget budget)
{
    /// <summary>Runs all contenders and returns their readings in the same order.</summary>
    /// <param name="contenders">Who takes part, warmed up (<see cref="WarmUp(IReadOnlyList{Contender})"/>).</param>
    public Reading[] Run(IReadOnlyList<Contender> contenders)
    {
        int[] operations = [.. contenders.Select(Calibrate)];
        Series[] series = [.. contenders.Select(_ => new Series())];
        for (int round = 0; round < budget.Rounds; round++)
        {
            for (int i = 0; i < contenders.Count; i++)
            {
                // Each second round goes the other way, so that nobody always follows the same neighbour.
                int turn = round % 2 == 0 ? i : contenders.Count - 1 - i;
                series[turn].Add(team, contenders[turn].Work, operations[turn]);
            }
        }

        return [.. series.Select((one, i) => one.ToReading(contenders[i], operations[i], team.Count))];
    }

    /// <summary>Lets the just-in-time compiler finish with the contenders' code.</summary>
    public static void WarmUp(IReadOnlyList<Contender> contenders) => WarmUp(contenders, work => work(0, 8));

    /// <summary>The same for work that needs more than one thread at a time.</summary>
    public static void WarmUp(IReadOnlyList<Contender> contenders, Action<Action<int, int>> call)
    {
        // Each of the compiler's tiers wants 30 calls, and some methods are called only by those of a later tier.
        for (int tier = 0; tier < 4; tier++)
        {
            foreach (Contender contender in contenders)
            {
                for (int calls = 0; calls < 40; calls++)
                {
                    call(contender.Work);
                }
            }

            WaitForCompiler();
        }
    }

    // Its background thread begins after 100 ms without new methods and may be slow where the machine is busy.
    private static void WaitForCompiler()
    {
        long compiled;
        do
        {
            compiled = JitInfo.GetCompiledMethodCount();
            Pause.For(TimeSpan.FromMilliseconds(160));
        }
        while (JitInfo.GetCompiledMethodCount() != compiled);
    }

    private int Calibrate(Contender contender)
    {
        int operations = 1;
        while (true)
        {
            // The better of two: what only the first call on a thread pays, or a thread that had to wait for its turn,
            // would end the search early, and a round of few operations measures little but the way to its begin.
            TimeSpan time = Shorter(team.Run(contender.Work, operations), team.Run(contender.Work, operations));
            if (time >= budget.Round / 4 || operations >= 1 << 26)
            {
                double wanted = operations * (budget.Round / time);
                return (int)Math.Clamp(wanted, 1, 1 << 28);
            }

            operations *= 4;
        }
    }

    private static TimeSpan Shorter(TimeSpan one, TimeSpan other) => one < other ? one : other;

    private sealed class Series
    {
        private readonly List<double> _nanoseconds = [];
        private readonly int[] _collections = new int[3];
        private long _allocatedBytes;
        private TimeSpan _paused;

        public void Add(ThreadTeam team, Action<int, int> work, int operations)
        {
            ReadOnlySpan<int> before = [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];
            TimeSpan pausedBefore = GC.GetTotalPauseDuration();
            TimeSpan time = team.Run(work, operations);
            _paused += GC.GetTotalPauseDuration() - pausedBefore;
            for (int generation = 0; generation < before.Length; generation++)
            {
                _collections[generation] += GC.CollectionCount(generation) - before[generation];
            }

            _allocatedBytes += team.AllocatedBytes;
            _nanoseconds.Add(time.TotalNanoseconds / operations);
        }

        public Reading ToReading(Contender contender, int operations, int threads)
        {
            double all = (double)operations * threads * _nanoseconds.Count;
            (double low, double high) = Statistics.MedianInterval(_nanoseconds);
            return new Reading
            {
                Contender = contender,
                CenterNs = Statistics.Median(_nanoseconds),
                LowNs = low,
                HighNs = high,
                AllocatedBytes = _allocatedBytes / all,
                Gen0 = 1000 * _collections[0] / all,
                Gen1 = 1000 * _collections[1] / all,
                Gen2 = 1000 * _collections[2] / all,
                PauseNs = _paused.TotalNanoseconds / all,
            };
        }
    }
}

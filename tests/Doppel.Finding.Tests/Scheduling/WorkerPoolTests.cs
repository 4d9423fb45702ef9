using Doppel.Testing;
using Xunit;

namespace Doppel.Finding.Tests;

public sealed class WorkerPoolTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void Every_piece_is_done_once_and_no_device_by_more_threads_than_it_has_tokens(int seed)
    {
        var random = new Random(seed + TestRun.SeedOffset);
        DeviceToken[] tokens = [new("a", 1), new("b", 3), new("c", 2)];
        int[] held = new int[3];
        using var workers = new WorkerPool(2, 16, TimeProvider.System, null);
        for (int round = 0; round < TestRun.Count(20, 200); round++)
        {
            Lane[] lanes = [.. Enumerable.Range(0, random.Next(1, 6)).Select(number =>
                new Lane([.. tokens.Where(_ => random.Next(2) == 0)], random.Next(0, 300), 8) { Number = number })];
            int[][] done = [.. lanes.Select(_ => new int[300])];
            workers.Run(new Job(lanes, (_, lane, first, end) =>
            {
                Change(lane, 1);
                for (int i = first; i < end; i++)
                {
                    Interlocked.Increment(ref done[lane.Number][i]);
                }

                Change(lane, -1);
                return end - first;
            }));

            Assert.All(lanes, lane => Assert.True(lane.IsExhausted));
            Assert.All(done, pieces => Assert.All(pieces, times => Assert.InRange(times, 0, 1)));
            Assert.Equal(lanes.Sum(lane => lane.Next), done.Sum(pieces => pieces.Sum()));
            Assert.All(tokens, token => Assert.Equal(0, token.Held));
        }

        void Change(Lane lane, int by)
        {
            foreach (DeviceToken token in lane.Tokens)
            {
                int now = Interlocked.Add(ref held[Array.IndexOf(tokens, token)], by);
                Assert.InRange(now, 0, token.Width);
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void Items_that_are_added_during_a_job_are_done_once_too(int threads)
    {
        using var workers = new WorkerPool(threads, threads, TimeProvider.System, null);
        for (int round = 0; round < TestRun.Count(200, 2_000); round++)
        {
            var lane = new Lane([], 5, 2);
            int added = 0;
            int[] done = new int[100];
            workers.Run(new Job([lane], (_, _, first, end) =>
            {
                for (int i = first; i < end; i++)
                {
                    Interlocked.Increment(ref done[i]);
                    if (Interlocked.Increment(ref added) <= 95)
                    {
                        workers.Extend(lane);
                    }
                }

                return end - first;
            }));
            Assert.All(done, times => Assert.Equal(1, times));
        }
    }

    [Fact]
    public void An_exception_in_any_worker_propagates_and_the_next_job_runs()
    {
        using var workers = new WorkerPool(3, 3, TimeProvider.System, null);
        for (int round = 0; round < 20; round++)
        {
            Assert.Throws<InvalidDataException>(() => workers.Run(Job.Computing(1000, 4, (_, first, end) =>
            {
                if (first <= 500 && end > 500)
                {
                    throw new InvalidDataException("here");
                }
            })));
            int done = 0;
            workers.Run(Job.Computing(1000, 4, (_, first, end) => Interlocked.Add(ref done, end - first)));
            Assert.Equal(1000, done);
        }
    }

    [Fact]
    public void A_job_ends_early_when_it_is_called_off()
    {
        using var workers = new WorkerPool(2, 2, TimeProvider.System, null);
        using var stop = new CancellationTokenSource();
        int done = 0;
        workers.Run(new Job([new Lane([], 100_000, 10)], (_, _, first, end) =>
        {
            if (Interlocked.Add(ref done, end - first) > 50)
            {
                stop.Cancel();
            }

            return end - first;
        })
        { Cancellation = stop.Token });
        Assert.InRange(done, 51, 200);
    }

    [Fact]
    public void No_two_workers_at_work_have_the_same_number()
    {
        using var workers = new WorkerPool(4, 4, TimeProvider.System, null);
        int[] inside = new int[4];
        workers.Run(Job.Computing(20_000, 1, (worker, _, _) =>
        {
            Assert.Equal(1, Interlocked.Increment(ref inside[worker]));
            Interlocked.Decrement(ref inside[worker]);
        }));
        Assert.InRange(workers.Workers, 1, 4);
    }
}

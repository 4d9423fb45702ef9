using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class SimulatedTimeTests
{
    private readonly SimulatedTime _time = new();

    [Fact]
    public void Waiting_takes_simulated_time_and_computing_takes_none()
    {
        long start = _time.GetTimestamp();
        TimeSpan took = _time.Run(() =>
        {
            _time.Wait(TimeSpan.FromHours(2));
            Assert.Equal(TimeSpan.FromHours(2), _time.GetElapsedTime(start));
            _time.Wait(TimeSpan.FromSeconds(1));
        });

        Assert.Equal(TimeSpan.FromSeconds(7201), took);
        Assert.Equal(TimeSpan.FromSeconds(1), _time.Run(() => _time.Wait(TimeSpan.FromSeconds(1))));
    }

    [Fact]
    public void Threads_wait_at_the_same_time_and_wake_one_after_the_other_in_the_order_of_time()
    {
        List<(int Thread, double Ms)> seen = []; // unguarded: only one of them runs at a time
        TimeSpan took = _time.Run(4, number =>
        {
            for (int i = 0; i < 3; i++)
            {
                _time.Wait(TimeSpan.FromMilliseconds(10 + number));
                seen.Add((number, _time.Elapsed.TotalMilliseconds));
            }
        });

        Assert.Equal(TimeSpan.FromMilliseconds(39), took);
        Assert.Equal(
            [
                (0, 10), (1, 11), (2, 12), (3, 13),
                (0, 20), (1, 22), (2, 24), (3, 26),
                (0, 30), (1, 33), (2, 36), (3, 39),
            ],
            seen);
    }

    [Fact]
    public void Time_does_not_advance_while_a_thread_woken_by_another_runs()
    {
        using var ready = new SemaphoreSlim(0);
        TimeSpan woken = default;
        TimeSpan took = _time.Run(3, number =>
        {
            if (number == 0)
            {
                _time.Suspend();
                ready.Wait(TestContext.Current.CancellationToken);
                woken = _time.Elapsed;
                _time.Wait(TimeSpan.FromMilliseconds(5));
            }
            else if (number == 1)
            {
                _time.Wait(TimeSpan.FromMilliseconds(3));
                _time.Resume(1);
                ready.Release();
            }
            else
            {
                _time.Wait(TimeSpan.FromMilliseconds(4));
            }
        });

        Assert.Equal(TimeSpan.FromMilliseconds(3), woken);
        Assert.Equal(TimeSpan.FromMilliseconds(8), took);
    }

    [Fact]
    public void A_standstill_is_an_error_and_frees_the_threads_that_wait_for_each_other()
    {
        var time = new SimulatedTime(stallAfter: TimeSpan.Zero);
        using var never = new SemaphoreSlim(0);
        using var freed = new CountdownEvent(2);
        var thread = new Thread(() =>
        {
            time.Wait(TimeSpan.FromMilliseconds(7));
            WaitForEver();
        });

        var failure = Assert.Throws<InvalidOperationException>(() => time.Run(() =>
        {
            time.Resume(1);
            thread.Start();
            WaitForEver();
        }));
        freed.Wait(TestContext.Current.CancellationToken);

        Assert.StartsWith("Standstill at 00:00:00.0070000", failure.Message, StringComparison.Ordinal);
        Assert.Contains("2 wait for each other", failure.Message, StringComparison.Ordinal);

        void WaitForEver()
        {
            try
            {
                time.Suspend();
                never.Wait(CancellationToken.None);
            }
            catch (ThreadInterruptedException)
            {
                freed.Signal();
            }
        }
    }

    [Fact]
    public void Breaking_the_thread_count_is_an_error()
    {
        Assert.Throws<InvalidOperationException>(() => new SimulatedTime().Wait(TimeSpan.FromSeconds(1)));
        Assert.Throws<InvalidOperationException>(() => _time.Run(() => _time.Resume(1)));
        Assert.Throws<InvalidOperationException>(() => _time.Wait(TimeSpan.Zero)); // and it stays one
    }

    [Fact]
    public void An_error_of_one_thread_ends_the_waiting_of_all()
    {
        var failure = Assert.Throws<FormatException>(() => _time.Run(3, number =>
        {
            _time.Wait(TimeSpan.FromSeconds(number));
            throw new FormatException("bad");
        }));

        Assert.Equal("bad", failure.Message);
        Assert.Equal(TimeSpan.Zero, _time.Elapsed);
    }
}

using System.Runtime.ExceptionServices;

namespace Doppel.Pooling.Tests.Support;

/// <summary>Threads that do something at once, and a watchdog: what hangs is a failure and no hanging test.</summary>
internal static class Crew
{
    // Not a gate: what takes seconds hangs by definition after so long.
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(TestRun.Count(4, 30));

    /// <summary>Runs the work on new threads that begin together; throws what the first that failed threw.</summary>
    internal static void Run(int count, Action<int> work)
    {
        using var start = new Barrier(count);
        Exception? failure = null;
        var threads = new Thread[count];
        for (int i = 0; i < count; i++)
        {
            int number = i;
            threads[i] = new Thread(() =>
            {
                try
                {
                    start.SignalAndWait();
                    work(number);
                }
#pragma warning disable CA1031 // Whatever it is, it is thrown again below.
                catch (Exception exception)
                {
                    Interlocked.CompareExchange(ref failure, exception, null);
                }
#pragma warning restore CA1031
            })
            { IsBackground = true, Name = $"crew {i}" };
            threads[i].Start();
        }

        foreach (Thread thread in threads)
        {
            Assert.True(thread.Join(s_limit), $"{thread.Name} hangs. {failure}");
        }

        if (failure is not null)
        {
            ExceptionDispatchInfo.Throw(failure);
        }
    }

    /// <summary>Runs the work on one new thread, which has ended then.</summary>
    internal static void Run(Action work) => Run(1, _ => work());
}

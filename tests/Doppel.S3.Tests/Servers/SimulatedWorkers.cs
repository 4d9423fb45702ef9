using Doppel.Testing;

namespace Doppel.S3.Tests.Servers;

/// <summary>Workers in simulated time, which passes only while every worker waits.</summary>
internal static class SimulatedWorkers
{
    /// <summary>Creates a client of a server that answers in the caller's thread.</summary>
    internal static S3Client Client(
        HttpMessageHandler server, ManualClock clock, IProgress<S3Outage>? outages = null) =>
        new(
            new S3ClientOptions
            {
                Endpoint = "http://s3.test",
                Time = clock,
                IdleTimeout = TimeSpan.FromDays(1),
                AnswerTimeout = TimeSpan.FromDays(1),
                Retry = new S3RetryOptions { Outages = outages },
            },
            credentials: null,
            new HttpMessageInvoker(server));

    /// <summary>Does work that is numbered from 0.</summary>
    /// <remarks>
    /// Workers wait only for timers, one each, and requests in progress have none but those of a day. So time stands
    /// still as long as a worker has something to do, however late it gets to it.
    /// </remarks>
    internal static async Task RunAsync(ManualClock clock, int workers, int count, TimeSpan step, Func<int, Task> work)
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        int next = -1;
        int running = workers;
        Task[] all = [.. Enumerable.Range(0, workers).Select(_ => Task.Run(WorkAsync, token))];
        while (Volatile.Read(ref running) is var left and > 0)
        {
            if (clock.TimersWithin(TimeSpan.FromHours(1)) >= left)
            {
                clock.Advance(step);
            }

            await Task.Yield();
        }

        await Task.WhenAll(all);

        async Task WorkAsync()
        {
            try
            {
                int i;
                while ((i = Interlocked.Increment(ref next)) < count)
                {
                    await work(i);
                }
            }
            finally
            {
                Interlocked.Decrement(ref running);
            }
        }
    }
}

using System.Net;
using Doppel.S3.Tests.Servers;
using Doppel.Testing;

namespace Doppel.S3.Tests.Http;

/// <summary>A server that refuses what exceeds a number of requests a second is used as far as it allows.</summary>
public sealed class PaceTests
{
    private const int Workers = 32;
    private static readonly TimeSpan s_step = TimeSpan.FromMilliseconds(1);

    public static TheoryData<int, int, HttpStatusCode> Limits =>
    [
        .. from perSecond in (int[])[4, 50, 300]
           from burst in (int[])[1, 10, 200]
           from status in (HttpStatusCode[])[HttpStatusCode.ServiceUnavailable, HttpStatusCode.TooManyRequests]
           select (perSecond, burst, status),
    ];

    [Theory, MemberData(nameof(Limits))]
    public async Task All_requests_succeed_few_are_refused_and_most_of_the_limit_is_used(
        int perSecond, int burst, HttpStatusCode status)
    {
        int count = burst + (20 * perSecond);
        var clock = new ManualClock();
        var limit = new Limit(clock, perSecond, burst);
        var server = new CannedServer(_ => limit.TryTake()
            ? (HttpStatusCode.OK, [])
            : (status, "<Error><Code>SlowDown</Code></Error>"u8.ToArray()));
        using S3Client client = SimulatedWorkers.Client(server, clock);
        int found = 0;
        await SimulatedWorkers.RunAsync(clock, Workers, count, s_step, async i =>
        {
            if (await client.ObjectExistsAsync("b", $"k{i}", TestContext.Current.CancellationToken))
            {
                Interlocked.Increment(ref found);
            }
        });
        double seconds = clock.GetElapsedTime(0).TotalSeconds;
        TestContext.Current.TestOutputHelper?.WriteLine(
            $"{perSecond} a second after {burst}: {limit.Refused} of {count} refused, {seconds:F1} s instead of 20");
        Assert.Equal(count, found);

        // Each worker may be refused once before the pace is known, and finding it takes some tries.
        Assert.True(limit.Refused <= Workers + Math.Max(20, count / 20), $"{limit.Refused} of {count} were refused.");

        // A server that allows no two requests at once also refuses those that are a little early.
        Assert.InRange(seconds, 0, burst == 1 ? 80 : 30);
    }

    [Fact]
    public async Task When_the_server_refuses_no_more_nothing_is_held_back()
    {
        var clock = new ManualClock();
        var limit = new Limit(clock, perSecond: 100, burst: 1);
        var server = new CannedServer(_ => limit.TryTake()
            ? (HttpStatusCode.OK, [])
            : (HttpStatusCode.ServiceUnavailable, []));
        using S3Client client = SimulatedWorkers.Client(server, clock);
        await RunAsync(500);
        limit.IsLifted = true;
        await RunAsync(2000);
        long before = clock.GetTimestamp();
        await RunAsync(10_000);
        Assert.Equal(before, clock.GetTimestamp());

        Task RunAsync(int count) => SimulatedWorkers.RunAsync(clock, Workers, count, s_step, async i =>
            Assert.True(await client.ObjectExistsAsync("b", $"k{i}", TestContext.Current.CancellationToken)));
    }

    // As many requests as are saved up, which is a burst at most.
    private sealed class Limit(ManualClock clock, double perSecond, double burst)
    {
        private readonly Lock _lock = new();
        private readonly double _burst = burst;
        private double _left = burst;
        private long _at = clock.GetTimestamp();

        internal int Refused { get; private set; }

        internal bool IsLifted { get; set; }

        internal bool TryTake()
        {
            lock (_lock)
            {
                _left = Math.Min(_burst, _left + (perSecond * clock.GetElapsedTime(_at).TotalSeconds));
                _at = clock.GetTimestamp();
                bool isAllowed = IsLifted || _left >= 1;
                _left -= isAllowed ? 1 : 0;
                Refused += isAllowed ? 0 : 1;
                return isAllowed;
            }
        }
    }
}

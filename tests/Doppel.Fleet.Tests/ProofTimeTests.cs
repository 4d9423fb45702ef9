using System.Globalization;
using Doppel.Acting;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Testing;

namespace Doppel.Fleet.Tests;

/// <summary>A host that has promised to keep a file keeps it longer than the other one may delete its own.</summary>
public sealed class ProofTimeTests
{
    private static readonly TimeSpan s_within = TimeSpan.FromMinutes(5);

    [Fact]
    public void An_answer_counts_until_one_of_the_clocks_says_that_its_time_is_over()
    {
        var clock = new TwoClocks();
        var fleet = new Fleet();
        using ProofRequests requests = Ask(fleet, clock);
        Assert.True(requests.AreInTime);
        (clock.Steady, clock.OfDay) = (s_within - TimeSpan.FromSeconds(1), s_within - TimeSpan.FromSeconds(1));
        Assert.True(requests.AreInTime);

        // A machine that sleeps.
        clock.OfDay = s_within;
        Assert.False(requests.AreInTime);

        // A clock that was set back.
        (clock.Steady, clock.OfDay) = (s_within, -s_within);
        Assert.False(requests.AreInTime);
    }

    [Fact]
    public void The_promise_outlasts_the_answer()
    {
        var fleet = new Fleet();
        using ProofRequests requests = Ask(fleet, new TwoClocks());
        long left = long.Parse(
            fleet.ClickHouse.Execute(
                "SELECT min(toInt64(toUInt32(until)) - toInt64(toUInt32(now()))) FROM questions FINAL",
                fleet.Server.Database),
            CultureInfo.InvariantCulture);
        Assert.InRange(left, (long)s_within.TotalSeconds + 1, (long)s_within.TotalSeconds + 60);
    }

    [Fact]
    public void Who_stops_asking_gets_no_answers()
    {
        var fleet = new Fleet();
        using ProofRequests requests = Ask(fleet, new TwoClocks());
        using var stop = new CancellationTokenSource();
        stop.Cancel();
        Assert.False(requests.Wait(stop.Token));
        Assert.Empty(requests.PromisedOf([new Digest128(1, 2)]));
        Assert.Equal(ActResult.Interrupted, requests.Failure);
    }

    private static ProofRequests Ask(Fleet fleet, TimeProvider clock)
    {
        var requests = new ProofRequests(
            fleet.Server with { Time = clock },
            new FleetProofOptions { Host = "here", ProofKey = new byte[32], Within = s_within });
        requests.Ask(
            [new HostCopy(new ReportName("host:there/a"), "there", new ReportName("/a"), 1, new Digest128(1, 2))],
            TestContext.Current.CancellationToken);
        Assert.Null(requests.Failure);
        return requests;
    }

    /// <summary>Clocks that a test sets, each by how much it has gone on.</summary>
    private sealed class TwoClocks : TimeProvider
    {
        internal TimeSpan Steady { get; set; }

        internal TimeSpan OfDay { get; set; }

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Steady.Ticks;

        public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch + OfDay;
    }
}

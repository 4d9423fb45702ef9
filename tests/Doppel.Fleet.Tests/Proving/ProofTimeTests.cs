using Doppel.Acting;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Fleet.Tests;

/// <summary>A host that has promised to keep a file keeps it longer than the other one may delete its own.</summary>
public sealed class ProofTimeTests : IDisposable
{
    private static readonly TimeSpan s_within = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan s_second = TimeSpan.FromSeconds(1);

    private readonly Random _random = new(1);
    private readonly TempTree _tree = new();
    private readonly TwoClocks _clock = new();
    private readonly HostileRows _rows = new(static () => default);

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void An_answer_counts_until_one_of_the_clocks_says_that_its_time_is_over()
    {
        using ProofRequests requests = Ask();
        Assert.True(requests.AreInTime);
        (_clock.Steady, _clock.OfDay) = (s_within - s_second, s_within - s_second);
        Assert.True(requests.AreInTime);

        // A machine that sleeps.
        _clock.OfDay = s_within;
        Assert.False(requests.AreInTime);

        // A clock that was set back.
        (_clock.Steady, _clock.OfDay) = (s_within, -s_within);
        Assert.False(requests.AreInTime);
    }

    [Fact]
    public void A_promise_counts_longer_until_both_clocks_say_that_its_time_is_over()
    {
        using (ProofRequests requests = Ask())
        {
            using var prover = new ProofLedger(new LinuxVolume(), Options("there"), _clock);
            ProofQuestion question = _rows.Questions[0].Question.Open(Options("there").ProofKey.ToArray())!;
            Assert.Empty(prover.Promise([question]));
        }

        TimeSpan longer = s_within + TimeSpan.FromSeconds(30);
        Assert.True(IsPromised(longer, longer));
        Assert.True(IsPromised(longer, 1000 * s_within));
        Assert.True(IsPromised(1000 * s_within, longer));
        Assert.True(IsPromised(1000 * s_within, -s_within));
        Assert.False(IsPromised(s_within + TimeSpan.FromMinutes(2), s_within + TimeSpan.FromMinutes(2)));
    }

    [Fact]
    public void A_cancelled_wait_gets_no_answers()
    {
        using ProofRequests requests = Ask();
        using var stop = new CancellationTokenSource();
        stop.Cancel();
        Assert.False(requests.Wait(stop.Token));
        Assert.Null(requests.AnswerOf(new ReportName("host:there/a")));
    }

    private FleetProofOptions Options(string host) => new()
    {
        Host = host,
        ProofKey = new byte[32],
        Ledger = new ReportName(_tree["state"].Bytes),
        Within = s_within,
    };

    // Whether the other host may not ask about the content at a time.
    private bool IsPromised(TimeSpan steady, TimeSpan ofDay)
    {
        (_clock.Steady, _clock.OfDay) = (steady, ofDay);
        using var ledger = new ProofLedger(new LinuxVolume(), Options("there"), _clock);
        byte[] run = new byte[ProofQuestion.RunBytes];
        _random.NextBytes(run);
        return ledger.Ask(run, [new ProofContent(1, new Digest128(1, 2))]).Count > 0;
    }

    private ProofRequests Ask()
    {
        var requests = new ProofRequests(
            _ => _rows.SeenBy(static () => { }), _clock, Options("here"), new LinuxVolume());
        Assert.Empty(requests.Ask(
            [new HostCopy(new ReportName("host:there/a"), "there", new ReportName("/a"), 1, new Digest128(1, 2))],
            TestContext.Current.CancellationToken));
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

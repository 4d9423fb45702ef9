using System.Collections.Concurrent;
using System.Net;
using System.Text;
using Doppel.S3.Tests.Servers;
using Doppel.Testing;

namespace Doppel.S3.Tests.Http;

/// <summary>A server that goes away for a while costs time, a few requests and nothing else.</summary>
public sealed class OutageTests
{
    private const int Workers = 8;

    // One probe at least every five seconds, a few before the delay has grown, and what was on its way.
    private const int ProbesMax = 40;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;
    private static readonly int s_objects = TestRun.IsFull ? 3000 : 300;

    public static TheoryData<Absence, int, int> Outages =>
    [
        .. from absence in Enum.GetValues<Absence>()
           from seconds in (int[])[5, 20, 50]
           from share in (int[])[0, 1, 50, 99]
           select (absence, seconds, share),
    ];

    [Theory, MemberData(nameof(Outages))]
    public async Task Every_object_arrives_whole_and_few_requests_meet_the_absent_server(
        Absence absence, int seconds, int share)
    {
        var clock = new ManualClock();
        var server = new OutageServer(clock, absence, s_objects * share / 100, TimeSpan.FromSeconds(seconds));
        using S3Client client = Client(server, clock);
        await RunAsync(clock, async i =>
        {
            S3PutResult stored = await client.PutObjectAsync(
                "b", $"k{i}", Content(i), new S3PutOptions { Conditions = S3Conditions.Create }, s_token);
            Assert.True(stored.IsStored);
        });
        Assert.Equal(s_objects, server.Objects.Count);
        Assert.All(Enumerable.Range(0, s_objects), i => Assert.Equal(Content(i), server.Objects[$"k{i}"]));
        Assert.InRange(server.Refused, 1, ProbesMax);
    }

    [Theory, MemberData(nameof(Outages))]
    public async Task Every_object_is_read_whole_and_deleted_once(Absence absence, int seconds, int share)
    {
        var clock = new ManualClock();
        var server = new OutageServer(clock, absence, s_objects * share / 100, TimeSpan.FromSeconds(seconds));
        for (int i = 0; i < s_objects; i++)
        {
            server.Objects[$"k{i}"] = Content(i);
        }

        using S3Client client = Client(server, clock);
        await RunAsync(clock, async i =>
        {
            using S3Object found = await client.GetObjectAsync("b", $"k{i}", cancellationToken: s_token);
            byte[] content = new byte[found.Length];
            await found.ReadAsync(content, s_token);
            Assert.Equal(Content(i), content);
        });
        await RunAsync(clock, async i =>
        {
            S3DeleteEntry[] entry = [new S3DeleteEntry($"k{i}")];
            await foreach (S3DeleteResult result in client.DeleteObjectsAsync("b", entry, s_token))
            {
                Assert.True(result.IsDeleted);
            }
        });
        Assert.Empty(server.Objects);
        Assert.InRange(server.Refused, 1, ProbesMax);
    }

    [Fact]
    public async Task An_outage_beyond_the_limit_ends_everything_at_once_and_later_requests_probe_now_and_then()
    {
        var clock = new ManualClock();
        var server = new OutageServer(clock, Absence.Refused, after: 10, TimeSpan.FromDays(1));
        using S3Client client = Client(server, clock);
        var failures = new ConcurrentBag<S3Exception>();
        await RunAsync(clock, async i =>
        {
            try
            {
                await client.PutObjectAsync("b", $"k{i}", Content(i), options: null, s_token);
            }
            catch (S3Exception failure)
            {
                failures.Add(failure);
            }
        });
        Assert.Equal(s_objects - 10, failures.Count);
        Assert.All(failures, static failure => Assert.True(failure.IsOutage));
        Assert.InRange(server.Refused, 12, ProbesMax);
        Assert.InRange(clock.GetElapsedTime(0).TotalSeconds, 50, 70);

        // Much later the next request is a probe, and is not repeated.
        int before = server.Refused;
        clock.Advance(TimeSpan.FromHours(1));
        S3Exception late = await Assert.ThrowsAsync<S3Exception>(
            async () => await client.ObjectExistsAsync("b", "k", s_token));
        Assert.Equal((true, before + 1), (late.IsOutage, server.Refused));
    }

    [Fact]
    public async Task One_object_that_always_fails_neither_ends_nor_slows_the_others()
    {
        var clock = new ManualClock();
        int bad = 0;
        long last = 0;
        var objects = new ConcurrentDictionary<string, bool>();
        var server = new CannedServer(request =>
        {
            if (request.Path == "/b/k7")
            {
                Interlocked.Increment(ref bad);
                return (HttpStatusCode.InternalServerError, []);
            }

            objects[request.Path] = true;
            Volatile.Write(ref last, clock.GetTimestamp());
            return (HttpStatusCode.OK, []);
        });
        server.Headers["ETag"] = "\"1\"";
        using S3Client client = Client(server, clock);
        S3Exception? failure = null;
        await RunAsync(clock, async i =>
        {
            try
            {
                await client.PutObjectAsync("b", $"k{i}", Content(i), options: null, s_token);
            }
            catch (S3Exception one)
            {
                Assert.Null(Interlocked.Exchange(ref failure, one));
            }
        });
        Assert.Equal(s_objects - 1, objects.Count);
        Assert.Equal(HttpStatusCode.InternalServerError, failure!.StatusCode);
        Assert.InRange(clock.GetElapsedTime(0, last).TotalSeconds, 0, 5);
        Assert.InRange(bad, 4, ProbesMax);
    }

    [Fact]
    public async Task A_host_that_does_not_exist_is_asked_for_once()
    {
        int sent = 0;
        var server = new CannedServer(_ =>
        {
            sent++;
            throw new HttpRequestException(
                HttpRequestError.NameResolutionError, "no such host",
                new System.Net.Sockets.SocketException((int)System.Net.Sockets.SocketError.HostNotFound));
        });
        using S3Client client = server.Client();
        await Assert.ThrowsAsync<S3Exception>(async () => await client.ObjectExistsAsync("b", "k", s_token));
        Assert.Equal(1, sent);
    }

    [Fact]
    public async Task An_outage_and_its_end_are_reported_in_order()
    {
        var clock = new ManualClock();
        var server = new OutageServer(clock, Absence.Unavailable, after: 5, TimeSpan.FromSeconds(20));
        var outages = new OutageLog();
        using S3Client client = Client(server, clock, outages);
        await RunAsync(clock, async i => await client.PutObjectAsync("b", $"k{i}", Content(i), options: null, s_token));
        S3Outage[] told = [.. outages.All];
        Assert.Null(told[^1].Failure);
        Assert.InRange(told[^1].Elapsed.TotalSeconds, 20, 26);

        // A request that was already on its way may have been answered after the first failure.
        S3Outage[] outage = [.. told[..^1].Reverse().TakeWhile(static one => one.Failure is not null)];
        Assert.InRange(outage.Length, 3, ProbesMax);
        Assert.Equal(outage.OrderByDescending(static one => one.Elapsed), outage);
    }

    private static byte[] Content(int i) => Encoding.ASCII.GetBytes($"content of object {i}");

    private static S3Client Client(HttpMessageHandler server, ManualClock clock, IProgress<S3Outage>? outages = null) =>
        SimulatedWorkers.Client(server, clock, outages);

    private static Task RunAsync(ManualClock clock, Func<int, Task> work) =>
        SimulatedWorkers.RunAsync(clock, Workers, s_objects, TimeSpan.FromMilliseconds(20), work);

    private sealed class OutageLog : IProgress<S3Outage>
    {
        public ConcurrentQueue<S3Outage> All { get; } = new();

        public void Report(S3Outage value) => All.Enqueue(value);
    }
}

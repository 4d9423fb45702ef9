using Doppel.S3.Server;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Objects;

/// <summary>Whatever goes wrong while an object is read, its bytes come once and in order, or an error does.</summary>
public sealed class ReadFaultTests
{
    private const int Bytes = (1 << 20) + 77;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    // Those that a second attempt mends.
    private static readonly Fault[] s_passing =
    [
        Fault.CloseAfterRequest, Fault.ResetBeforeHeaders, Fault.LoseAnswer, Fault.StallBeforeHeaders,
        Fault.StallAfterDoing, Fault.ResetAfterHeaders, Fault.AnswerThenClose, Fault.HalfCloseBeforeHeaders,
        Fault.ResetAfterBytes(0), Fault.ResetAfterBytes(1), Fault.ResetAfterBytes(4095), Fault.ResetAfterBytes(4096),
        Fault.ResetAfterBytes((1 << 20) - 1), Fault.CutAfterBytes(5000), Fault.StallAfterBytes(70_000),
        Fault.ExtraBytes(10), Fault.NotHttp, Fault.Html(502), Fault.Html(504), Fault.RequestTimeout,
        Fault.Status(500, "InternalError"), Fault.Status(503, "SlowDown", retryAfter: 1),
        Fault.Status(503, "ServiceUnavailable"), Fault.Status(429, "TooManyRequests"),
        Fault.Status(409, "OperationAborted"),
    ];

    public static TheoryData<string> Passing => [.. s_passing.Select(static fault => fault.Name)];

    [Theory, InlineData(0), InlineData(1), InlineData(Bytes)]
    public async Task A_body_that_was_begun_cannot_be_read_as_a_whole(int read)
    {
        await using var service = new FaultyService();
        byte[] content = FaultyService.Content(Bytes);
        service.Memory.Put(FaultyService.Bucket, "k", content);
        await using S3Object found =
            await service.Client.GetObjectAsync(FaultyService.Bucket, "k", cancellationToken: s_token);
        byte[] destination = new byte[Bytes];
        await found.OpenBody().ReadExactlyAsync(destination.AsMemory(0, read), s_token);
        if (read == 0)
        {
            Assert.Equal(Bytes, await found.ReadAsync(destination, s_token));
            Assert.Equal(content, destination);
        }

        await Assert.ThrowsAsync<EndOfStreamException>(async () => await found.ReadAsync(destination, s_token));
    }

    [Theory, MemberData(nameof(Passing))]
    public async Task Transient_faults_go_unnoticed(string name)
    {
        Fault fault = s_passing.Single(one => one.Name == name);
        await using var service = FaultyService.For(fault);
        byte[] content = FaultyService.Content(Bytes);
        service.Memory.Put(FaultyService.Bucket, "k", content);
        service.Server.Next(fault, times: 2);
        Assert.Equal(content, await service.ReadAsync("k", s_token));

        // The connection that is kept is sound.
        Assert.Equal(content, await service.ReadAsync("k", s_token));
    }

    [Theory, MemberData(nameof(Passing))]
    public async Task Persistent_faults_become_an_error_in_time(string name)
    {
        Fault fault = s_passing.Single(one => one.Name == name);
        await using var service = FaultyService.For(
            fault, static options => options with { Retry = options.Retry with { AttemptsMax = 3 } });

        // A byte at a time is progress: of the whole object it would take a million requests.
        byte[] content = FaultyService.Content(fault.Name == "ResetAfterBytes(1)" ? 20 : Bytes);
        service.Memory.Put(FaultyService.Bucket, "k", content);
        service.Server.On(static _ => true, fault);

        // These harm only the next request on the same connection, and the one that goes on where the last broke off.
        if (fault.Name is nameof(Fault.AnswerThenClose) || fault.Name.StartsWith("ExtraBytes", StringComparison.Ordinal)
            || fault.Name.StartsWith("ResetAfterBytes(1048575", StringComparison.Ordinal))
        {
            Assert.Equal(content, await service.ReadAsync("k", s_token));
            return;
        }

        bool getsOn = fault.Name == "ResetAfterBytes(1)"
            || fault.Name.StartsWith("ResetAfterBytes(4", StringComparison.Ordinal)
            || fault.Name.StartsWith("CutAfter", StringComparison.Ordinal)
            || fault.Name.StartsWith("StallAfterBytes", StringComparison.Ordinal);
        if (getsOn)
        {
            Assert.Equal(content, await service.ReadAsync("k", s_token));
            return;
        }

        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => service.ReadAsync("k", s_token));
        Assert.True(failure.IsRetryable, failure.ToString());
    }

    [Theory]
    [InlineData("chunk")]
    [InlineData("trailer")]
    [InlineData("no-last")]
    [InlineData("close")]
    public async Task Bodies_without_a_length_are_refused(string kind)
    {
        await using var service = new FaultyService();
        service.Memory.Put(FaultyService.Bucket, "k", FaultyService.Content(Bytes));
        service.Server.On(static _ => true, kind switch
        {
            "chunk" => Fault.BrokenChunk,
            "trailer" => Fault.BrokenTrailer,
            "no-last" => Fault.NoLastChunk,
            _ => Fault.CloseDelimited,
        });
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => service.ReadAsync("k", s_token));
        Assert.Equal(S3ErrorCode.BadAnswer, failure.Code);
    }

    [Fact]
    public async Task Ten_thousand_headers_or_a_huge_one_end_in_an_error()
    {
        await using var service = new FaultyService();
        service.Memory.Put(FaultyService.Bucket, "k", FaultyService.Content(10));
        foreach (Fault fault in (Fault[])[Fault.TenThousandHeaders, Fault.HugeHeader(100_000)])
        {
            FaultRule rule = service.Server.Next(fault, times: 5);
            S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => service.ReadAsync("k", s_token));
            Assert.Equal(S3ErrorCode.BadAnswer, failure.Code);
            service.Server.Next(fault, times: 0);
            Assert.True(rule.Hits is >= 1 and <= 5);
            for (int left = rule.Hits; left < 5; left++)
            {
                await Assert.ThrowsAsync<S3Exception>(() => service.ReadAsync("k", s_token));
            }
        }
    }

    [Fact]
    public async Task An_object_that_becomes_another_one_on_the_way_is_never_mixed()
    {
        await using var service = new FaultyService();
        service.Memory.Put(FaultyService.Bucket, "k", FaultyService.Content(Bytes));
        service.Server.Next(Fault.CutAfterBytes(100_000));
        using S3Object found = await service.Client.GetObjectAsync(
            FaultyService.Bucket, "k", cancellationToken: s_token);
        service.Memory.Put(FaultyService.Bucket, "k", FaultyService.Content(Bytes, seed: 2));
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(
            () => found.CopyToAsync(Stream.Null, s_token));
        Assert.Equal(S3ErrorCode.ObjectChanged, failure.Code);
    }

    [Theory]
    [InlineData(99_999)]
    [InlineData(100_001)]
    [InlineData(0)]
    public async Task A_rest_from_another_place_is_never_given(int start)
    {
        await using var service = new FaultyService();
        byte[] content = FaultyService.Content(Bytes);
        service.Memory.Put(FaultyService.Bucket, "k", content);
        service.Server.Next(Fault.CutAfterBytes(100_000));

        // As long as what was asked for, and of the same object.
        int length = Bytes - 100_000;
        service.Server.Next(Fault.Edit(answer => answer with
        {
            Headers =
            [
                .. answer.Headers.Where(static header => header.Key is not "Content-Range"),
                KeyValuePair.Create("Content-Range", $"bytes {start}-{start + length - 1}/{Bytes + 1}"),
            ],
        }));
        using S3Object found = await service.Client.GetObjectAsync(
            FaultyService.Bucket, "k", cancellationToken: s_token);
        using var read = new MemoryStream();
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => found.CopyToAsync(read, s_token));
        Assert.Equal(S3ErrorCode.BadAnswer, failure.Code);
        Assert.Equal(content[..100_000], read.ToArray());
    }

    // The connection ends as if all were sent.
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(99)]
    public async Task A_body_that_is_cut_short_never_ends_as_a_whole_one_for_a_reader_that_blocks(int sent)
    {
        const int Announced = 100;
        Action<Stream>[] readers =
        [
            static body => body.CopyTo(Stream.Null),
            static body => body.ReadExactly(new byte[Announced]),
            static body =>
            {
                while (body.ReadByte() >= 0)
                {
                    // Until the end.
                }
            },
            static body =>
            {
                while (body.Read(new byte[Announced], 0, Announced) > 0)
                {
                    // Until the end.
                }
            },
        ];
        foreach (Action<Stream> read in readers)
        {
            var server = new CannedServer(new string('x', sent));
            server.Headers["Content-Length"] = $"{Announced}";
            server.Headers["ETag"] = "\"x\"";
            using S3Client client = server.Client();
            using S3Object found = await client.GetObjectAsync("b", "k", cancellationToken: s_token);
            Assert.Equal(Announced, found.Length);
            S3Exception failure = Assert.Throws<S3Exception>(() => read(found.OpenBody()));
            Assert.Equal(S3ErrorCode.Connection, failure.Code);
        }
    }

    [Fact]
    public async Task A_server_that_ignores_ranges_is_found_out()
    {
        await using var service = new FaultyService(
            new MemoryS3Options { Quirks = new S3Quirks { IgnoresRange = true } });
        service.Memory.Put(FaultyService.Bucket, "k", FaultyService.Content(100));
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () => await service.Client.GetObjectAsync(
            FaultyService.Bucket, "k", new S3GetOptions { Range = S3Range.Of(10, 5) }, s_token));
        Assert.Equal(S3ErrorCode.BadAnswer, failure.Code);
    }

    [Fact]
    public async Task A_get_is_one_request_and_nothing_is_read_before_it_is_asked_for()
    {
        // Whoever waits for the only connection gets it when the answer before is released, unread as it is.
        await using var service = new FaultyService(change: static options => options with { ConnectionsMax = 1 });
        service.Memory.Put(FaultyService.Bucket, "k", FaultyService.Content(100));
        for (int i = 0; i < 5; i++)
        {
            using S3Object found = await service.Client.GetObjectAsync(
                FaultyService.Bucket, "k", cancellationToken: s_token);
            Assert.Equal((100, "binary/octet-stream"), (found.Length, found.ContentType));
        }

        Assert.Equal(5, service.Server.Requests.Count);
        Assert.Equal(1, service.Server.Connections);
    }

    [Fact]
    public async Task Dripping_answers_are_read_to_their_end()
    {
        await using var service = new FaultyService(
            change: static options => options with { IdleTimeout = TimeSpan.FromSeconds(5) });
        byte[] content = FaultyService.Content(30);
        service.Memory.Put(FaultyService.Bucket, "k", content);
        service.Server.Next(Fault.Drip(1, TimeSpan.FromMilliseconds(50)));
        Assert.Equal(content, await service.ReadAsync("k", s_token));
    }

    [Fact]
    public async Task Cancelling_ends_a_read_at_once_and_says_whose_wish_it_was()
    {
        await using var service = new FaultyService(
            change: static options => options with { IdleTimeout = TimeSpan.FromMinutes(5) });
        service.Memory.Put(FaultyService.Bucket, "k", FaultyService.Content(Bytes));
        FaultRule rule = service.Server.Next(Fault.StallAfterBytes(1000));
        using S3Object found = await service.Client.GetObjectAsync(
            FaultyService.Bucket, "k", cancellationToken: s_token);
        using var stop = new CancellationTokenSource();
        Task reading = found.CopyToAsync(Stream.Null, stop.Token);
        await rule.FirstHit.WaitAsync(s_token);
        await stop.CancelAsync();
        OperationCanceledException end = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => reading);
        Assert.Equal(stop.Token, end.CancellationToken);
    }
}

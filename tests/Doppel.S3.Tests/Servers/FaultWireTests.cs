using Doppel.S3.Server;

namespace Doppel.S3.Tests.Servers;

/// <summary>Each fault is on the wire what its name says.</summary>
public sealed class FaultWireTests
{
    private const string Request = "PUT /bucket/key HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody";
    private const string Continue = "HTTP/1.1 100 Continue\r\n\r\n";
    private const string Start = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
    private const string Head = Start + "Content-Length: 10\r\n\r\n";
    private const string Chunks = Start + "Transfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n";

    private static readonly (Fault Fault, string Text, RawEnd End)[] s_exact =
    [
        (Fault.CloseAfterRequest, "", RawEnd.Closed),
        (Fault.ResetBeforeHeaders, "", RawEnd.Reset),
        (Fault.LoseAnswer, "", RawEnd.Closed),
        (Fault.StallAfterDoing, "", RawEnd.Closed),
        (Fault.StallBeforeHeaders, "", RawEnd.Closed),
        (Fault.HalfCloseBeforeHeaders, "", RawEnd.Closed),
        (Fault.ResetAfterUploadedBytes(2), "", RawEnd.Reset),
        (Fault.StallUpload(2, Task.CompletedTask), "", RawEnd.Reset),
        (Fault.ResetAfterHeaders, Head, RawEnd.Reset),
        (Fault.ResetAfterBytes(4), Head + "0123", RawEnd.Reset),
        (Fault.CutAfterBytes(4), Head + "0123", RawEnd.Closed),
        (Fault.StallAfterBytes(4), Head + "0123", RawEnd.Closed),
        (Fault.AnswerThenClose, Head + "0123456789", RawEnd.Closed),
        (Fault.HoldUntil(Task.CompletedTask), Head + "0123456789", RawEnd.Closed),
        (Fault.Drip(3, TimeSpan.Zero), Head + "0123456789", RawEnd.Closed),
        (Fault.ContinueWithheld, Head + "0123456789", RawEnd.Closed),
        (Fault.ContinueTwice, Continue + Continue + Head + "0123456789", RawEnd.Closed),
        (Fault.ExtraBytes(3), Head + "0123456789!!!", RawEnd.Closed),
        (Fault.TruncatedBody(4), Start + "Content-Length: 4\r\n\r\n0123", RawEnd.Closed),
        (Fault.LeadingBlanks(1), Start + "Content-Length: 13\r\n\r\n\r\n 0123456789", RawEnd.Closed),
        (Fault.FalseGzip, Start + "Content-Encoding: gzip\r\nContent-Length: 10\r\n\r\n0123456789", RawEnd.Closed),
        (Fault.Chunked, Chunks + "0\r\n\r\n", RawEnd.Closed),
        (Fault.BrokenChunk, Chunks + "no size\r\n0\r\n\r\n", RawEnd.Closed),
        (Fault.BrokenTrailer, Chunks + "0\r\nno trailer\r\n\r\n", RawEnd.Closed),
        (Fault.NoLastChunk, Chunks, RawEnd.Closed),
        (Fault.CloseDelimited, "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n0123456789", RawEnd.Closed),
        (Fault.NotHttp, "220 mail.example.org ESMTP\r\n", RawEnd.Closed),
    ];

    private static readonly (Fault Fault, string[] Parts)[] s_parts =
    [
        (Fault.Status(503, "SlowDown", retryAfter: 1),
            ["HTTP/1.1 503 ", "Retry-After: 1\r\n", "<Code>SlowDown</Code>"]),
        (Fault.Status(500, "InternalError"), ["HTTP/1.1 500 ", "<Code>InternalError</Code>"]),
        (Fault.Html(502), ["HTTP/1.1 502 ", "Content-Type: text/html\r\n", "<br>"]),
        (Fault.ErrorIn200("InternalError"), ["HTTP/1.1 200 ", "<Code>InternalError</Code>"]),
        (Fault.RequestTimeout, ["HTTP/1.1 400 ", "Connection: close\r\n", "<Code>RequestTimeout</Code>"]),
        (Fault.WrongRegion("eu-west-1"),
            ["HTTP/1.1 400 ", "<Code>AuthorizationHeaderMalformed</Code>", "<Region>eu-west-1<"]),
        (Fault.PermanentRedirect("b.example.org", "eu-west-1"),
            ["HTTP/1.1 301 ", "x-amz-bucket-region: eu-west-1\r\n", "<Endpoint>b.example.org</Endpoint>"]),
        (Fault.TemporaryRedirect(new Uri("http://127.0.0.1:1/a%2Fb")),
            ["HTTP/1.1 307 ", "Location: http://127.0.0.1:1/a%2Fb\r\n", "<Code>TemporaryRedirect</Code>"]),
        (Fault.RequestTimeTooSkewed(DateTimeOffset.UnixEpoch),
            ["HTTP/1.1 403 ", "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n", "<ServerTime>1970-01-01T00:00:00Z<"]),
        (Fault.Continue417, ["HTTP/1.1 417 ", "Connection: close\r\n"]),
        (Fault.EarlyStatus(412, "PreconditionFailed"), ["HTTP/1.1 412 ", "Connection: close\r\n"]),
        (Fault.EarlyStatusThenRead(403, "AccessDenied"), ["HTTP/1.1 403 ", "<Code>AccessDenied</Code>"]),
        (Fault.HugeHeader(70_000), ["x-huge: " + new string('h', 70_000) + "\r\n", "\r\n\r\n0123456789"]),
        (Fault.TenThousandHeaders, ["\r\nx-0: y\r\n", "\r\nx-9999: y\r\n", "\r\n\r\n0123456789"]),
    ];

    public static TheoryData<string> Exact => [.. s_exact.Select(one => one.Fault.Name)];

    public static TheoryData<string> Parts => [.. s_parts.Select(one => one.Fault.Name)];

    [Theory, MemberData(nameof(Exact))]
    public async Task Every_byte_is_as_said_for(string name)
    {
        (Fault fault, string text, RawEnd end) = s_exact.Single(one => one.Fault.Name == name);
        await using FaultServer server = FaultServer.Start(new PlainHandler("0123456789"));
        FaultRule rule = server.Next(fault);
        Assert.Equal((text, end), await RawClient.ExchangeAsync(server.Endpoint, Request));
        Assert.Equal(1, rule.Hits);
        Assert.Empty(server.Problems);
    }

    [Theory, MemberData(nameof(Parts))]
    public async Task The_answer_holds_what_is_said_for(string name)
    {
        (Fault fault, string[] parts) = s_parts.Single(one => one.Fault.Name == name);
        await using FaultServer server = FaultServer.Start(new PlainHandler("0123456789"));
        server.Next(fault);
        (string text, RawEnd end) = await RawClient.ExchangeAsync(server.Endpoint, Request);
        Assert.All(parts, part => Assert.Contains(part, text, StringComparison.Ordinal));
        Assert.Equal(RawEnd.Closed, end);
        Assert.Empty(server.Problems);
    }

    [Fact]
    public async Task An_early_status_comes_before_the_body_is_sent()
    {
        await using FaultServer server = FaultServer.Start();
        server.Next(Fault.EarlyStatus(412, "PreconditionFailed"));
        using RawClient client = await RawClient.ConnectAsync(server.Endpoint);
        await client.SendAsync("PUT /a HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n");
        Assert.StartsWith("HTTP/1.1 412 ", await client.ReadUntilAsync("</Error>"), StringComparison.Ordinal);
        await client.SendAsync(new byte[1000]);
    }

    [Fact]
    public async Task An_early_status_may_end_in_a_reset()
    {
        await using FaultServer server = FaultServer.Start();
        server.Next(Fault.EarlyStatusThenReset(403, "AccessDenied"));
        (string text, RawEnd end) = await RawClient.ExchangeAsync(server.Endpoint, Request);
        Assert.StartsWith("HTTP/1.1 403 ", text, StringComparison.Ordinal);
        Assert.Equal(RawEnd.Reset, end);
    }

    [Fact]
    public async Task The_body_is_asked_for_when_it_is_expected_to_be()
    {
        await using FaultServer server = FaultServer.Start();
        using RawClient client = await RawClient.ConnectAsync(server.Endpoint);
        await client.SendAsync("PUT /a HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
        Assert.Equal("HTTP/1.1 100 Continue\r\n\r\n", await client.ReadUntilAsync("\r\n\r\n"));
        await client.SendAsync("body");
        Assert.StartsWith("HTTP/1.1 200 OK", await client.ReadUntilAsync("plain"), StringComparison.Ordinal);
    }
}

using Doppel.Benchmarks.S3Tools;

namespace Doppel.Benchmarks.Tests;

public sealed class AccessLineTests
{
    private const string Thread = "2026-11-26T20:44:09.403+0000 7efdb162a6c0  1";

    // As Ceph 16.2.15 writes them.
    private static readonly string[] s_log =
    [
        $"{Thread} ====== starting new request req=0x7efef04336e0 =====",
        $"{Thread} ====== req done req=0x7efef04336e0 op status=0 http_status=404 latency=0.000000000s ======",
        End("20:44:09.403", "GET /b1/?prefix=s3cmd%2F", "404 231 - - -", "0.000000000"),
        End("20:33:32.823", "PUT /b1/aws/a/f9", """200 0 - "aws-cli/2.9.19 Python/3.11.2" -""", "0.012000001"),
        End("20:33:35.711", "GET /b1?list-type=2&prefix=aws%2F", "200 231 - - -", "0.004000000"),
        End("20:33:36.711", "GET /b1/a%22b", "206 4096 - - bytes=0-4095", "0.004000000"),
    ];

    private static AccessLine[] Lines => [.. s_log.Select(AccessLine.Parse).OfType<AccessLine>()];

    [Fact]
    public void Each_request_is_one_line_and_other_lines_are_none() => Assert.Equal(
        [
            new AccessLine("list", "/b1/?prefix=s3cmd%2F", 404, At(20, 44, 9, 403), TimeSpan.Zero),
            new AccessLine("PUT", "/b1/aws/a/f9", 200, At(20, 33, 32, 823), TimeSpan.FromSeconds(0.012000001)),
            new AccessLine(
                "list", "/b1?list-type=2&prefix=aws%2F", 200, At(20, 33, 35, 711), TimeSpan.FromMilliseconds(4)),
            new AccessLine("GET", "/b1/a%22b", 206, At(20, 33, 36, 711), TimeSpan.FromMilliseconds(4)),
        ],
        Lines);

    [Fact]
    public void Kinds_are_counted_and_the_most_frequent_one_comes_first() =>
        Assert.Equal("2 list, 1 GET, 1 PUT", AccessLine.Describe(Lines));

    private static string End(string time, string request, string rest, string latency) =>
        $"{Thread} beast: 0x7f85945726e0: 127.0.0.1 - doppel [26/Nov/2026:{time} +0000] "
        + $"\"{request} HTTP/1.1\" {rest} latency={latency}s";

    private static DateTimeOffset At(int hour, int minute, int second, int millisecond) =>
        new(2026, 11, 26, hour, minute, second, millisecond, TimeSpan.Zero);
}

using Doppel.Benchmarks.S3Tools;

namespace Doppel.Benchmarks.Tests;

public sealed class AccessLineTests
{
    // Lines of Ceph 16.2.15.
    private const string Log = """
        2026-11-26T20:44:09.403+0000 7efdb162a6c0  1 ====== starting new request req=0x7efef04336e0 =====
        2026-11-26T20:44:09.403+0000 7efdb162a6c0  1 ====== req done req=0x7efef04336e0 op status=0 http_status=404 latency=0.000000000s ======
        2026-11-26T20:44:09.403+0000 7efdb162a6c0  1 beast: 0x7efef04336e0: 127.0.0.1 - doppel [26/Nov/2026:20:44:09.403 +0000] "GET /b1/?prefix=s3cmd%2F HTTP/1.1" 404 231 - - - latency=0.000000000s
        2026-11-26T20:33:32.823+0000 7f85217aa6c0  1 beast: 0x7f85945726e0: 127.0.0.1 - doppel [26/Nov/2026:20:33:32.823 +0000] "PUT /b1/aws/a/f9 HTTP/1.1" 200 0 - "aws-cli/2.9.19 Python/3.11.2" - latency=0.012000001s
        2026-11-26T20:33:35.715+0000 7f850b77e6c0  1 beast: 0x7f85a40d66e0: 127.0.0.1 - doppel [26/Nov/2026:20:33:35.711 +0000] "GET /b1?list-type=2&prefix=aws%2F HTTP/1.1" 200 231 - - - latency=0.004000000s
        2026-11-26T20:33:36.715+0000 7f850b77e6c0  1 beast: 0x7f85a40d66e0: 127.0.0.1 - doppel [26/Nov/2026:20:33:36.711 +0000] "GET /b1/a%22b HTTP/1.1" 206 4096 - - bytes=0-4095 latency=0.004000000s
        """;

    private static AccessLine[] Lines => [.. Log.Split('\n').Select(AccessLine.Parse).OfType<AccessLine>()];

    [Fact]
    public void Each_request_is_one_line_and_other_lines_are_none() => Assert.Equal(
        [
            new AccessLine("list", "/b1/?prefix=s3cmd%2F", 404, At(20, 44, 9, 403), TimeSpan.Zero),
            new AccessLine("PUT", "/b1/aws/a/f9", 200, At(20, 33, 32, 823), TimeSpan.FromSeconds(0.012000001)),
            new AccessLine("list", "/b1?list-type=2&prefix=aws%2F", 200, At(20, 33, 35, 711), TimeSpan.FromMilliseconds(4)),
            new AccessLine("GET", "/b1/a%22b", 206, At(20, 33, 36, 711), TimeSpan.FromMilliseconds(4)),
        ],
        Lines);

    [Fact]
    public void Kinds_are_counted_and_the_most_frequent_one_comes_first() =>
        Assert.Equal("2 list, 1 GET, 1 PUT", AccessLine.Describe(Lines));

    private static DateTimeOffset At(int hour, int minute, int second, int millisecond) =>
        new(2026, 11, 26, hour, minute, second, millisecond, TimeSpan.Zero);
}

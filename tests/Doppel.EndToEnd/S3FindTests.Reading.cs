using System.Globalization;
using System.Text.RegularExpressions;
using Doppel.S3.Server;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.EndToEnd;

/// <content>Objects that are read because nothing else shows what they contain.</content>
public sealed partial class S3FindTests
{
    private const int LargeBytes = 300_000;
    private const int EndBytes = 4096;

    [Fact]
    public async Task Large_objects_are_read_whole_only_if_both_of_their_ends_are_those_of_a_file()
    {
        await using var s3 = new FaultyS3();
        FillLarge(s3);
        string[] options = ["--max-download", "10M", "disk", s_bucket];
        ProcessEnd end = Find(s3, ["--dry-run", .. options]).MustSucceed();
        Assert.Contains("still at most: 0 LIST, 4 HEAD, 12 GET, 1.2 MiB: ", end.OutputText, StringComparison.Ordinal);

        end = Find(s3, ["--stats", .. options]).MustSucceed();
        Assert.Matches($"^2 copies of .*, xxh3-128 [0-9a-f]{{32}}\n    {s_bucket}/same\n    disk/a\n", end.OutputText);
        Assert.DoesNotContain("warning", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("1 LIST, 4 HEAD, 9 GET to", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(
            ["end: 2 + 0", "middle: 2 + 1", "same: 2 + 1", "start: 1 + 0"],
            s3.Server.Requests.Where(static one => one.Method == "GET" && !one.Query.Contains("list-type"))
                .GroupBy(static one => one.Path[(one.Path.LastIndexOf('/') + 1)..])
                .Select(static same => string.Create(
                    CultureInfo.InvariantCulture,
                    $"{same.Key}: {same.Count(IsRange)} + {same.Count(static one => !IsRange(one))}"))
                .Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData(EndBytes - 1)]
    [InlineData(EndBytes)]
    [InlineData((2 * EndBytes) + LargeBytes - 1)]
    public async Task The_download_that_a_large_object_still_needs_is_reported_if_the_limit_is_too_low(int allowed)
    {
        await using var s3 = new FaultyS3();
        FillLarge(s3);
        s3.Memory.Remove(FaultyS3.Bucket, "start");
        s3.Memory.Remove(FaultyS3.Bucket, "end");
        s3.Memory.Remove(FaultyS3.Bucket, "middle");
        ProcessEnd end = Find(s3, "--max-download", $"{allowed}", "disk", s_bucket).MustSucceed();
        Assert.DoesNotContain("2 copies", end.OutputText, StringComparison.Ordinal);
        int needed = int.Parse(
            Regex.Match(end.ErrorText, "use --max-download ([0-9]+) to read").Groups[1].Value,
            CultureInfo.InvariantCulture);
        end = Find(s3, "--max-download", $"{needed}", "disk", s_bucket).MustSucceed();
        Assert.Contains("2 copies", end.OutputText, StringComparison.Ordinal);
        Assert.DoesNotContain("warning", end.ErrorText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_large_object_that_was_replaced_before_its_end_is_read_is_a_problem()
    {
        await using var s3 = new FaultyS3();
        FillLarge(s3);
        int seen = 0;
        s3.Server.On(
            static request => request.Path.EndsWith("/same", StringComparison.Ordinal) && IsRange(request),
            new Fault("replace", async exchange =>
            {
                if (Interlocked.Increment(ref seen) == 2)
                {
                    s3.Memory.Put(FaultyS3.Bucket, "same", new byte[LargeBytes]);
                }

                await exchange.WriteAsync(await exchange.AnswerAsync());
            }));
        ProcessEnd end = Find(s3, "--max-download", "10M", "disk", s_bucket);
        Assert.Equal(1, end.ExitCode);
        Assert.Contains(
            $"'{s_bucket}/same': The object has been replaced since it was listed", end.ErrorText,
            StringComparison.Ordinal);
        Assert.DoesNotContain("2 copies", end.OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_without_ranges_gives_the_whole_object()
    {
        await using var s3 = new FaultyS3();
        FillLarge(s3);
        s3.Server.On(IsRange, new Fault("whole", static async exchange =>
        {
            Answer answer = await exchange.AnswerAsync();
            await exchange.WriteAsync(new Answer(200) { Body = new byte[LargeBytes] }
                .With("ETag", answer.Header("ETag")!));
        }));
        ProcessEnd end = Find(s3, "--max-download", "10M", "disk", s_bucket).MustSucceed();
        Assert.Matches($"^2 copies of .*, xxh3-128 [0-9a-f]{{32}}\n    {s_bucket}/same\n    disk/a\n", end.OutputText);
    }

    [Fact]
    public async Task A_search_that_is_killed_while_a_bucket_is_listed_leaves_no_file()
    {
        await using var s3 = new FaultyS3();
        var reached = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        s3.Server.On(static _ => true, new Fault("stall", async exchange =>
        {
            reached.TrySetResult();
            await exchange.StallAsync();
        }));
        _tree.AddFolder("temporary");
        string temporary = $"{_tree["temporary"]}";
        ProcessStart start = Start(s3, ["find", s_bucket]);
        using var child = ChildProcess.Start(start with
        {
            Environment = new Dictionary<string, string?>(start.Environment) { ["TMPDIR"] = temporary },
        });
        var ended = Task.Run(child.WaitForEnd);
        await Task.WhenAny(reached.Task, ended);
        Assert.True(reached.Task.IsCompleted);
        child.Signal(9);
        await ended;
        Assert.Empty(Directory.EnumerateFileSystemEntries(temporary));
    }

    [Fact]
    public async Task Objects_in_other_parts_are_compared_with_each_other_if_they_may_be_read()
    {
        await using var s3 = new FaultyS3();
        _tree.AddFile("big", Big(11));
        s3.Run("cp", "--part-size", "16MiB", _tree["big"], $"{s_bucket}/whole").MustSucceed();
        s3.Run("cp", "--part-size", "5MiB", _tree["big"], $"{s_bucket}/parts").MustSucceed();
        s3.Memory.Put(FaultyS3.Bucket, "another size", "x"u8.ToArray());
        int before = s3.Server.Requests.Count;
        ProcessEnd end = Find(s3, s_bucket).MustSucceed();
        Assert.Equal(["GET"], Methods(s3, before));
        Assert.Contains("no duplicates", end.OutputText, StringComparison.Ordinal);
        Match told = Regex.Match(
            end.ErrorText,
            "2 files in lists or buckets .* since their digests are of different kinds; use --max-download ([0-9]+) ");
        Assert.Equal($"{2 * Big(11).Length}", told.Groups[1].Value);

        end = Find(s3, "--max-download", told.Groups[1].Value, s_bucket).MustSucceed();
        Assert.Matches(
            $"^2 copies of .*, xxh3-128 [0-9a-f]{{32}}\n    {s_bucket}/parts\n    {s_bucket}/whole\n", end.OutputText);
        Assert.DoesNotContain("warning", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(["GET", "GET", "HEAD", "HEAD", "GET", "GET"], Methods(s3, before));

        end = Find(s3, "--max-download", $"{Big(11).Length}", s_bucket).MustSucceed();
        Assert.Contains("no duplicates", end.OutputText, StringComparison.Ordinal);
        Assert.Contains(
            $"different kinds; use --max-download {2 * Big(11).Length} ", end.ErrorText, StringComparison.Ordinal);
    }

    private static bool IsRange(RawRequest request) => request.Header("range") is not null;

    // A file, and objects of its size in a bucket whose list shows no MD5s.
    private void FillLarge(FaultyS3 s3)
    {
        byte[] content = new byte[LargeBytes];
        new Random(1).NextBytes(content);
        _tree.AddFile("disk/a", content);
        s3.Memory.Put(FaultyS3.Bucket, "same", content);
        foreach ((string name, int place) in ((string, int)[])
            [("start", 0), ("middle", LargeBytes / 2), ("end", LargeBytes - 1)])
        {
            byte[] other = [.. content];
            other[place] ^= 1;
            s3.Memory.Put(FaultyS3.Bucket, name, other);
        }

        HideDigests(s3, "[0-9a-f]{32}");
    }
}

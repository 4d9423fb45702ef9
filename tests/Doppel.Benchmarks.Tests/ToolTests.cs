using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Opening;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Benchmarks.S3Tools;

namespace Doppel.Benchmarks.Tests;

public sealed class ToolTests
{
    private static readonly ClientSettings s_settings = new("http://127.0.0.1:1234", "KEY", "SECRET", "us-east-1");

    [Fact]
    public void Settings_of_the_user_do_not_reach_the_programs()
    {
        using var scratch = new ScratchFolder("tool-test");
        Dictionary<string, string?> environment = new()
        {
            ["PATH"] = "/usr/bin",
            ["AWS_PROFILE"] = "mine",
            ["AWS_ACCESS_KEY_ID"] = "MINE",
            ["RCLONE_TRANSFERS"] = "64",
            ["https_proxy"] = "http://proxy",
        };
        new ToolServer(s_settings, scratch.Path).Prepare(environment);
        Assert.Equal("/usr/bin", environment["PATH"]);
        Assert.Equal("KEY", environment["AWS_ACCESS_KEY_ID"]);
        Assert.Equal("http://127.0.0.1:1234", environment["RCLONE_CONFIG_BENCH_ENDPOINT"]);
        Assert.All(
            ["AWS_PROFILE", "RCLONE_TRANSFERS", "https_proxy"], name => Assert.DoesNotContain(name, environment));
    }

    [Theory]
    [InlineData("missing")]
    [InlineData("different")]
    [InlineData("one too many")]
    public void A_copy_is_verified_only_if_every_file_is_equal_and_no_other_is_there(string flaw)
    {
        using var scratch = new ScratchFolder("tool-test");
        var files = new ToolFiles(Path.Combine(scratch.Path, "source"), 10, lengthMin: 1, lengthMax: 100);
        Dictionary<string, string> copy = new(files.Digests);
        files.Verify(copy, "whole");
        files.Verify(files.Root, "whole");
        string first = copy.Keys.Order().First();
        switch (flaw)
        {
            case "missing":
                copy.Remove(first);
                break;
            case "different":
                copy[first] = copy.Values.First(digest => digest != copy[first]);
                break;
            default:
                copy.Add("other", copy[first]);
                break;
        }

        Assert.Throws<VerifyException>(() => files.Verify(copy, flaw));
    }

    [Fact]
    public void One_file_in_a_hundred_changes_and_keeps_its_length()
    {
        using var scratch = new ScratchFolder("tool-test");
        var files = new ToolFiles(Path.Combine(scratch.Path, "source"), 300, lengthMin: 8, lengthMax: 100);
        Dictionary<string, string> before = new(files.Digests);
        long[] lengths = Lengths();
        Assert.Equal(3, files.ChangeSome());
        Assert.Equal(3, before.Count(file => files.Digests[file.Key] != file.Value));
        Assert.Equal(lengths, Lengths());
        files.Verify(files.Root, "changed");

        long[] Lengths() => [.. before.Keys.Order().Select(name => new FileInfo(files.PathOf(name)).Length)];
    }

    [Fact]
    public void A_table_shows_ratios_to_doppel_and_the_judge_names_a_lost_cell()
    {
        using var scratch = new ScratchFolder("tool-test");
        IReadOnlyList<S3Tool> tools = S3Tool.All(new ToolServer(s_settings, scratch.Path));
        ToolRow ours = Row(tools.Single(tool => tool.Role == Role.Ours), 2, 2, 2);
        ToolRow rival = Row(tools.First(tool => tool.Role == Role.Rival), 1, 1, 1);
        ours.Requests = [new AccessLine("PUT", "/b/k", 200, DateTimeOffset.UnixEpoch, TimeSpan.Zero)];
        ResultTable table = ToolTables.Of([ours, rival]);
        Assert.Equal(["1.00", "0.50"], table.Rows.Select(row => row[4]));
        Assert.Equal(["1 PUT", ""], table.Rows.Select(row => row[9]));
        Assert.Single(table.Verdict!.Lost);
    }

    [Fact]
    public void Programs_have_different_names_and_prefixes()
    {
        using var scratch = new ScratchFolder("tool-test");
        IReadOnlyList<S3Tool> tools = S3Tool.All(new ToolServer(s_settings, scratch.Path));
        Assert.Equal(5, tools.Count);
        Assert.Equal(5, tools.Select(tool => tool.Id).Distinct().Count());
        Assert.All(Enum.GetValues<ToolJob>(), job => Assert.All(tools, tool =>
        {
            IReadOnlyList<string> command = tool.Command(job, "/local", "bucket/key");
            Assert.Equal(tool.Program, command[0]);
            Assert.Single(command, word => word.StartsWith("/local", StringComparison.Ordinal));
            Assert.Single(command, word => word.Contains("bucket/key", StringComparison.Ordinal));
        }));
    }

    private static ToolRow Row(S3Tool tool, params double[] seconds)
    {
        var row = new ToolRow(tool, "job");
        row.Runs.AddRange(seconds.Select(one => new FinderRun(one, PeakBytes: 1, CpuSeconds: 1)));
        return row;
    }
}

using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.S3.Tests.Servers;

/// <summary>The real server starts, judges signatures and leaves nothing; curl signs.</summary>
public sealed class RealServerTests
{
    [Fact]
    public async Task It_answers_who_signs_and_refuses_who_does_not()
    {
        RealServer server = await RealServer.GetAsync();
        NeedCurl();
        Assert.Contains("ListAllMyBucketsResult", Curl(server, server.Endpoint, server.SecretKey));
        Assert.Contains("SignatureDoesNotMatch", Curl(server, server.Endpoint, "wrong"));
    }

    [Fact]
    public async Task It_serves_TLS_too()
    {
        RealServer server = await RealServer.GetAsync();
        NeedCurl();
        Assert.SkipWhen(server.HttpsEndpoint is null, "the server of this run has no TLS");
        ByteName[] trust = server.CertificateFile is { } file ? ["--cacert", file] : [];
        Assert.Contains("ListAllMyBucketsResult", Curl(server, server.HttpsEndpoint!, server.SecretKey, trust));
    }

    [Fact]
    public async Task A_second_one_runs_beside_it_and_leaves_neither_process_nor_file()
    {
        RealServer first = await RealServer.GetAsync();
        Assert.SkipUnless(File.Exists("/proc/self/cmdline"), "looks for processes in /proc");
        ProcessEnd run = Tool.Run(RealServer.Script, "run", "sh", "-c", "env; cat $DOPPEL_S3_DIR/pids; exit 7");
        Assert.SkipWhen(run.ExitCode == 2, run.ErrorText);
        Assert.Equal(7, run.ExitCode);
        string[] lines = run.OutputText.Split('\n');
        string folder = lines.Single(line => line.StartsWith("DOPPEL_S3_DIR=", StringComparison.Ordinal)).Split('=')[1];
        Assert.DoesNotContain($"DOPPEL_S3_ENDPOINT={first.Endpoint.GetLeftPart(UriPartial.Authority)}", lines);
        int[] ids = [.. lines.Select(line => int.TryParse(line, out int id) ? id : 0).Where(id => id > 0)];
        Assert.Equal(4, ids.Length);
        Assert.DoesNotContain(ids, id => CommandLine(id).Contains(folder, StringComparison.Ordinal));
        Assert.False(Path.Exists(folder));
    }

    [Fact]
    public async Task It_ends_with_the_process_that_it_runs_for()
    {
        await RealServer.GetAsync();
        Assert.SkipUnless(File.Exists("/proc/self/cmdline"), "looks for processes in /proc");
        using ChildProcess parent = ChildProcess.Start(new ProcessStart("sleep", ["600"]));
        ProcessEnd start = Tool.Run(RealServer.Script, "start", "--while", $"{parent.Id}");
        Assert.SkipWhen(start.ExitCode == 2, start.ErrorText);
        string folder = RealServer.Settings(start.MustSucceed())["DOPPEL_S3_DIR"];
        int[] ids = [.. File.ReadLines(Path.Combine(folder, "pids")).Select(int.Parse)];
        parent.Signal(9);

        // tail ends when the process does; all of them do, or the test is killed.
        foreach (int id in ids)
        {
            Tool.Run("tail", $"--pid={id}", "-f", "/dev/null").MustSucceed();
        }

        Assert.False(Path.Exists(folder));
    }

    [Theory]
    [InlineData("start", "--no-such-option")]
    [InlineData("start", "/usr")]
    [InlineData("start", "a folder with blanks")]
    [InlineData("stop", "/usr")]
    [InlineData("run")]
    [InlineData("dance")]
    public void Wrong_usage_is_reported_in_one_line(params string[] arguments)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs bash");
        ProcessEnd end = Tool.Run(RealServer.Script, [.. arguments.Select(argument => (ByteName)argument)]);
        Assert.Equal(2, end.ExitCode);
        Assert.StartsWith("s3-server: ", end.ErrorText, StringComparison.Ordinal);
        Assert.Single(end.ErrorText.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    private static void NeedCurl() =>
        Assert.SkipWhen(Tool.Find("curl") is null, "needs curl: apt install curl");

    private static string Curl(RealServer server, Uri address, string secret, params ByteName[] more) => Tool.Run(
        "curl",
        [
            "-sS", "--noproxy", "*", "--aws-sigv4", $"aws:amz:{server.Region}:s3",
            "--user", $"{server.AccessKey}:{secret}", "--header", "x-amz-content-sha256: UNSIGNED-PAYLOAD",
            .. more, address.ToString(),
        ]).MustSucceed().OutputText;

    private static string CommandLine(int id)
    {
        try
        {
            return File.ReadAllText($"/proc/{id}/cmdline");
        }
        catch (IOException)
        {
            return "";
        }
    }
}

using System.Globalization;
using Doppel.S3.Server;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.EndToEnd;

/// <summary><c>doppel s3</c> outlives a server that is away for a while, and ends if it stays away.</summary>
public sealed class S3OutageTests
{
    private static readonly int s_files = TestRun.Count(reduced: 300, full: 3000);

    // The tenth of a run at which the server goes away, and for how many seconds.
    public static TheoryData<int, int> Outages => TestRun.IsFull
        ? [.. Enumerable.Range(0, 30).Select(static i => (i % 10, ((int[])[5, 20, 50])[i / 10]))]
        : [(6, 2)];

    [Theory, MemberData(nameof(Outages))]
    public async Task A_folder_is_uploaded_downloaded_and_deleted_despite_a_server_outage(int tenth, int seconds)
    {
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        for (int i = 0; i < s_files; i++)
        {
            tree.AddFile($"up/{i % 7}/{i}", Content(i));
        }

        string target = $"s3://{FaultyS3.Bucket}/x";
        int after = tenth * s_files / 10;
        await DuringOutageAsync(s3.Start("cp", "-r", tree["up"], target));
        await DuringOutageAsync(s3.Start("sync", tree["up"], $"{target}-synced"));
        for (int i = 0; i < s_files; i++)
        {
            Assert.Equal(Content(i), Text(s3.Memory.Find(FaultyS3.Bucket, $"x/{i % 7}/{i}")!.Body));
            Assert.Equal(Content(i), Text(s3.Memory.Find(FaultyS3.Bucket, $"x-synced/{i % 7}/{i}")!.Body));
        }

        await DuringOutageAsync(s3.Start("cp", "-r", target, tree["down"]));
        for (int i = 0; i < s_files; i++)
        {
            Assert.Equal(Content(i), File.ReadAllText($"{tree[$"down/{i % 7}/{i}"]}"));
        }

        Assert.Equal(s_files, Directory.GetFiles($"{tree["down"]}", "*", SearchOption.AllDirectories).Length);
        // A list of 1,000 keys and their deletion are two requests.
        await DuringOutageAsync(s3.Start("rm", "-r", "--yes", target), most: s_files * tenth / 5000);
        Assert.Equal("", s3.Run("ls", "-r", $"{target}/").MustSucceed().OutputText);

        async Task DuringOutageAsync(ProcessStart start, int most = int.MaxValue)
        {
            int before = s3.Server.Requests.Count;
            Task away = s3.GoAwayAsync(before + Math.Min(after, most), TimeSpan.FromSeconds(seconds));
            ProcessEnd end = await Task.Run(() => Tool.Run(start));
            await away;
            end.MustSucceed();
            Assert.DoesNotContain("problem", end.ErrorText, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_server_that_resets_every_connection_gets_few_of_them_and_ends_the_run()
    {
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        for (int i = 0; i < s_files; i++)
        {
            tree.AddFile($"up/{i}", Content(i));
        }

        s3.Server.NextConnection(ConnectFault.Reset, times: 10_000);
        ProcessEnd end = s3.Run("cp", "-r", "--retry-for", "3s", tree["up"], $"s3://{FaultyS3.Bucket}/x");
        Assert.Equal(2, end.ExitCode);
        Assert.Contains("hint: ", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("--retry-for", end.ErrorText, StringComparison.Ordinal);
        Assert.InRange(s3.Server.Connections, 2, 40);
    }

    [Fact]
    public async Task A_failure_of_one_object_is_a_problem_and_the_others_arrive()
    {
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        for (int i = 0; i < 50; i++)
        {
            tree.AddFile($"up/{i}", Content(i));
        }

        s3.Server.On(
            static request => request.Method == "PUT" && request.Path.EndsWith("/7", StringComparison.Ordinal),
            Fault.Status(500, "InternalError"));
        ProcessEnd end = s3.Run("cp", "-r", "--retry-for", "1s", tree["up"], $"s3://{FaultyS3.Bucket}/x");
        int there = Enumerable.Range(0, 50).Count(i => s3.Memory.Find(FaultyS3.Bucket, $"x/{i}") is not null);
        Assert.True(there == 49, end.ErrorText);
        Assert.InRange(end.ExitCode, 1, 2);
    }

    [Fact]
    public async Task A_server_that_never_answers_ends_the_run_in_time()
    {
        await using var s3 = new FaultyS3();
        s3.Server.On(static _ => true, Fault.StallBeforeHeaders);
        ProcessEnd end = s3.Run("ls", "--timeout", "1s", "--retry-for", "2s", $"s3://{FaultyS3.Bucket}");
        Assert.Equal(2, end.ExitCode);
        Assert.Contains("stalled", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(2, s3.Server.Requests.Count);
    }

    private static string Content(int i) => string.Create(CultureInfo.InvariantCulture, $"content of file {i}");

    private static string Text(byte[] bytes) => System.Text.Encoding.UTF8.GetString(bytes);
}

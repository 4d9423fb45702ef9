namespace Doppel.EndToEnd;

/// <summary>Transfers of <c>doppel s3</c> that are broken off go on, or leave nothing behind.</summary>
public sealed class S3ResumeTests
{
    private const int Kill = 9;
    private const int Interrupt = 2;
    private const int Mebi = 1024 * 1024;
    private const int PartBytes = 5 * Mebi;

    // Two parts pass, and the third stands still in its middle.
    private const long StallsAt = (2 * PartBytes) + (2 * Mebi);

    private readonly S3Server _server = S3Server.Get();

    [Fact]
    public void A_killed_download_resumes_with_what_it_has()
    {
        string bucket = _server.NewBucket();
        byte[] content = Content(18 * Mebi);
        _server.Put(bucket, "big", content);
        using var tree = new TempTree();
        using (var proxy = new StallingProxy(_server.Endpoint, downMax: StallsAt))
        {
            using ChildProcess child = ChildProcess.Start(_server.Through(proxy.Address, Download(bucket, tree)));
            proxy.WaitUntilItStalls();
            string part = Directory.GetFiles(tree.Folder, ".*.s3part").Single();
            Assert.True(
                SpinWait.SpinUntil(() => PartsIn(part) == 2, TimeSpan.FromMinutes(2)), $"{PartsIn(part)} parts");
            child.Signal(Kill);
            Assert.Equal(128 + Kill, child.WaitForEnd().ExitCode);
        }

        Assert.False(File.Exists($"{tree["big"]}"));
        using var counting = new StallingProxy(_server.Endpoint);
        ProcessEnd end = Tool.Run(_server.Through(counting.Address, Download(bucket, tree))).MustSucceed();
        Assert.Contains("10.0 MiB already transferred", end.ErrorText, StringComparison.Ordinal);
        Assert.True(File.ReadAllBytes($"{tree["big"]}").AsSpan().SequenceEqual(content));
        Assert.Equal(["big"], Directory.GetFiles(tree.Folder).Select(path => Path.GetFileName(path)!));

        int PartsIn(string path) => File.Exists(path) && new FileInfo(path).Length > content.Length
            ? File.ReadAllBytes(path).AsSpan(^4..).Count((byte)1)
            : 0;
    }

    [Fact]
    public void A_killed_upload_resumes_with_what_the_server_has()
    {
        string bucket = _server.NewBucket();
        byte[] content = Content(18 * Mebi);
        using var tree = new TempTree();
        ByteName file = tree.AddFile("big", content);
        using (var proxy = new StallingProxy(_server.Endpoint, upMax: StallsAt))
        {
            using ChildProcess child = ChildProcess.Start(
                _server.Through(proxy.Address, Upload(bucket, file, "--resume")));
            proxy.WaitUntilItStalls();
            child.Signal(Kill);
            Assert.Equal(128 + Kill, child.WaitForEnd().ExitCode);
        }

        using var counting = new StallingProxy(_server.Endpoint);
        ProcessEnd end = Tool.Run(_server.Through(counting.Address, Upload(bucket, file, "--resume"))).MustSucceed();
        Assert.Contains("10.0 MiB already transferred", end.ErrorText, StringComparison.Ordinal);
        Assert.InRange(counting.Up, 8 * Mebi, 9 * Mebi);
        Assert.True(_server.Get(bucket, "big").AsSpan().SequenceEqual(content));
    }

    [Theory]
    [InlineData("--resume", true)]
    [InlineData("--no-resume", false)]
    public void Interrupted_an_upload_is_kept_only_if_it_is_to_be_resumed(string flag, bool isKept)
    {
        string bucket = _server.NewBucket();
        using var tree = new TempTree();
        ByteName file = tree.AddFile("big", Content(18 * Mebi));
        using (var proxy = new StallingProxy(_server.Endpoint, upMax: StallsAt))
        {
            using ChildProcess child = ChildProcess.Start(_server.Through(proxy.Address, Upload(bucket, file, flag)));
            proxy.WaitUntilItStalls();
            child.Signal(Interrupt);
            ProcessEnd stopped = child.WaitForEnd();
            Assert.True(stopped.ExitCode == 130, $"{stopped.ExitCode}: {stopped.ErrorText}");
            Assert.Contains("interrupted", stopped.ErrorText, StringComparison.Ordinal);
        }

        Assert.NotEqual(0, _server.Run("head", $"s3://{bucket}/big").ExitCode);
        ProcessEnd end = Tool.Run(_server.Start(Upload(bucket, file, "--resume"))).MustSucceed();
        Assert.Equal(isKept, end.ErrorText.Contains(": resuming, ", StringComparison.Ordinal));
    }

    [Fact]
    public void Waiting_for_standard_input_can_be_interrupted()
    {
        string bucket = _server.NewBucket();
        using var proxy = new StallingProxy(_server.Endpoint);
        using ChildProcess child = ChildProcess.Start(
            _server.Through(proxy.Address, "cp", "-", $"s3://{bucket}/k") with { KeepInputOpen = true });

        // It has asked whether the key is taken, and nothing else is left to wait for.
        Assert.True(SpinWait.SpinUntil(() => proxy.Down > 0, TimeSpan.FromMinutes(2)));
        child.Signal(Interrupt);
        Assert.Equal(130, child.WaitForEnd().ExitCode);
    }

    private static ByteName[] Download(string bucket, TempTree tree) =>
        ["cp", "--part-size", "5MiB", "--parallel", "1", $"s3://{bucket}/big", tree["big"]];

    private static ByteName[] Upload(string bucket, ByteName file, string flag) =>
        ["cp", flag, "--part-size", "5MiB", "--parallel", "1", file, $"s3://{bucket}/big"];

    private static byte[] Content(int length)
    {
        byte[] content = new byte[length];
        new Random(length).NextBytes(content);
        return content;
    }
}

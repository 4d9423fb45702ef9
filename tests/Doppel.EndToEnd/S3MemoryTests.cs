namespace Doppel.EndToEnd;

/// <summary><c>doppel s3</c> holds a bounded part of what it moves in memory.</summary>
public sealed class S3MemoryTests
{
    private const int Mebi = 1024 * 1024;
    private const int ContentBytes = 123 * Mebi;
    private const long PeakBytesMax = 100 * Mebi;

    private readonly S3Server _server = S3Server.Get();

    /// <summary>Nobody knows how long a pipe is, and parts of it may have to be sent again.</summary>
    [Fact]
    public void A_pipe_of_123_MiB_and_its_object_take_less_than_100()
    {
        string bucket = _server.NewBucket();
        byte[] content = new byte[ContentBytes];
        new Random(TestRun.SeedOffset).NextBytes(content);
        long up = PeakMemory.Of(_server.Start("cp", "-q", "-", $"s3://{bucket}/key") with { Input = content });
        using var tree = new TempTree();
        long down = PeakMemory.Of(_server.Start("cp", "-q", $"s3://{bucket}/key", tree["key"]));
        Assert.True(File.ReadAllBytes($"{tree["key"]}").AsSpan().SequenceEqual(content));
        TestContext.Current.TestOutputHelper?.WriteLine($"up {up / Mebi} MiB, down {down / Mebi} MiB");
        Assert.InRange(up, 1, PeakBytesMax);
        Assert.InRange(down, 1, PeakBytesMax);
    }

    /// <summary>Keys are counted with it. They are 41 bytes long here.</summary>
    [Fact]
    public async Task A_listed_object_takes_at_most_100_bytes_of_a_search()
    {
        await using var s3 = new FaultyS3();
        const int Few = 50_000;
        int count = TestRun.Count(reduced: 100_000, full: 950_000);
        s3.Memory.AddListing("few", Few);
        s3.Memory.AddListing("many", Few + count);
        using var tree = new TempTree();
        tree.AddFile("disk/a", "content");
        long few = PeakMemory.Of(Find("s3://few"));
        long many = PeakMemory.Of(Find("s3://many"));
        TestContext.Current.TestOutputHelper?.WriteLine(
            $"{few / Mebi} MiB, {many / Mebi} MiB, {(double)(many - few) / count:0.0} B an object");

        // What few objects take varies by some megabytes, which counts more where fewer are listed.
        Assert.InRange(many - few, 0, (TestRun.IsFull ? 100L : 130L) * count);
        int pages = (Few / 1000) + ((Few + count) / 1000);
        Assert.InRange(s3.Server.Requests.Count, pages, pages + (2 * 40));

        ProcessStart Find(string bucket) =>
            s3.StartAny(["find", "--catalog", "none", tree["disk"], bucket]);
    }
}

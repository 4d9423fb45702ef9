using System.Runtime.Versioning;
using System.Text;
using Doppel.S3.Tests.Folders;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.S3.Tests.Transfers;

/// <summary>
/// Files that other programs change while they are uploaded, and what they put in the way of a download.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class ChangedSourceTests
{
    // More than a connection takes before the server reads.
    private const int FileBytes = 24 << 20;

    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    public static TheoryData<string, bool> Changes => new(
        from change in (string[])["rewrite", "rewrite with its old time", "append", "cut", "touch"]
        from inParts in (bool[])[false, true]
        select (change, inParts));

    [Theory]
    [MemberData(nameof(Changes))]
    public async Task A_file_that_changes_while_it_is_uploaded_is_not_stored(string change, bool inParts)
    {
        await using var world = new TransferWorld();
        string path = world.PathOf("live");
        await File.WriteAllBytesAsync(path, new byte[FileBytes], s_cancellation);
        int changes = 0;
        world.Server.On(
            request =>
            {
                if (request.Method == "PUT" && Interlocked.Increment(ref changes) == 1)
                {
                    Change(path, change);
                }

                return false;
            },
            Fault.Status(500, "InternalError"));
        using var file = File.OpenHandle(path, options: FileOptions.None, share: FileShare.ReadWrite);
        var options = new S3UploadOptions
        {
            PartBytes = 5 << 20,
            SingleBytesMax = inParts ? 0 : FileBytes,
            Parallelism = 1,
        };
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () =>
            await world.Client.UploadAsync(TransferWorld.Bucket, "live", file, options, s_cancellation));

        // Over plain HTTP, the signature of a part covers its content, so the server may notice first.
        Assert.Contains(failure.Code, (string[])[S3ErrorCode.SourceChanged, "XAmzContentSHA256Mismatch"]);
        Assert.True(
            failure.Code == S3ErrorCode.SourceChanged || change.StartsWith("rewrite", StringComparison.Ordinal));
        Assert.True(changes > 0);
        Assert.Empty(world.Memory.Keys(TransferWorld.Bucket));
        Assert.Empty(world.Memory.OpenUploads);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_file_that_nobody_changes_is_stored(bool inParts)
    {
        await using var world = new TransferWorld();
        string path = world.PathOf("still");
        byte[] content = new byte[FileBytes];
        new Random(TestRun.SeedOffset).NextBytes(content);
        await File.WriteAllBytesAsync(path, content, s_cancellation);
        using var file = File.OpenHandle(path);
        var options = new S3UploadOptions { PartBytes = 5 << 20, SingleBytesMax = inParts ? 0 : FileBytes };
        Assert.True((await world.Client.UploadAsync(TransferWorld.Bucket, "still", file, options, s_cancellation))
            .IsStored);
        Assert.Equal(content, world.Memory.Find(TransferWorld.Bucket, "still")!.Body);
    }

    // The name of an unfinished download follows from the name of its target, so anybody can put something there.
    [Theory]
    [InlineData("symbolic link")]
    [InlineData("hard link")]
    [InlineData("writable by others")]
    public async Task An_unfinished_download_that_others_could_write_to_is_not_continued(string kind)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Links and modes are those of Linux.");
        await using var world = new TransferWorld();
        world.Memory.Put(TransferWorld.Bucket, "tool", "new content"u8.ToArray());
        world.Tree.AddFile("precious", "precious");
        string target = world.PathOf("tool");
        string part = S3Client.PartialFileOf(target);
        switch (kind)
        {
            case "symbolic link":
                File.CreateSymbolicLink(part, world.PathOf("precious"));
                await Assert.ThrowsAsync<IOException>(DownloadAsync);
                Assert.False(File.Exists(target));
                break;
            case "hard link":
                world.Tree.AddHardLink(Path.GetFileName(part), "precious");
                await DownloadAsync();
                break;
            default:
                world.Tree.AddFile(Path.GetFileName(part), "planted");
                File.SetUnixFileMode(part, (UnixFileMode)0x1B6);
                using (FileStream open = File.Open(part, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
                {
                    await DownloadAsync();
                    open.Write("evil"u8);
                }

                break;
        }

        Assert.Equal("precious", await File.ReadAllTextAsync(world.PathOf("precious"), s_cancellation));
        if (kind != "symbolic link")
        {
            Assert.Equal("new content", await File.ReadAllTextAsync(target, s_cancellation));
        }

        async Task DownloadAsync() => await world.Client.DownloadFileAsync(
            TransferWorld.Bucket, "tool", target, options: null, s_cancellation);
    }

    [Fact]
    public void An_unfinished_download_that_becomes_a_link_is_not_written_through()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Links are those of Linux.");
        using var tree = new TempTree();
        string precious = tree.AddFile("precious", "precious").ToString();
        string target = tree["tool"].ToString();
        string part = Path.GetFileName(S3Client.PartialFileOf(target));
        tree.AddFile(part, "begun");
        tree.AddSymbolicLink("link", precious);
        var volume = new LinuxVolume();
        Assert.False(volume.OpenFolderStrictly(
            Encoding.UTF8.GetBytes(tree.Folder), out FolderHandle folder, out _).Failed);
        bool isDone = false;
        var other = new Thread(() =>
        {
            while (!Volatile.Read(ref isDone))
            {
                volume.Exchange(folder, "link"u8, Encoding.UTF8.GetBytes(part));
            }
        });
        other.Start();
        (int opened, int refused) = (0, 0);
        for (int i = 0; i < TestRun.Count(20_000, 200_000) && new FileInfo(precious).Length == 8; i++)
        {
            try
            {
                PartialFile.Open(target, "\"e\"", length: 100, partBytes: 64).Dispose();
                opened++;
            }
            catch (IOException)
            {
                refused++;
            }
        }

        Volatile.Write(ref isDone, true);
        other.Join();
        volume.Close(folder);
        Assert.Equal("precious", File.ReadAllText(precious));
        Assert.True(opened > 0 && refused > 0);
    }

    private static void Change(string path, string change)
    {
        DateTime time = File.GetLastWriteTimeUtc(path);
        using (var file = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            switch (change)
            {
                case "append":
                    file.Position = file.Length;
                    file.WriteByte(1);
                    break;
                case "cut":
                    file.SetLength(FileBytes / 2);
                    break;
                case "touch":
                    break;
                default:
                    file.Write(Enumerable.Repeat((byte)'A', FileBytes).ToArray());
                    break;
            }
        }

        DateTime now = change == "rewrite with its old time" ? time : time.AddSeconds(5);
        File.SetLastWriteTimeUtc(path, now);
    }
}

using System.Runtime.Versioning;
using System.Text;
using Doppel.S3.Transfer;
using Doppel.Volumes;

namespace Doppel.S3.Tests.Folders;

/// <summary>What stands where a download is to be written.</summary>
[SupportedOSPlatform("linux")]
public sealed class DownloadTargetTests
{
    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(S3Existing.Keep)]
    [InlineData(S3Existing.Replace)]
    [InlineData(S3Existing.ReplaceDifferent)]
    public async Task A_download_replaces_no_pipe_and_no_folder(S3Existing existing)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs pipes");
        await using var world = new TransferWorld();
        world.Tree.AddFolder("local");
        world.Tree.AddFifo("local/pipe");
        world.Tree.AddFile("local/folder/file", "file");
        string part = Path.GetFileName(S3Client.PartialFileOf("begun"));
        world.Tree.AddFifo($"local/{part}");
        world.Put("p/", new Dictionary<string, string>
        {
            ["pipe"] = "00",
            ["folder"] = "01",
            ["begun"] = "02",
            ["plain"] = "03",
        });
        S3Transfer transfer = world.Transfer(new S3TransferOptions { Existing = existing });
        S3TransferTotals totals = await transfer.DownloadFolderAsync(
            TransferWorld.Bucket, "p", world.PathOf("local"), s_cancellation);
        Assert.Equal((1, 3), (totals.Files, totals.Problems));
        Assert.Equal(
            [
                ("begun", $"'{part}' is not a file"),
                ("folder", "a folder with this name exists"),
                ("pipe", "a pipe, socket or device with this name exists"),
            ],
            world.Items.Where(static item => item.Step == S3TransferStep.Problem)
                .Select(static item => (item.Name, item.Reason!)).Order());
        S3TransferItem single = await transfer.DownloadFileAsync(
            TransferWorld.Bucket, "p/pipe", world.PathOf("local/pipe"), s_cancellation);
        Assert.Equal(S3TransferStep.Problem, single.Step);
        Assert.Equal(
            [part, "folder", "pipe", "plain"],
            Directory.EnumerateFileSystemEntries(world.PathOf("local")).Select(Path.GetFileName).Order());
        Assert.Equal("file", await File.ReadAllTextAsync(world.PathOf("local/folder/file"), s_cancellation));
        LinuxVolume volume = new();
        foreach (string name in (string[])["pipe", part])
        {
            Assert.False(volume.Stat(
                FolderHandle.None, Encoding.UTF8.GetBytes(world.PathOf($"local/{name}")), LinkPolicy.Stay,
                FactFields.None, out FileFacts facts).Failed);
            Assert.Equal(EntryKind.Special, facts.Kind);
        }
    }
}

using System.Globalization;
using Doppel.S3.Transfer;
using Doppel.Testing;

namespace Doppel.S3.Tests.Folders;

/// <summary>What times decide where nothing else tells whether a file and an object are equal.</summary>
public sealed class SyncTimeTests
{
    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    // File systems keep times of different precision, all of them finer than a second but FAT.
    [Theory]
    [InlineData(0, true)]
    [InlineData(0.4, true)]
    [InlineData(-0.9, true)]
    [InlineData(1, false)]
    [InlineData(-1.5, false)]
    [InlineData(59, false)]
    [InlineData(3600, false)]
    public async Task A_stored_time_counts_as_equal_within_a_second(double seconds, bool isEqual)
    {
        foreach (bool isUp in (bool[])[false, true])
        {
            await using var world = new TransferWorld();
            DateTime stored = DateTime.UnixEpoch.AddSeconds(1_700_000_000 + new Random(TestRun.SeedOffset).Next(1000));
            world.Tree.AddFile("local/a", "abc");
            File.SetLastWriteTimeUtc(world.PathOf("local/a"), stored.AddSeconds(seconds));

            // Parts of unknown sizes: neither the ETag nor a checksum tells.
            world.Memory.Put(TransferWorld.Bucket, "p/a", "xyz"u8.ToArray(), one => one with
            {
                ETag = "0123456789abcdef0123456789abcdef-7",
                Headers = new Dictionary<string, string>(one.Headers)
                {
                    ["x-amz-meta-mtime"] =
                        ((long)(stored - DateTime.UnixEpoch).TotalSeconds).ToString(CultureInfo.InvariantCulture),
                },
            });
            S3Transfer transfer = world.Transfer(new S3TransferOptions { IsDryRun = true });
            S3TransferTotals totals = isUp
                ? await transfer.UploadFolderAsync(world.PathOf("local"), TransferWorld.Bucket, "p", s_cancellation)
                : await transfer.DownloadFolderAsync(TransferWorld.Bucket, "p", world.PathOf("local"), s_cancellation);
            Assert.Equal(isEqual ? (1, 0) : (0, 1), (totals.Unchanged, totals.Files));
        }
    }
}

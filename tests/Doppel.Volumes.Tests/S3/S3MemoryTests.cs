using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <summary>What a listing leaves in memory.</summary>
public sealed class S3MemoryTests
{
    private const int Objects = 1_000_000;

    [Fact]
    public void A_million_listed_objects_take_less_than_60_bytes_each()
    {
        using var service = new S3Service();
        service.Memory.AddListing("large", Objects);
        using var volume = new S3Volume(service.Client, "large");
        Assert.False(volume.OpenFolder(
            FolderHandle.None, volume.RootPath.Span, LinkPolicy.Stay, out FolderHandle root, out _).Failed);
        EntryCollector folders = EntryCollector.List(volume, root);
        volume.Close(root);

        Assert.Equal(Objects, volume.ObjectCount);
        Assert.Equal(Objects / 1000, folders.Entries.Count);
        Assert.Equal(service.Seen, volume.Usage);
        TestContext.Current.TestOutputHelper?.WriteLine(
            $"{volume.NativeBytes / (double)Objects:F1} bytes for each object");
        Assert.InRange(volume.NativeBytes, 36 * Objects, 60 * Objects);
    }
}

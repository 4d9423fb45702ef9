namespace Doppel.Volumes.Tests;

/// <content>Laws about reading files that change while they are open.</content>
public abstract partial class FileSystemContract
{
    [Fact]
    public void A_file_truncated_while_open_reads_up_to_its_new_end()
    {
        var content = new byte[10_000];
        new Random(1).NextBytes(content);
        _place.AddFile("file", content);
        FileHandle file = OpenFile(_root, "file");
        AssertPart(content, file, 5_000, 5_000, "before");
        _place.Truncate("file", 6_000);

        AssertPart(content[..6_000], file, 5_000, 5_000, "after");
        AssertPart(content[..6_000], file, 7_000, 100, "beyond");
        AssertOk(Volume.Stat(file, out FileFacts facts));
        Assert.Equal(6_000, facts.Size);
        Volume.Close(file);
    }

    [Fact]
    public void A_file_removed_while_open_can_still_be_read()
    {
        _place.AddFile("file", "still here");
        FileHandle file = OpenFile(_root, "file");
        _place.Remove("file");

        AssertPart("still here"u8.ToArray(), file, 0, 100, "removed");
        AssertOk(Volume.Stat(file, out FileFacts facts));
        Assert.Equal((10L, 0u), (facts.Size, facts.Links));
        AssertKind(VolumeErrorKind.Vanished, TryOpenFile(_root, "file"));
        Volume.Close(file);
    }
}

using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class MemoryVolumeTests
{
    [Fact]
    public void A_node_s_facts_are_what_a_test_sets()
    {
        var memory = new MemoryVolume(device: 7);
        MemoryNode node = memory.AddFile("/file", "abc");
        node.Inode = 99;
        node.Mode = 0x180;
        node.Modified = new FileTime(5, 6);
        memory.Stat(FolderHandle.None, "/file"u8, LinkPolicy.Stay, FactFields.All, out FileFacts facts);

        Assert.Equal(
            (7UL, 99UL, 0x180u, new FileTime(5, 6), 3),
            (facts.Device, facts.Inode, facts.Mode, facts.Modified, facts.Size));
    }

    [Fact]
    public void Content_changes_with_or_without_a_trace_in_the_times()
    {
        var memory = new MemoryVolume();
        MemoryNode node = memory.AddFile("/file", "abc");
        FileFacts before = node.Facts;
        node.Content = [1, 2, 3];
        Assert.True(before.SameContentAs(node.Facts));
        node.Rewrite("abc");
        Assert.False(before.SameContentAs(node.Facts));
    }

    [Fact]
    public void An_offline_file_is_reported_and_not_opened()
    {
        var memory = new MemoryVolume();
        memory.AddFile("/cloud", "abc").Offline = true;
        memory.Stat(FolderHandle.None, "/cloud"u8, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        VolumeError error = memory.OpenFile(FolderHandle.None, "/cloud"u8, out _, out _);

        Assert.True(facts.Offline);
        Assert.Equal(VolumeErrorKind.Offline, error.Kind);
    }

    [Fact]
    public void A_large_file_is_made_while_it_is_read()
    {
        var memory = new MemoryVolume();
        memory.AddFile("/sparse", 5L << 30, (offset, content) =>
        {
            if (offset + content.Length == 5L << 30)
            {
                content[^1] = 1;
            }
        });
        memory.OpenFile(FolderHandle.None, "/sparse"u8, out FileHandle file, out FileFacts facts);
        var tail = new byte[10];
        memory.Read(file, (5L << 30) - 4, tail, out int read);
        memory.Close(file);

        Assert.Equal((5L << 30, 4), (facts.Size, read));
        Assert.Equal(new byte[] { 0, 0, 0, 1 }, tail[..4]);
    }

    [Fact]
    public void Handles_left_open_are_named()
    {
        var memory = new MemoryVolume();
        memory.AddFile("/folder/file", "abc");
        memory.OpenFolder(FolderHandle.None, "/folder"u8, LinkPolicy.Stay, out FolderHandle folder, out _);
        memory.OpenFile(folder, "file"u8, out FileHandle file, out _);
        Exception exception = Assert.Throws<InvalidOperationException>(memory.Counters.AssertAllClosed);
        Assert.Contains("/folder/file", exception.Message, StringComparison.Ordinal);
        memory.Close(file);
        memory.Close(folder);
        memory.Counters.AssertAllClosed();

        Assert.Equal((1, 0), (memory.Counters.MostOpenFiles, memory.Counters.OpenFiles));
        Assert.Throws<InvalidOperationException>(() => memory.Close(file));
    }

    [Fact]
    public void A_moved_entry_is_found_at_its_new_path_and_replaces_what_was_there()
    {
        var memory = new MemoryVolume();
        memory.AddFile("/a", "a");
        MemoryNode replaced = memory.AddFile("/folder/b", "b");
        memory.Move("/a", "/folder/b");

        Assert.Equal("a"u8, memory["/folder/b"].Content);
        Assert.Equal(0u, replaced.Links);
        Assert.Throws<InvalidOperationException>(() => memory["/a"]);
    }
}

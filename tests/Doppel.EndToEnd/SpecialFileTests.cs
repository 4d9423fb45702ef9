namespace Doppel.EndToEnd;

public sealed class SpecialFileTests
{
    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Fifos_and_sockets_are_never_opened(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddFile("one", "content");
        tree.AddFile("two", "content");
        tree.AddFifo("fifo", 0x1FF);
        tree.AddFifo("sub/fifo");
        tree.AddSocket("socket");
        tree.AddSymbolicLink("link to fifo", "fifo");
        tree.AddSymbolicLink("dangling", "nowhere");
        FindReport report = DoppelProgram.Find(volume, "--min-size", "0", tree.Folder);
        Expect.Groups(tree, ["one | two"], report);
        Assert.Equal(2, report.Summary.GetProperty("files").GetInt64());
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Device_nodes_are_never_opened(VolumeKind volume)
    {
        Needs.Root();
        using var tree = new TempTree();
        tree.AddFile("one", "content");
        tree.AddFile("two", "content");
        tree.AddCharacterDevice("zero", 1, 5);
        tree.AddCharacterDevice("another zero", 1, 5);
        Expect.Groups(tree, ["one | two"], DoppelProgram.Find(volume, "--min-size", "0", tree.Folder));
    }

    [Fact]
    public void A_followed_link_to_a_fifo_is_not_opened_either()
    {
        using var tree = new TempTree();
        tree.AddFile("a/one", "content");
        tree.AddFile("a/two", "content");
        tree.AddFifo("b/fifo");
        tree.AddSymbolicLink("a/link", tree["b/fifo"]);
        Expect.Groups(tree, ["a/one | a/two"], DoppelProgram.Find("--follow", tree["a"]));
    }

    [Fact]
    public void A_fifo_as_root_is_refused_without_waiting()
    {
        using var tree = new TempTree();
        ProcessEnd end = DoppelProgram.Run("find", tree.AddFifo("fifo"));
        Assert.Equal(2, end.ExitCode);
        Assert.Contains("fifo", end.ErrorText);
    }
}

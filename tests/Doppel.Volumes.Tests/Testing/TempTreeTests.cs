using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.Volumes.Tests;

public sealed class TempTreeTests
{
    [Fact]
    public void Everything_made_in_the_tree_is_removed_and_link_targets_outside_it_are_kept()
    {
        using var outside = new TempTree();
        outside.AddFile("kept", "content");
        using var tree = new TempTree();
        tree.AddFile(ByteName.Of(0xFF), "its name is not UTF-8");
        tree.AddHardLink("second", ByteName.Of(0xFF));
        tree.AddFile(string.Concat(Enumerable.Repeat(new string('d', 200) + "/", 30)) + "deep", "no path is as long");
        tree.AddFile("closed/file", "in a folder without permissions");
        tree.ChangeMode("closed", 0);
        tree.AddFifo("fifo");
        tree.AddSymbolicLink("link", outside.Folder);
        tree.Dispose();
        Assert.False(Directory.Exists(tree.Folder));
        Assert.True(File.Exists($"{outside.Folder}/kept"));
    }

    [Fact]
    public void A_mount_in_the_tree_is_kept_and_makes_removal_fail()
    {
        Assert.SkipUnless(LibC.UserId == 0, "needs root");
        using var tree = new TempTree();
        ByteName mount = tree.AddFolder("mount");
        Assert.SkipUnless(Tool.Run("mount", "-t", "tmpfs", "none", mount).ExitCode == 0, "needs the right to mount");
        try
        {
            tree.AddFile("mount/kept", "content");
            Assert.ThrowsAny<Exception>(tree.Dispose);
            Assert.True(File.Exists($"{tree.Folder}/mount/kept"));
        }
        finally
        {
            Tool.Unmount(mount);
        }
    }
}

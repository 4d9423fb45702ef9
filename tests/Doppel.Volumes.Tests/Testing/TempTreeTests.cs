using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.Volumes.Tests;

public sealed class TempTreeTests
{
    [Fact]
    public void Whatever_was_made_in_it_goes_and_what_a_link_leads_to_stays()
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
    public void What_is_mounted_in_it_stays_and_makes_removing_fail()
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
            Tool.Run("umount", mount).MustSucceed();
        }
    }
}

using Doppel.Testing.Processes;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>From a path one comes to what is known about the drive or mount that holds it.</summary>
public sealed class MountTests
{
    [Fact]
    public void A_path_leads_to_the_facts_of_its_mount()
    {
        using var tree = new TempTree();
        tree.AddFile("sub/file", "content");
        using FindResult result = Search.Run(Search.Options(new LinuxVolume(), tree.Folder));
        PathId file = Assert.Single(result.Paths.Files);
        MountFacts mount = result.Paths.Mount(file);
        string expected = Tool.Run("findmnt", "-n", "-o", "FSTYPE", "-T", tree.Folder).MustSucceed().OutputText.Trim();
        Assert.Equal(expected, mount.FileSystem);
        Assert.Equal(mount, result.Paths.Mount(result.Paths.Parent(file)));
        Assert.NotEqual(FileSystemTraits.None, mount.Traits & FileSystemTraits.HardLinks);
    }
}

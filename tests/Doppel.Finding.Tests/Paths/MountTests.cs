using Doppel.Testing;
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

        // One line for each mount there. The last one hides the others.
        string mounts = Tool.Run("findmnt", "-n", "-o", "FSTYPE", "-T", tree.Folder).MustSucceed().OutputText.Trim();
        Assert.Equal(mounts.Split('\n')[^1], mount.FileSystem);
        Assert.Equal(mount, result.Paths.Mount(result.Paths.Parent(file)));
        Assert.NotEqual(FileSystemTraits.None, mount.Traits & FileSystemTraits.HardLinks);
    }

    // A container has such files: /etc/hosts is a mount point of its own.
    [Fact]
    public void A_file_on_another_device_than_its_folder_does_not_get_the_identity_of_the_file_system_of_the_folder()
    {
        var volume = new MemoryVolume();
        var devices = new SearchDevices();
        var mount = new MountFacts { Device = 1, FileSystem = "ext4", Identity = new FileSystemIdentity(7, 0) };
        Assert.Equal(mount, devices[devices.Add(volume, 1, mount)].Mount);
        Assert.Equal(mount with { Identity = default }, devices[devices.Add(volume, 2, mount)].Mount);
    }
}

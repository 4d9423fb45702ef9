using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>What Windows does otherwise, on a volume that behaves so: no exchange, few names, no privilege.</summary>
public sealed class WindowsTests
{
    // ERROR_TOO_MANY_LINKS and ERROR_PRIVILEGE_NOT_HELD
    private static readonly VolumeError s_tooManyNames = new(VolumeErrorKind.TooManyNames, 1142);
    private static readonly VolumeError s_noPrivilege = new(VolumeErrorKind.AccessDenied, 1314);

    [Theory]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    public void Without_any_exchange_names_are_replaced_and_brought_back(ActionKind action)
    {
        using ActingTree tree = ActingTree.Small();
        var volume = new HookedVolume(ActingTree.Volume) { CanExchange = false };
        volume.Before = static (_, call) => call == "exchange" ? new VolumeError(VolumeErrorKind.Unsupported) : null;
        tree.Act(action, volume);
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
        tree.AssertNothingLost();
        Assert.True(tree.Undo(volume));
        tree.AssertAsBefore();
    }

    // NTFS: 1,024 names of one file with the first.
    [Fact]
    public void After_1023_links_a_further_keeper_takes_the_rest()
    {
        const int Limit = 1024;
        const int Copies = 1100;
        using var tree = new ActingTree();
        tree.AddGroup("apple", [.. Enumerable.Range(0, Copies).Select(number => (string[])[$"a/{number:0000}"])]);
        tree.Remember();
        var volume = new HookedVolume(ActingTree.Volume) { CanExchange = false };
        Dictionary<string, int> names = [];
        volume.BeforeLink = file =>
        {
            Assert.False(volume.Stat(file, out FileFacts facts).Failed);
            return facts.Links >= Limit ? s_tooManyNames : null;
        };
        tree.Act(ActionKind.HardLink, volume);
        foreach (string path in Directory.EnumerateFiles($"{tree.Files.Folder}/a"))
        {
            string inode = tree.InodeOf(Path.GetRelativePath(tree.Files.Folder, path)).ToString("x", null);
            names[inode] = names.GetValueOrDefault(inode) + 1;
        }

        Assert.Equal([Copies - Limit, Limit], names.Values.Order());
        ActResult kept = Assert.Single(tree.Results, static result => result.Status != ActStatus.Done);
        Assert.Equal((ActStatus.Idle, $"{tree.Files.Folder}/a/{Limit:0000}"), (kept.Status, $"{kept.Name}"));
        Assert.Contains("further keeper", kept.Reason);
        Assert.True(tree.Undo(volume));
        tree.AssertAsBefore();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Without_the_privilege_for_symbolic_links_nothing_is_changed_and_it_is_said(bool canExchange)
    {
        using ActingTree tree = ActingTree.Small();
        var volume = new HookedVolume(ActingTree.Volume)
        {
            CanExchange = canExchange,
            Before = static (_, call) => call == "symlink" ? s_noPrivilege : null,
            Words = static error => error == s_noPrivilege ? "developer mode is needed" : null,
        };
        tree.Act(ActionKind.SymbolicLink, volume);
        Assert.NotEmpty(tree.Results);
        Assert.All(tree.Results, static result =>
        {
            Assert.Equal(ActStatus.Failed, result.Status);
            Assert.Equal("the link cannot be created: developer mode is needed", result.Reason);
        });
        tree.AssertAsBefore();
    }

    // As on Windows and macOS, where no call brings a whole file system to the disk.
    [Fact]
    public void Each_keeper_is_synced_if_the_whole_file_system_cannot_be()
    {
        using ActingTree tree = ActingTree.Small();
        int synced = 0;
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (_, call) =>
        {
            synced += call == "sync" ? 1 : 0;
            return call == "syncfs" ? new VolumeError(VolumeErrorKind.Unsupported) : null;
        };
        tree.Act(ActionKind.HardLink, volume);
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));

        // Three keepers; the plan; the journal's head, its line about the plan, intents, outcomes before the last files
        // are removed and after, and end.
        Assert.Equal(3 + 1 + 6, synced);
    }

    [Fact]
    public void A_keeper_that_cannot_be_brought_to_the_disk_takes_no_duplicates_place()
    {
        using ActingTree tree = ActingTree.Small();
        int synced = 0;
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (_, call) => call switch
        {
            "syncfs" => new VolumeError(VolumeErrorKind.Unsupported),

            // After the journal's head, the plan, the journal's line about the plan, and its intents.
            "sync" when ++synced == 5 => new VolumeError(VolumeErrorKind.AccessDenied, 13),
            _ => null,
        };
        tree.Act(ActionKind.HardLink, volume);
        Assert.All(tree.Results, static result => Assert.Contains("flushed to disk", result.Reason));
        tree.AssertAsBefore();
    }

    [Theory]
    [InlineData("/data/x", "/to/data/x")]
    [InlineData("C:/data/x", "/to/C/data/x")]
    [InlineData("//server/share/x", "/to/server/share/x")]
    public void Below_the_folder_that_files_are_moved_to_the_whole_path_is_kept(string path, string expected)
    {
        foreach (string folder in (string[])["/to", "/to/"])
        {
            Assert.Equal(expected, Encoding.UTF8.GetString(
                PlanPaths.Below(Encoding.UTF8.GetBytes(folder), Encoding.UTF8.GetBytes(path))));
        }
    }
}

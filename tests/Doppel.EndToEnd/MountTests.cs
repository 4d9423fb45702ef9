namespace Doppel.EndToEnd;

/// <summary>One file seen through several mounts. Needs root.</summary>
public sealed class MountTests
{
    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void A_bind_mount_shows_no_file_twice(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddFile("a/sub/one", "content");
        tree.AddFile("a/sub/two", "content");
        tree.AddFile("c", "content");
        using Mount mount = Mount.Make(tree, "b", "--bind", tree["a"]);
        Expect.Groups(tree, ["a/sub/one | a/sub/two | c"], DoppelProgram.Find(volume, tree.Folder));

        // The first in root order stands.
        Expect.Groups(tree, ["b/sub/one | b/sub/two"], DoppelProgram.Find(volume, tree["b"], tree["a"]));
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void The_shallower_of_two_paths_to_a_folder_is_reported(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddFile("a/deep/down/one", "content");
        tree.AddFile("a/deep/down/two", "content");
        using Mount mount = Mount.Make(tree, "z", "--bind", tree["a/deep/down"]);
        Expect.Groups(tree, ["z/one | z/two"], DoppelProgram.Find(volume, tree.Folder));
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void A_search_of_a_folder_bound_into_itself_terminates(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddFile("a/one", "content");
        tree.AddFile("a/two", "content");
        using Mount mount = Mount.Make(tree, "a/self", "--rbind", tree["a"]);
        Expect.Groups(tree, ["a/one | a/two"], DoppelProgram.Find(volume, tree.Folder));
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void A_file_bound_over_another_is_one_file(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddFile("one", "content");
        tree.AddFile("under", "below!!");
        Tool.Run("mount", "--version").MustSucceed();
        Needs.Root();
        Tool.Run("mount", "--bind", tree["one"], tree["under"]).MustSucceed();
        using Mount mount = Mount.TakeOver(tree["under"]);
        Assert.Empty(DoppelProgram.Find(volume, tree.Folder).Groups);
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Equal_inode_numbers_on_two_volumes_are_two_files(VolumeKind volume)
    {
        Needs.Program("mkfs.ext4", "e2fsprogs");
        using var tree = new TempTree();
        tree.AddSparseFile("image1", 8 << 20);
        Tool.Run(Tool.Find("mkfs.ext4")!, "-q", "-F", "-m", "0", tree["image1"]).MustSucceed();
        using (Mount.Make(tree, "roots/a", "-o", "loop", tree["image1"]))
        {
            tree.AddFile("roots/a/same", "content");
            tree.AddFile("roots/a/differs", "content a");

            // A process that copied this name space meanwhile keeps the mount alive, and so what it did not write.
            Tool.Run("sync", "-f", tree["roots/a"]).MustSucceed();
        }

        Tool.Run("cp", tree["image1"], tree["image2"]).MustSucceed();
        using Mount a = Mount.Make(tree, "roots/a", "-o", "loop", tree["image1"]);
        using Mount b = Mount.Make(tree, "roots/b", "-o", "loop", tree["image2"]);
        tree.Remove("roots/b/differs");
        tree.AddFile("roots/b/differs", "content b");
        FindReport report = DoppelProgram.Find(volume, tree["roots"]);
        Expect.Groups(tree, ["roots/a/same | roots/b/same"], report);
        ContentCopy[] copies = [.. report.Groups[0].Copies];
        Assert.Equal(copies[0].Inode, copies[1].Inode);
        Assert.NotEqual(copies[0].Device, copies[1].Device);
    }

    [Fact]
    public void One_file_system_means_one()
    {
        using var tree = new TempTree();
        tree.AddFile("one", "content");
        tree.AddFile("two", "content");
        using Mount mount = Mount.Make(tree, "other", "-t", "tmpfs", "none");
        tree.AddFile("other/three", "content");
        Expect.Groups(tree, ["one | other/three | two"], DoppelProgram.Find(tree.Folder));
        Expect.Groups(tree, ["one | two"], DoppelProgram.Find("--one-file-system", tree.Folder));
    }

    // Overlay and bindfs give a file a device or inode of their own: nobody can tell, so both are listed.
    [Fact]
    public void An_overlay_and_its_upper_folder_list_a_file_twice()
    {
        using var tree = new TempTree();
        tree.AddFile("upper/one", "content");
        tree.AddFile("lower/two", "content");
        tree.AddFolder("work");
        string options = $"lowerdir={tree.Folder}/lower,upperdir={tree.Folder}/upper,workdir={tree.Folder}/work";
        using Mount mount = Mount.Make(tree, "merged", "-t", "overlay", "overlay", "-o", options);
        FindReport report = DoppelProgram.Find(tree["upper"], tree["merged"]);
        Expect.Groups(tree, ["upper/one | merged/one | merged/two"], report);
    }

    [Fact]
    public void A_bindfs_mount_and_its_source_list_a_file_twice()
    {
        Needs.Program("bindfs", "bindfs");
        Needs.Root();
        using var tree = new TempTree();
        tree.AddFile("source/one", "content");
        tree.AddFolder("shown");
        ProcessEnd end = Tool.Run("bindfs", tree["source"], tree["shown"]);
        if (end.ExitCode != 0)
        {
            Needs.Miss($"needs FUSE: {end.ErrorText.Trim()}");
        }

        using Mount mount = Mount.TakeOver(tree["shown"]);
        Expect.Groups(tree, ["shown/one | source/one"], DoppelProgram.Find(tree.Folder));
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Virtual_file_systems_are_entered_only_as_roots(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddFile("one", "content");
        tree.AddFile("two", "content");
        using Mount proc = Mount.Make(tree, "proc", "-t", "proc", "none");
        using Mount sys = Mount.Make(tree, "sys", "-t", "sysfs", "none");
        FindReport report = DoppelProgram.Find(volume, "--min-size", "0", tree.Folder);
        Expect.Groups(tree, ["one | two"], report);
        Assert.Equal(2, report.Summary.GetProperty("files").GetInt64());

        // /sys/kernel/slab and the like are many; this one is small, there everywhere and of two files at least.
        ProcessEnd named = Tool.Run(DoppelProgram.Start("find", "--json", tree["sys/power"]).Through(volume));
        Assert.True(DoppelProgram.ReadOutput(named).Summary.GetProperty("files").GetInt64() > 1, named.ErrorText);
    }
}

namespace Doppel.Acting.Tests;

/// <summary>A change of mode, owner or attributes that another program makes between two steps of ours stays.</summary>
public sealed class AttributeRaceTests
{
    /// <summary>A change between the opening of a duplicate and the end of its comparison is seen.</summary>
    [Theory]
    [InlineData(ActionKind.HardLink, true)]
    [InlineData(ActionKind.HardLink, false)]
    [InlineData(ActionKind.SymbolicLink, true)]
    [InlineData(ActionKind.SymbolicLink, false)]
    [InlineData(ActionKind.Trash, true)]
    [InlineData(ActionKind.Trash, false)]
    [InlineData(ActionKind.Move, true)]
    [InlineData(ActionKind.Move, false)]
    [InlineData(ActionKind.Delete, true)]
    [InlineData(ActionKind.Delete, false)]
    public void A_change_of_mode_or_owner_during_the_comparison_keeps_the_file(ActionKind action, bool isMode)
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
        ulong old = tree.InodeOf("a/drop");
        string path = $"{tree.Files.Folder}/a/drop";
        int reads = 0;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            ReadBytes = (_, _, length) =>
            {
                if (++reads == 1)
                {
                    Tool.Run(isMode ? "chmod" : "chown", isMode ? "600" : "12345:12345", path).MustSucceed();
                }

                return length;
            },
        };
        tree.Act(action, volume, plan: tree.Plan());
        Assert.Equal(ActStatus.Skipped, Assert.Single(tree.Results).Status);
        Assert.Equal(old, tree.InodeOf("a/drop"));
        Assert.Equal(
            isMode ? "600 0" : "644 12345",
            Tool.Run("stat", "-c", "%a %u", path).MustSucceed().OutputText.Trim());
    }

    /// <summary>
    /// A system call that found the file before its name was taken away changes it after the last look at that name.
    /// </summary>
    [Theory]
    [InlineData(ActionKind.HardLink, true, true)]
    [InlineData(ActionKind.HardLink, true, false)]
    [InlineData(ActionKind.HardLink, false, true)]
    [InlineData(ActionKind.HardLink, false, false)]
    [InlineData(ActionKind.SymbolicLink, true, true)]
    [InlineData(ActionKind.SymbolicLink, true, false)]
    [InlineData(ActionKind.SymbolicLink, false, true)]
    [InlineData(ActionKind.SymbolicLink, false, false)]
    public void A_change_between_the_last_look_and_the_removal_stays(ActionKind action, bool canExchange, bool isMode)
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
        ulong old = tree.InodeOf("a/drop");
        bool isChanged = false;
        var volume = new HookedVolume(ActingTree.Volume) { CanExchange = canExchange };
        volume.Before = (_, call) =>
        {
            string[] aside = Directory.GetFiles($"{tree.Files.Folder}/a", ".doppel-*");
            if (call == "remove" && !isChanged && aside.Length == 1 && tree.InodeOf(aside[0]) == old)
            {
                isChanged = true;
                if (isMode)
                {
                    File.SetUnixFileMode(aside[0], UnixFileMode.UserRead);
                }
                else
                {
                    LibC.SetAttribute(aside[0], "user.mark", "1");
                }
            }

            return null;
        };
        tree.Act(action, volume);
        string name = $"{tree.Files.Folder}/a/drop";
        Assert.True(isChanged);
        Assert.Equal("apple", File.ReadAllText(name));
        Assert.Null(File.ResolveLinkTarget(name, returnFinalTarget: false));
        Assert.True(
            isMode
                ? File.GetUnixFileMode(name) == UnixFileMode.UserRead
                : LibC.AttributesOf(name).Contains("user.mark=1"));
        Assert.Equal(ActStatus.Skipped, Assert.Single(tree.Results).Status);
        Assert.Empty(Directory.EnumerateFiles(tree.Files.Folder, ".doppel-*", SearchOption.AllDirectories));
    }
}

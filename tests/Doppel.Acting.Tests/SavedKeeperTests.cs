using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>What others save over a name whose file was moved aside, and what its keeper is worth by then.</summary>
public sealed class SavedKeeperTests
{
    private const string Name = "a/drop";

    // The step that takes the old file, or an earlier save, from its name, and may give it back.
    public static TheoryData<ActionKind, bool, string> Ways => new()
    {
        { ActionKind.HardLink, true, "exchange" },
        { ActionKind.HardLink, false, "move" },
        { ActionKind.SymbolicLink, true, "exchange" },
        { ActionKind.SymbolicLink, false, "move" },
        { ActionKind.Delete, true, "move" },
        { ActionKind.Move, true, "move" },
        { ActionKind.Trash, true, "move" },
    };

    /// <summary>The first save comes just before a step, and the second one before what gives it back.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public void Two_saves_on_either_side_of_a_step_both_stay(ActionKind action, bool canExchange, string step)
    {
        using ActingTree tree = OneGroup();
        int steps = 0;
        var volume = new HookedVolume(ActingTree.Volume) { CanExchange = canExchange };
        volume.Before = (_, call) =>
        {
            if (call == step && ++steps <= 2)
            {
                Save(tree, $"save {steps}");
            }

            return null;
        };
        tree.Act(action, volume);
        AssertBothStay(tree);
        Assert.Equal(ActStatus.Unfinished, Assert.Single(tree.Results).Status);
    }

    /// <summary>The keeper goes with the old file, so the content is written anew, and its name is taken.</summary>
    [Fact]
    public void Two_saves_around_a_rescue_both_stay()
    {
        using ActingTree tree = OneGroup();
        int exchanges = 0;
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (_, call) =>
        {
            if (call == "exchange" && ++exchanges is 2 or 3)
            {
                Save(tree, $"save {exchanges - 1}");
            }
            else if (call == "remove" && exchanges == 1)
            {
                File.Delete($"{tree.Files.Folder}/a/keep");
            }

            return null;
        };
        tree.Act(ActionKind.SymbolicLink, volume);
        Assert.Equal(4, exchanges);
        AssertBothStay(tree);
    }

    /// <summary>
    /// The old file is aside by then. The keeper gets another content, or a program waits to give it one.
    /// </summary>
    [Theory]
    [InlineData(ActionKind.Delete, true)]
    [InlineData(ActionKind.Delete, false)]
    [InlineData(ActionKind.HardLink, true)]
    [InlineData(ActionKind.HardLink, false)]
    [InlineData(ActionKind.SymbolicLink, true)]
    [InlineData(ActionKind.SymbolicLink, false)]
    public void A_save_over_a_name_and_a_write_to_its_keeper_leave_the_content(ActionKind action, bool isWaiting)
    {
        using ActingTree tree = OneGroup();
        bool isSaved = false;
        List<FileHandle> leased = [];
        var volume = new HookedVolume(ActingTree.Volume)
        {
            CanExchange = false,
            OnLease = leased.Add,
            Leases = file => !(isSaved && isWaiting && file == leased[0]),
        };
        volume.After = (_, call) =>
        {
            if (call == "move" && !isSaved)
            {
                isSaved = true;
                Assert.False(File.Exists($"{tree.Files.Folder}/{Name}"));
                Save(tree, "saved");
                if (!isWaiting)
                {
                    File.WriteAllText($"{tree.Files.Folder}/a/keep", "grape");
                }
            }
        };
        tree.Act(action, volume);
        File.WriteAllText($"{tree.Files.Folder}/a/keep", "grape");
        Assert.True(isSaved);
        string old = Assert.Single(Files(tree), static path => File.ReadAllText(path) == "apple");
        Assert.Contains(Path.GetFileName(old), Assert.Single(tree.Results).Reason);
        Assert.Equal("saved", File.ReadAllText($"{tree.Files.Folder}/{Name}"));
    }

    private static ActingTree OneGroup()
    {
        var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], [Name]);
        tree.Remember();
        return tree;
    }

    private static void Save(ActingTree tree, string content)
    {
        File.WriteAllText($"{tree.Files.Folder}/new", content);
        File.Move($"{tree.Files.Folder}/new", $"{tree.Files.Folder}/{Name}", overwrite: true);
    }

    private static void AssertBothStay(ActingTree tree)
    {
        Assert.Equal("save 2", File.ReadAllText($"{tree.Files.Folder}/{Name}"));
        string first = Assert.Single(Files(tree), static path => File.ReadAllText(path) == "save 1");
        Assert.Contains(
            Path.GetFileName(first) == "drop" ? first : Path.GetFileName(first), Assert.Single(tree.Results).Reason);
    }

    private static IEnumerable<string> Files(ActingTree tree) => Directory
        .EnumerateFiles(tree.Files.Folder, "*", SearchOption.AllDirectories)
        .Where(static path => new FileInfo(path).LinkTarget is null);
}

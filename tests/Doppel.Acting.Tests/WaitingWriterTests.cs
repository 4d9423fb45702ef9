using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>A program that waits to write finds its file where it was, whenever it began to wait.</summary>
public sealed class WaitingWriterTests
{
    public static TheoryData<ActionKind, bool> Actions { get; } = new(
        from action in Enum.GetValues<ActionKind>()
        where action != ActionKind.Reflink
        from canExchange in (bool[])[true, false]
        select (action, canExchange));

    [Theory]
    [MemberData(nameof(Actions))]
    public void Whenever_a_lease_is_broken_the_file_stays(ActionKind action, bool canExchange)
    {
        int asked = int.MaxValue;
        for (int at = 1; at <= asked; at++)
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
            tree.Remember();
            int questions = 0;
            var volume = new HookedVolume(ActingTree.Volume)
            {
                CanExchange = canExchange,
                Leases = _ => ++questions < at,
            };
            tree.Act(action, volume);
            asked = at == 1 ? AskedWhenUndisturbed(action, canExchange) : asked;
            ActResult result = Assert.Single(tree.Results);
            bool isAside = result.Status == ActStatus.Unfinished;
            Assert.Contains("write", isAside ? "write" : result.Reason, StringComparison.Ordinal);
            Assert.True(
                result.Status == ActStatus.Skipped || (isAside && !canExchange), $"question {at}: {result.Status}");
            tree.AssertNothingLost();
            if (isAside)
            {
                // The old file is still there under its temporary name, and undo gives it its own back.
                tree.Undo();
            }

            tree.RemoveMoved();
            tree.AssertAsBefore();
        }

        Assert.InRange(asked, 2, 16);
    }

    // The old file waits under its temporary name until some further copies have been acted on.
    [Theory]
    [InlineData(ActionKind.HardLink, "link", 3)]
    [InlineData(ActionKind.SymbolicLink, "symlink", 3)]
    [InlineData(ActionKind.Delete, "move", 2)]
    public void A_writer_that_opens_a_copy_between_its_first_and_last_step_gets_its_file_back(
        ActionKind action, string step, int turn)
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
        tree.Remember();
        tree.AddGroup("pear", ["b/keep"], ["b/drop"]);
        int steps = 0;
        List<FileHandle> leased = [];
        var volume = new HookedVolume(ActingTree.Volume)
        {
            // A link is made once before all others, to see whether there are any.
            Before = (_, call) =>
            {
                steps += call == step ? 1 : 0;
                return null;
            },
            // Of each pair the keeper is leased first.
            OnLease = leased.Add,
            Leases = file => steps < turn || file != leased[1],
        };
        tree.Act(action, volume);
        Assert.Equal([ActStatus.Skipped, ActStatus.Done], tree.Results.Select(static result => result.Status));
        Assert.Equal("apple", File.ReadAllText($"{tree.Files.Folder}/a/drop"));
        Assert.NotEqual(tree.InodeOf("a/keep"), tree.InodeOf("a/drop"));
    }

    [Fact]
    public void A_lease_on_either_file_reveals_that_another_program_has_it_open()
    {
        foreach (bool isKeeper in (bool[])[true, false])
        {
            using var tree = new ActingTree();
            tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
            tree.Remember();
            FileHandle? keeper = null;
            var volume = new HookedVolume(ActingTree.Volume);
            volume.Leases = file =>
            {
                keeper ??= file;
                return (file == keeper) != isKeeper;
            };
            tree.Act(ActionKind.HardLink, volume);
            Assert.Equal(ActStatus.Skipped, Assert.Single(tree.Results).Status);
            tree.AssertAsBefore();
        }
    }

    /// <summary>If the name were put back, what the program writes would be in the keeper only.</summary>
    [Theory]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    public void A_program_that_reaches_the_keeper_through_the_new_link_finds_the_link_in_place(ActionKind action)
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
        List<FileHandle> leased = [];
        bool isExchanged = false;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            OnLease = leased.Add,
            After = (_, call) => isExchanged |= call == "exchange",
            Leases = file => !isExchanged || file != leased[0],
        };
        tree.Act(action, volume);
        Assert.True(isExchanged);
        Assert.Equal(ActStatus.Done, Assert.Single(tree.Results).Status);
        File.WriteAllText($"{tree.Files.Folder}/a/drop", "written");
        Assert.Equal("written", File.ReadAllText($"{tree.Files.Folder}/a/keep"));
    }

    private static int AskedWhenUndisturbed(ActionKind action, bool canExchange)
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
        int questions = 0;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            CanExchange = canExchange,
            Leases = _ => ++questions > 0,
        };
        tree.Act(action, volume);
        Assert.Equal(ActStatus.Done, Assert.Single(tree.Results).Status);
        return questions;
    }
}

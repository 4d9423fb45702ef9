using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Flushing takes most of the time of an undo, so one flush serves many names.</summary>
public sealed class UndoFlushTests
{
    private const int Names = 320;

    [Theory]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    [InlineData(ActionKind.Delete)]
    [InlineData(ActionKind.Trash)]
    [InlineData(ActionKind.Move)]
    public void An_undo_flushes_at_most_once_for_64_names(ActionKind action)
    {
        using ActingTree tree = Many();
        List<string> run = Watch(volume => tree.Act(action, volume));
        Assert.Equal(Names, tree.Results.Count(static result => result.Status == ActStatus.Done));
        List<string> undo = Watch(volume => Assert.True(tree.Undo(volume)));
        tree.AssertAsBefore();

        // The journal of the undo and its folder are flushed when it begins and when it ends.
        Assert.InRange(Flushes(undo), 1, (Names / 64) + 6);
        if (action is not ActionKind.Delete)
        {
            Assert.InRange(Flushes(undo), 1, (Flushes(run) * 3 / 2) + 6);
        }
    }

    /// <summary>A file that was rebuilt is on disk before it replaces anything.</summary>
    [Theory]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    [InlineData(ActionKind.Delete)]
    public void Names_are_given_to_files_that_are_on_disk(ActionKind action)
    {
        using ActingTree tree = Many();
        tree.Act(action);
        List<string> undo = Watch(volume => Assert.True(tree.Undo(volume)));
        bool isWritten = false;
        int given = 0;
        foreach (string call in undo)
        {
            isWritten = call switch
            {
                "restore" or "link" => true,
                "syncfs" => false,
                _ => isWritten,
            };
            if (call is "exchange" or "move")
            {
                given++;
                Assert.False(isWritten, string.Join(' ', undo.Take(400)));
            }
        }

        Assert.InRange(given, Names, int.MaxValue);
        Assert.True(undo.LastIndexOf("syncfs") > undo.FindLastIndex(static call => call is "exchange" or "move"));
    }

    [Theory]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.Delete)]
    public void Files_that_cannot_be_flushed_get_no_names_and_the_next_undo_restores_them(ActionKind action)
    {
        using ActingTree tree = Many();
        tree.Act(action);
        string acted = tree.Shown();
        int flushes = 0;
        var volume = new HookedVolume(ActingTree.Volume);

        // The first flush of the file system shows that it can be flushed as a whole.
        volume.Before = (_, call) => call == "syncfs" && ++flushes > 1
            ? new VolumeError(VolumeErrorKind.InputOutput, 5)
            : null;
        Assert.False(tree.Undo(volume));
        Assert.DoesNotContain(tree.Results, static result => result.Status == ActStatus.Done);
        Assert.Equal(acted, tree.Shown());
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
    }

    [Fact]
    public void A_content_that_only_a_restored_name_has_is_found()
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["keep"], ["a"], ["b"], ["c"]);
        tree.Remember();
        tree.Act(ActionKind.Move);
        File.Delete($"{tree.Files.Folder}/keep");
        string[] moved = Directory.GetFiles($"{tree.Files.Folder}/moved", "*", SearchOption.AllDirectories);
        foreach (string path in moved.Order(StringComparer.Ordinal).Take(2))
        {
            File.Delete(path);
        }

        Assert.True(tree.Undo());
        foreach (string name in (string[])["a", "b", "c"])
        {
            Assert.Equal("apple", File.ReadAllText($"{tree.Files.Folder}/{name}"));
        }
    }

    private static ActingTree Many()
    {
        var tree = new ActingTree();
        for (int i = 0; i < Names; i++)
        {
            tree.AddGroup($"content {i}", [$"a/{i}"], [$"b/{i % 5}/{i}"]);
        }

        tree.Remember();
        return tree;
    }

    private static int Flushes(List<string> calls) =>
        calls.Count(static call => call is "sync" or "sync folder" or "syncfs");

    private static List<string> Watch(Action<IChangeableVolume> step)
    {
        List<string> calls = [];
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (_, call) =>
        {
            calls.Add(call);
            return null;
        };
        step(volume);
        return calls;
    }
}

using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>What other programs save while a run is undone stands under its name in the end.</summary>
public sealed class UndoRaceTests
{
    public static TheoryData<ActionKind, bool> Ways { get; } = new(
        from action in Enum.GetValues<ActionKind>() from exchanges in (bool[])[true, false] select (action, exchanges));

    [Theory]
    [MemberData(nameof(Ways))]
    public void A_save_by_rename_at_any_call_of_an_undo_stays_under_its_name(ActionKind action, bool exchanges)
    {
        bool isSaved = true;
        for (int at = 1; isSaved; at++)
        {
            int moment = at;
            isSaved = Disturb(action, exchanges, (number, _) => number == moment) == 1;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Saves_at_three_calls_in_a_row_leave_the_last_one(ActionKind action, bool exchanges)
    {
        bool isSaved = true;
        for (int at = 1; isSaved; at++)
        {
            int moment = at;
            isSaved = Disturb(action, exchanges, (number, _) => number >= moment && number < moment + 3) > 0;
        }
    }

    // A save while what an interrupted run has left is put back.
    [Theory]
    [MemberData(nameof(Ways))]
    public void A_save_while_remains_are_cleared_stays_under_its_name(ActionKind action, bool exchanges)
    {
        foreach (string last in (string[])["exchange", "move", "link", "symlink", "remove"])
        {
            bool isSaved = true;
            for (int at = 1; isSaved; at++)
            {
                int moment = at;
                isSaved = Disturb(action, exchanges, (number, _) => number == moment, last) == 1;
            }
        }
    }

    private static int Disturb(
        ActionKind action, bool exchanges, Func<int, string, bool> isMoment, string? endsAfter = null)
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"]);
        tree.Remember();
        var first = new HookedVolume(ActingTree.Volume)
        {
            After = (_, call) => _ = call == endsAfter ? throw new CrashException() : 0,
        };
        bool hasEnded = false;
        try
        {
            tree.Act(action, first);
        }
        catch (CrashException)
        {
            // What it has left is what the undo begins with.
            hasEnded = true;
        }

        if (endsAfter is not null && !hasEnded)
        {
            return 0; // an action without such a call: the undo of its whole run is tried in another test
        }

        int saves = 0;
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (number, call) =>
        {
            if (isMoment(number, call))
            {
                File.WriteAllText($"{tree.Files.Folder}/new", Saved(++saves));
                tree.Files.Rename("new", "a/drop");
            }

            return call == "exchange" && !exchanges ? new VolumeError(VolumeErrorKind.Unsupported) : null;
        };
        tree.UndoIfBegun(volume);
        string where = $"{action}, {saves} saves, the last call {volume.Calls}: "
            + string.Join("; ", tree.Results.Select(static result => $"{result.Status} {result.Reason}"));
        if (saves > 0)
        {
            string path = $"{tree.Files.Folder}/a/drop";
            Assert.True(File.Exists(path) && File.ReadAllText(path) == Saved(saves), where);
        }

        // An earlier save that another one followed while the name was free may stay, if it is named.
        Assert.All(
            Directory.EnumerateFiles(tree.Files.Folder, ".doppel-*", SearchOption.AllDirectories),
            path =>
            {
                Assert.Contains(Path.GetFileName(path), where);
                Assert.Contains(File.ReadAllText(path), Enumerable.Range(1, saves).SkipLast(1).Select(Saved));
            });
        Assert.Contains("apple", Directory.EnumerateFiles(tree.Files.Folder, "*", SearchOption.AllDirectories)
            .Where(static path => new FileInfo(path).LinkTarget is null)
            .Select(static path => Encoding.UTF8.GetString(File.ReadAllBytes(path))));
        return saves;

        static string Saved(int number) => $"save {number}";
    }
}

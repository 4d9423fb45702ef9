using System.Text.RegularExpressions;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// Whatever other programs do, and whatever the system refuses: each file that is left under a temporary name is named
/// in a result that the command prints, and each file so named is there.
/// </summary>
public sealed partial class LeftoverTests
{
    private const string Name = "a/drop";
    private const string Link = "to";
    private const int MomentsMax = 60;

    // What happens before or after one call: another program saves over a name by rename, or removes it; or from then
    // on somebody waits to write, or the system refuses that call, or all calls from it on.
    private static readonly string[] s_saves = ["save drop", "save keep"];
    private static readonly string[] s_others =
        ["save to", "remove drop", "remove keep", "remove to", "write drop", "write keep", "refuse", "refuse all"];

    public static TheoryData<ActionKind, bool> Ways { get; } = new(
        from action in Enum.GetValues<ActionKind>()
        where action != ActionKind.Reflink
        from exchanges in (bool[])[true, false]
        where exchanges || action is ActionKind.HardLink or ActionKind.SymbolicLink or ActionKind.Delete
        select (action, exchanges));

    [Theory]
    [MemberData(nameof(Ways))]
    public void Saves_over_a_name_and_its_keeper_leave_nothing_unnamed(ActionKind action, bool exchanges)
    {
        // At one moment it means nothing which of them is first; two saves over one name are among those of RaceTests.
        (string First, string Second)[] pairs = TestRun.IsFull
            ? [.. from first in s_saves from second in s_saves select (first, second)]
            : [(s_saves[0], s_saves[1])];
        for (int gap = 0; gap <= TestRun.Count(0, 8); gap++)
        {
            foreach ((string first, string second) in pairs)
            {
                Each(new Trial(action, exchanges, first, second, gap));
            }
        }
    }

    /// <summary>There are too many of them to try all: some are drawn.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public void Nothing_that_happens_at_two_moments_leaves_a_file_unnamed(ActionKind action, bool exchanges) =>
        EachDrawn(new Trial(action, exchanges, "", "", 0), 12);

    [Theory]
    [MemberData(nameof(Ways))]
    public void Nothing_that_happens_during_an_undo_leaves_a_file_unnamed(ActionKind action, bool exchanges) =>
        EachDrawn(
            new Trial(action, exchanges, "", "", 0) { Then = static (tree, volume) => tree.UndoIfBegun(volume) }, 12);

    /// <summary>The run ended between two of its calls, before or after another program had saved.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public void Nothing_that_an_interrupted_run_has_left_stays_unnamed(ActionKind action, bool exchanges)
    {
        foreach (string last in (string[])["exchange", "move", "link", "symlink", "remove"])
        {
            foreach (string? before in (string?[])[null, .. s_saves, "save to"])
            {
                foreach (bool isUndone in (bool[])[true, false])
                {
                    EachDrawn(new Trial(action, exchanges, "", "", 0)
                    {
                        Interrupted = (before, last),
                        Then = isUndone
                            ? static (tree, volume) => tree.UndoIfBegun(volume)
                            : (tree, volume) => tree.Resume(action, [], volume, Retargeting),
                    }, 1);
                }
            }
        }
    }

    /// <summary>A run over folders moves each link aside, and ends just after it has moved such a save aside.</summary>
    [Theory]
    [InlineData(ActionKind.Delete)]
    [InlineData(ActionKind.Trash)]
    [InlineData(ActionKind.Move)]
    public void A_save_over_a_link_that_a_run_over_folders_has_moved_aside_gets_its_name_back(ActionKind action)
    {
        bool isMet = true;
        for (int at = 1; isMet; at++)
        {
            isMet = TryFolder(action, at, static tree => tree.Undo());
            TryFolder(action, at, static tree => tree.Resume());
        }
    }

    private static bool TryFolder(ActionKind action, int at, Action<FolderTree> then)
    {
        using FolderTree tree = FolderTree.Equal();
        string path = $"{tree.Files.Folder}/two/sub/to apple";
        int moves = 0;
        bool isSaved = false;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            Before = (_, call) =>
            {
                if (call == "move" && ++moves == at && Directory.Exists(Path.GetDirectoryName(path)))
                {
                    File.WriteAllText($"{tree.Files.Folder}/new", "saved");
                    File.Move($"{tree.Files.Folder}/new", path, overwrite: true);
                    isSaved = true;
                }

                return null;
            },
            After = (_, call) => _ = call == "move" && moves == at ? throw new CrashException() : 0,
        };
        try
        {
            tree.Act(action, tree.PlanEqual(), volume);
        }
        catch (CrashException)
        {
            // What it has left is what is looked at next.
        }

        then(tree);
        AssertNamed(tree.Files, tree.Results, $"{action} at {at}");
        Assert.True(!isSaved || (File.Exists(path) && File.ReadAllText(path) == "saved"), $"{action} at {at}");
        return moves >= at;
    }

    private static ActOptions Retargeting(ActOptions options) => options with { RetargetLinks = true };

    private static void EachDrawn(Trial trial, int count)
    {
        var random = new Random(TestRun.SeedOffset + (int)trial.Action);
        string[] all = [.. s_saves, .. s_others];
        for (int i = 0; i < TestRun.Count(count, count * 20); i++)
        {
            Trial drawn = trial with
            {
                First = all[random.Next(all.Length)],
                Second = all[random.Next(all.Length)],
                Gap = random.Next(8),
            };
            Try(drawn, random.Next(1, MomentsMax + 1));
        }
    }

    // The first thing at each moment in turn, the second one a few moments later.
    private static void Each(Trial trial)
    {
        bool isMet = true;
        for (int at = 1; isMet; at++)
        {
            isMet = Try(trial, at);
        }
    }

    private static bool Try(Trial trial, int at)
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], [Name]);
        if (trial.Action.RemovesNames())
        {
            tree.AddLink(Link, Name, Name);
        }

        tree.Remember();
        var state = new Others(tree);
        if (trial.Then is not null)
        {
            Begin(trial, tree, state);
        }

        int moment = 0;
        HookedVolume volume = state.Volume(trial.Exchanges, isBefore =>
        {
            moment++;
            VolumeError? refused = moment == at ? state.Do(trial.First, isBefore) : null;
            return moment == at + trial.Gap ? state.Do(trial.Second, isBefore) ?? refused : refused;
        });
        try
        {
            (trial.Then ?? ((it, on) => it.Act(trial.Action, on, Retargeting)))(tree, volume);
        }
        catch (JournalException) when (trial.Then is not null)
        {
            // Without its journal an undo does nothing, and the command says so.
            return moment >= at;
        }
        catch (JournalException)
        {
            // The journal could not be written further. What was begun was still finished, and told.
        }

        AssertNamed(tree.Files, tree.Results, $"{trial} at {at}: {volume.Calls} calls");
        return moment >= at;
    }

    private static void Begin(Trial trial, ActingTree tree, Others state)
    {
        HookedVolume volume = state.Volume(trial.Exchanges, static _ => null);
        if (trial.Interrupted is { } interrupted)
        {
            volume.Before = (_, call) =>
            {
                if (call == interrupted.Last && interrupted.Save is { } save)
                {
                    state.Do(save, isBefore: true);
                }

                return call == "exchange" && !trial.Exchanges ? new VolumeError(VolumeErrorKind.Unsupported) : null;
            };
            volume.After = (_, call) => _ = call == interrupted.Last ? throw new CrashException() : 0;
        }

        try
        {
            tree.Act(trial.Action, volume, Retargeting);
        }
        catch (CrashException)
        {
            // What it has left is what is looked at next.
        }
    }

    private static void AssertNamed(TempTree tree, IReadOnlyList<ActResult> results, string where)
    {
        string[] left =
        [
            .. Directory.EnumerateFiles(tree.Folder, ".doppel-*", SearchOption.AllDirectories)
                .Select(static path => Path.GetFileName(path)).Order(),
        ];
        string told = string.Join('\n', results.Select(static result => $"{result.Status}: {result.Reason}"));
        string[] named =
        [
            .. TemporaryNames().Matches(string.Join('\n', results
                .Where(static result => result.Status is not (ActStatus.Done or ActStatus.Idle))
                .Select(static result => result.Reason)))
                .Select(static match => match.Value).Distinct().Order(),
        ];
        Assert.True(
            left.SequenceEqual(named),
            $"{where}\nleft: {string.Join(' ', left)}\nnamed: {string.Join(' ', named)}\n{told}");
    }

    [GeneratedRegex(@"\.doppel-[0-9a-f]{32}")]
    private static partial Regex TemporaryNames();

    private sealed record Trial(ActionKind Action, bool Exchanges, string First, string Second, int Gap)
    {
        internal (string? Save, string Last)? Interrupted { get; init; }

        internal Action<ActingTree, HookedVolume>? Then { get; init; }
    }

    private sealed class Others(ActingTree tree)
    {
        private readonly List<FileHandle> _leased = [];
        private bool _isKeeperWanted;
        private bool _isNameWanted;
        private bool _refusesAll;
        private int _saves;

        internal HookedVolume Volume(bool exchanges, Func<bool, VolumeError?> onMoment)
        {
            return new HookedVolume(ActingTree.Volume)
            {
                CanExchange = exchanges,
                OnLease = _leased.Add,
                Leases = file => !(_isKeeperWanted && file == _leased.ElementAtOrDefault(0))
                    && !(_isNameWanted && file == _leased.ElementAtOrDefault(1)),
                Before = (_, call) =>
                {
                    VolumeError? refused = onMoment(true);
                    if (call == "exchange" && !exchanges)
                    {
                        return new VolumeError(VolumeErrorKind.Unsupported);
                    }

                    return _refusesAll ? new VolumeError(VolumeErrorKind.InputOutput, 5) : refused;
                },
                After = (_, _) => onMoment(false),
            };
        }

        internal VolumeError? Do(string what, bool isBefore)
        {
            string[] words = what.Split(' ');
            string path = $"{tree.Files.Folder}/{(words[^1] == Link ? Link : $"a/{words[^1]}")}";
            switch (words[0])
            {
                case "save":
                    File.WriteAllText($"{tree.Files.Folder}/new", $"save {++_saves}");
                    File.Move($"{tree.Files.Folder}/new", path, overwrite: true);
                    return null;
                case "remove":
                    File.Delete(path);
                    return null;
                case "write":
                    _isKeeperWanted |= what == "write keep";
                    _isNameWanted |= what == "write drop";
                    return null;
                default:
                    _refusesAll = what == "refuse all";
                    return isBefore ? new VolumeError(VolumeErrorKind.InputOutput, 5) : null;
            }
        }
    }
}

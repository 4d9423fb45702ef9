using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// Wherever a run on media, or its undo, ends or is refused: each payload that was there has a name, and undo makes
/// every file anew with its tags.
/// </summary>
public sealed class MediaCrashTests
{
    public static TheoryData<ActionKind, bool> Ends { get; } = new(
        from action in Enum.GetValues<ActionKind>().Where(static action => action != ActionKind.Reflink)
        from after in (bool[])[false, true]
        select (action, after));

    private static readonly VolumeError[] s_errors =
    [
        new(VolumeErrorKind.Full, 28), new(VolumeErrorKind.InputOutput, 5), new(VolumeErrorKind.AccessDenied, 1),
        new(VolumeErrorKind.OtherVolume, 18), new(VolumeErrorKind.ReadOnly, 30), new(VolumeErrorKind.Unsupported, 95),
        new(VolumeErrorKind.Exists, 17),
    ];

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_before_and_after_every_call(ActionKind action, bool after) =>
        Acts(action, after, canExchange: true);

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_where_names_cannot_be_exchanged(ActionKind action, bool after) =>
        Acts(action, after, canExchange: false);

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_during_the_undo_too(ActionKind action, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at++)
        {
            using ActingTree tree = ActingTree.Media();
            tree.Act(action);
            Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
            ended = Crashes(volume => tree.Undo(volume), at, after, canExchange: true);
            tree.AssertNothingLost();
            Undo(tree);
            tree.AssertAsBefore();
        }
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public void Any_call_may_be_refused_once_or_from_then_on(ActionKind action, bool once)
    {
        bool refused = true;
        for (int at = 1; refused; at++)
        {
            using ActingTree tree = ActingTree.Media();
            VolumeError error = s_errors[(at + TestRun.SeedOffset) % s_errors.Length];
            var volume = new HookedVolume(ActingTree.Volume)
            {
                Before = (number, call) => call != "lease?" && (once ? number == at : number >= at) ? error : null,
            };
            try
            {
                tree.Act(action, volume);
            }
            catch (JournalException)
            {
                // Then nothing may have been done that it does not tell of.
            }

            tree.AssertNothingLost();
            Undo(tree);
            tree.AssertAsBefore();
            refused = volume.Calls >= at;
        }
    }

    /// <summary>What could not be brought to the disk is not relied on.</summary>
    [Theory]
    [InlineData(ActionKind.Delete)]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    public void Nothing_is_removed_for_good_before_its_tags_are_on_the_disk(ActionKind action)
    {
        using ActingTree tree = ActingTree.Media();
        int syncs = 0;
        bool isKept = false;
        List<string> early = [];
        var volume = new HookedVolume(ActingTree.Volume)
        {
            CanExchange = false,
            Before = (_, call) =>
            {
                if (call == "remove" && !isKept)
                {
                    early.Add(call);
                }

                return null;
            },
            After = (_, call) =>
            {
                // The journal's head and its intents, then the recipes and the folder in which they have come.
                syncs += call == "sync" ? 1 : 0;
                isKept |= call == "sync folder" && syncs >= 3;
            },
        };
        tree.Act(action, volume, plan: [tree.Plan()[0]]);
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
        Assert.True(isKept);
        Assert.Empty(early);
    }

    private static void Acts(ActionKind action, bool after, bool canExchange)
    {
        bool ended = true;
        for (int at = 1; ended; at++)
        {
            using ActingTree tree = ActingTree.Media();
            ended = Crashes(volume => tree.Act(action, volume), at, after, canExchange);
            tree.AssertNothingLost();
            Undo(tree);
            tree.AssertAsBefore();
        }
    }

    private static bool Crashes(Action<IChangeableVolume> act, int at, bool after, bool canExchange)
    {
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (number, call) => number == at && !after ? throw new CrashException()
            : call == "exchange" && !canExchange ? new VolumeError(VolumeErrorKind.Unsupported)
            : null;
        volume.After = (number, _) =>
        {
            if (number == at && after)
            {
                throw new CrashException();
            }
        };
        try
        {
            act(volume);
            return volume.Calls >= at;
        }
        catch (CrashException)
        {
            return true;
        }
    }

    private static void Undo(ActingTree tree)
    {
        tree.UndoIfBegun(ActingTree.Volume);
        tree.RemoveMoved();
    }
}

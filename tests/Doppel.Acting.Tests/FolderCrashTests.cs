using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Wherever a run over folders, or its undo, ends or is refused: nothing is lost, and undo brings all back.
/// </summary>
public sealed class FolderCrashTests
{
    public static TheoryData<ActionKind, bool> Ends { get; } = new(
        from action in (ActionKind[])[ActionKind.Delete, ActionKind.Move, ActionKind.Trash]
        from after in (bool[])[false, true]
        select (action, after));

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_before_and_after_every_call(ActionKind action, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at++)
        {
            using FolderTree tree = FolderTree.Equal(links: action != ActionKind.Trash);
            IReadOnlyList<PlanFolder> plan = tree.PlanEqual();
            ended = Crashes(volume => tree.Act(action, plan, volume), at, after);
            tree.AssertNothingLost();
            Assert.True(tree.Undo());
            tree.AssertAsBefore();
        }
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_during_the_undo_too(ActionKind action, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at++)
        {
            using FolderTree tree = FolderTree.Equal(links: action != ActionKind.Trash);
            tree.Act(action, tree.PlanEqual());
            ended = Crashes(volume => tree.Undo(volume), at, after);
            tree.AssertNothingLost();
            Assert.True(tree.Undo());
            tree.AssertAsBefore();
        }
    }

    // Another error from call to call; a run that cannot write its journal has done nothing that it does not tell of.
    [Theory]
    [InlineData(ActionKind.Delete, true)]
    [InlineData(ActionKind.Delete, false)]
    [InlineData(ActionKind.Move, true)]
    [InlineData(ActionKind.Move, false)]
    public void Any_call_may_be_refused_once_or_from_then_on(ActionKind action, bool once)
    {
        VolumeError[] errors =
        [
            new(VolumeErrorKind.Full, 28), new(VolumeErrorKind.InputOutput, 5), new(VolumeErrorKind.AccessDenied, 1),
            new(VolumeErrorKind.ReadOnly, 30), new(VolumeErrorKind.Unsupported, 95), new(VolumeErrorKind.Exists, 17),
        ];
        bool refused = true;
        for (int at = 1; refused; at++)
        {
            using FolderTree tree = FolderTree.Equal();
            VolumeError error = errors[(at + TestRun.SeedOffset) % errors.Length];
            var volume = new HookedVolume(ActingTree.Volume)
            {
                Before = (number, call) =>
                    call != "lease?" && (once ? number == at : number >= at) ? error : null,
            };
            IReadOnlyList<PlanFolder> plan = tree.PlanEqual();
            try
            {
                tree.Act(action, plan, volume);
            }
            catch (JournalException)
            {
                // Looked at below.
            }

            tree.AssertNothingLost();
            Assert.True(tree.Undo(), $"call {at}");
            tree.AssertAsBefore();
            refused = volume.Calls >= at;
        }
    }

    private static bool Crashes(Action<IChangeableVolume> act, int at, bool after)
    {
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (number, _) => number == at && !after ? throw new CrashException() : null;
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
}

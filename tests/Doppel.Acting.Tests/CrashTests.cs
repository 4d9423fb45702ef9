using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// Wherever a run, or an undo, ends or is refused: each content that was there has a name, and undo brings all back.
/// </summary>
public sealed class CrashTests
{
    public static TheoryData<ActionKind, bool> Ends { get; } = new(
        from action in Enum.GetValues<ActionKind>() from after in (bool[])[false, true] select (action, after));

    // ENOSPC, EDQUOT, EIO, EPERM, EXDEV, EMLINK, EROFS, EOPNOTSUPP, EEXIST
    private static readonly VolumeError[] s_errors =
    [
        new(VolumeErrorKind.Full, 28), new(VolumeErrorKind.Full, 122), new(VolumeErrorKind.InputOutput, 5),
        new(VolumeErrorKind.AccessDenied, 1), new(VolumeErrorKind.OtherVolume, 18),
        new(VolumeErrorKind.TooManyNames, 31), new(VolumeErrorKind.ReadOnly, 30),
        new(VolumeErrorKind.Unsupported, 95), new(VolumeErrorKind.Exists, 17),
    ];

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_before_and_after_every_call(ActionKind action, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at++)
        {
            using ActingTree tree = ActingTree.Small();
            ended = Crashes(volume => tree.Act(action, volume), at, after);
            tree.AssertNothingLost();
            UndoIfBegun(tree);
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
            using ActingTree tree = ActingTree.Small();
            tree.Act(action);
            ended = Crashes(volume => tree.Undo(volume), at, after);
            tree.AssertNothingLost();
            UndoIfBegun(tree);
            tree.AssertAsBefore();
        }
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_where_names_cannot_be_exchanged(ActionKind action, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at++)
        {
            using ActingTree tree = ActingTree.Small();
            ended = Crashes(volume => tree.Act(action, volume), at, after, WithoutExchange);
            tree.AssertNothingLost();
            UndoIfBegun(tree);
            tree.AssertAsBefore();
        }
    }

    // Every error at every call in a full run; in a reduced one each call is refused for one reason, another from
    // call to call.
    [Theory]
    [MemberData(nameof(Ends))]
    public void Any_call_may_be_refused_once_or_from_then_on(ActionKind action, bool once)
    {
        for (int i = 0; i < TestRun.Count(1, s_errors.Length); i++)
        {
            bool refused = true;
            for (int at = 1; refused; at++)
            {
                using ActingTree tree = ActingTree.Small();
                refused = Refuses(tree, action, at, once, s_errors[(at + i + TestRun.SeedOffset) % s_errors.Length]);
            }
        }
    }

    public static TheoryData<ActionKind, bool> Removals { get; } = new(
        from action in Enum.GetValues<ActionKind>().Where(static action => action.RemovesNames())
        from after in (bool[])[false, true]
        select (action, after));

    /// <summary>And at every instant each link leads to its content.</summary>
    [Theory]
    [MemberData(nameof(Removals))]
    public void Symbolic_links_follow_to_the_keeper_and_back_wherever_the_process_ends(ActionKind action, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at += Stride(action))
        {
            using ActingTree tree = ActingTree.Linked();
            ended = Crashes(volume => tree.Act(action, volume, Retargeting), at, after);
            tree.AssertNothingLost();
            tree.AssertLinksLead();
            UndoIfBegun(tree);
            tree.AssertAsBefore();
        }
    }

    [Theory]
    [MemberData(nameof(Removals))]
    public void Symbolic_links_come_back_though_the_undo_ended_too(ActionKind action, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at += Stride(action))
        {
            using ActingTree tree = ActingTree.Linked();
            tree.Act(action, change: Retargeting);
            ended = Crashes(volume => tree.Undo(volume), at, after);
            tree.AssertNothingLost();
            tree.AssertLinksLead();
            UndoIfBegun(tree);
            tree.AssertAsBefore();
        }
    }

    [Theory]
    [MemberData(nameof(Removals))]
    public void Symbolic_links_come_back_where_names_cannot_be_exchanged(ActionKind action, bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at += Stride(action))
        {
            using ActingTree tree = ActingTree.Linked();
            ended = Crashes(volume => tree.Act(action, volume, Retargeting), at, after, WithoutExchange);
            tree.AssertNothingLost();
            ended |= Crashes(volume => tree.UndoIfBegun(volume), at, after, WithoutExchange);
            tree.AssertNothingLost();
            UndoIfBegun(tree);
            tree.AssertAsBefore();
        }
    }

    [Theory]
    [MemberData(nameof(Removals))]
    public void A_symbolic_link_never_leads_to_nothing_though_any_call_may_be_refused(ActionKind action, bool once)
    {
        bool refused = true;
        for (int at = 1; refused; at += Stride(action))
        {
            using ActingTree tree = ActingTree.Linked();
            refused = Refuses(tree, action, at, once, s_errors[(at + TestRun.SeedOffset) % s_errors.Length]);
        }
    }

    // Every call of one action in a reduced run; the links are handled alike in all.
    private static int Stride(ActionKind action) => action == ActionKind.Delete ? 1 : TestRun.Count(4, 1);

    private static ActOptions Retargeting(ActOptions options) => options with { RetargetLinks = true };

    private static VolumeError? WithoutExchange(string call) =>
        call == "exchange" ? new VolumeError(VolumeErrorKind.Unsupported) : null;

    private static bool Crashes(
        Action<IChangeableVolume> act, int at, bool after, Func<string, VolumeError?>? answer = null)
    {
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (number, call) => number == at && !after ? throw new CrashException() : answer?.Invoke(call);
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

    private static bool Refuses(ActingTree tree, ActionKind action, int at, bool once, VolumeError error)
    {
        var volume = new HookedVolume(ActingTree.Volume)
        {
            Before = (number, call) => call != "lease?" && (once ? number == at : number >= at) ? error : null,
        };
        try
        {
            tree.Act(action, volume, Retargeting);
        }
        catch (JournalException)
        {
            // Then nothing may have been done that it does not tell of.
        }

        tree.AssertNothingLost();
        tree.AssertLinksLead();
        UndoIfBegun(tree);
        tree.AssertAsBefore();
        return volume.Calls >= at;
    }

    private static void UndoIfBegun(ActingTree tree)
    {
        tree.UndoIfBegun(ActingTree.Volume);
        tree.RemoveMoved();
    }
}

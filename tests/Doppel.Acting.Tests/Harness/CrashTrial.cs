using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// A step that ends, or is refused, at one of its calls: nothing is lost then, and undo brings all back. Tried at one
/// call after the other, each time in a new tree.
/// </summary>
/// <param name="Make">Makes a tree.</param>
/// <param name="Step">What ends: a run, or its undo.</param>
internal sealed record CrashTrial<TTree>(Func<TTree> Make, Action<TTree, IChangeableVolume> Step)
    where TTree : ICrashTree
{
    /// <summary>What is done before, and ends well.</summary>
    public Action<TTree, IChangeableVolume> Before { get; init; } = static (_, _) => { };

    /// <summary>What ends at the same call when the step has ended; null: nothing.</summary>
    public Action<TTree, IChangeableVolume>? Then { get; init; }

    /// <summary>What more is true between end and undo.</summary>
    public Action<TTree> Check { get; init; } = static _ => { };

    /// <summary>What more is true after the last undo.</summary>
    public Action<TTree> Last { get; init; } = static _ => { };

    /// <summary>Whether names can be exchanged.</summary>
    public bool CanExchange { get; init; } = true;

    /// <summary>From one call that is tried to the next, 1 or more.</summary>
    /// <remarks>
    /// What is on the disk is the same after a call and before the next one, and most calls of one action are also made
    /// by the others. So in a reduced run each action has every fourth call, and each begins at another one
    /// (<see cref="First"/>). Every eighth call is refused once, and those between them from then on.
    /// </remarks>
    public int Stride { get; init; } = TestRun.Count(4, 1);

    /// <summary>The number of the first call that is tried, from 1.</summary>
    public int First { get; init; } = 1;

    /// <summary>The process ends before or after a call.</summary>
    public void End(bool after)
    {
        bool ended = true;
        for (int at = First; ended; at += Stride)
        {
            using TTree tree = Make();
            Before(tree, Unsynced());
            ended = Crash.At(volume => Step(tree, volume), at, after, CanExchange);
            tree.AssertNothingLost();
            if (Then is { } then)
            {
                ended |= Crash.At(volume => then(tree, volume), at, after, CanExchange);
                tree.AssertNothingLost();
            }

            Check(tree);
            tree.UndoIfBegun(Unsynced());
            tree.AssertAsBefore();
            Last(tree);
        }
    }

    /// <summary>A call is refused, once or from then on.</summary>
    /// <param name="once">Whether only that one is.</param>
    /// <param name="errorOf">For which reason the call of a number is.</param>
    public void Refuse(bool once, Func<int, VolumeError> errorOf)
    {
        bool refused = true;
        int step = Stride == 1 ? 1 : 2 * Stride;
        for (int at = once || Stride == 1 ? First : First + Stride; refused; at += step)
        {
            using TTree tree = Make();
            Before(tree, Unsynced());
            HookedVolume volume = Unsynced();
            volume.Before = (number, call) =>
            {
                bool isReached = once ? number == at : number >= at;
                return call != "lease?" && isReached ? errorOf(at) : null;
            };
            try
            {
                Step(tree, volume);
            }
            catch (JournalException)
            {
                // Then nothing may have been done that it does not tell of.
            }

            refused = volume.Calls >= at;
            tree.AssertNothingLost();
            Check(tree);
            tree.UndoIfBegun(Unsynced());
            tree.AssertAsBefore();
        }
    }

    // What is not about to end brings nothing to the disk either: that takes most of the time, and a process that ends
    // loses nothing by it.
    private static HookedVolume Unsynced() => new(ActingTree.Volume);
}

using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Looks at copies right before they are reported: what changed since it was listed or read is a problem, not a result.
/// </summary>
internal sealed class Confirmer(PathTree tree, CopyTable copies, SearchContext context)
{
    /// <summary>In place of a member that does not stand.</summary>
    internal const int Nobody = -1;

    private const int NamesPerTurn = 64;

    /// <summary>Looks at every name of some copies, in the order of their folders, with all threads.</summary>
    /// <remarks>
    /// Names that no longer lead to what was read are forgotten; a copy without any left is marked as failed. Runs
    /// to its end after an interruption too: it is quick, and what is shown then must be as true as ever.
    /// </remarks>
    /// <param name="members">
    /// The copies; <see cref="Nobody"/> is passed over, and takes the place of a copy without any name left.
    /// </param>
    /// <param name="facts">For each of them, where its facts go; null if nobody wants them.</param>
    internal void Confirm(NativeList<int> members, NativeBuffer<CopyFacts>? facts)
    {
        using NativeList<ulong> looks = ListLooks(members.Span);
        using var found = new NativeBuffer<bool>(members.Count);
        found.Span.Clear();
        KeySorter.Sort(looks.Span);
        using DeviceLanes<ulong> lanes = DeviceLanes<ulong>.Of(
            looks, look => context.Tokens.Of(tree.Devices, tree.MarkOf(NameOf(look)).Device), NamesPerTurn);
        var cursors = new FolderCursor?[Crew.ThreadsMax];
        context.Crew.Run(new Job(lanes.Lanes, (worker, lane, first, end) =>
        {
            FolderCursor folders = cursors[worker] ??= new FolderCursor(tree);
            ReadOnlySpan<ulong> ofLane = lanes[lane];
            for (int i = first; i < end; i++)
            {
                int member = MemberOf(ofLane[i]);
                PathId following = i + 1 < end ? NameOf(ofLane[i + 1]) : PathId.None;
                if (TryLook(folders, members[member], NameOf(ofLane[i]), following, out FileFacts seen))
                {
                    found[member] = true;
                    if (facts is not null)
                    {
                        // All names of a copy show the same, so it does not matter which comes last.
                        facts[member] = CopyFacts.From(seen);
                    }
                }
            }

            folders.Leave();
            context.Progress.AddDone(end - first, 0);
            return end - first;
        }));

        for (int i = 0; i < members.Count; i++)
        {
            if (!found[i] && members[i] != Nobody)
            {
                copies.States[members[i]] = CopyState.Failed;
                members[i] = Nobody;
            }
        }
    }

    // One name of one member to look at, as a number that sorts by names: in the order that folders were listed.
    private static ulong Look(int name, int member) => ((ulong)name << 32) | (uint)member;

    private static int MemberOf(ulong look) => (int)look;

    private static PathId NameOf(ulong look) => new((int)(look >> 32));

    private NativeList<ulong> ListLooks(ReadOnlySpan<int> members)
    {
        var looks = new NativeList<ulong>();
        for (int member = 0; member < members.Length; member++)
        {
            if (members[member] != Nobody)
            {
                AddLooks(looks, members[member], member);
                AddMerged(looks, members[member], member);
            }
        }

        return looks;
    }

    private void AddMerged(NativeList<ulong> looks, int copy, int member)
    {
        if (copies.AnyMerged)
        {
            foreach (int merged in copies.MergedInto(copy))
            {
                AddLooks(looks, merged, member);
            }
        }
    }

    private void AddLooks(NativeList<ulong> looks, int copy, int member)
    {
        foreach (int name in copies.NamesOf(copy))
        {
            if (name >= 0)
            {
                looks.Add(Look(name, member));
            }
        }
    }

    private bool TryLook(FolderCursor folders, int member, PathId name, PathId following, out FileFacts seen)
    {
        IVolume volume = tree.Devices[tree.MarkOf(name).Device].Volume;
        FolderHandle at = folders.Enter(volume, name, following, out ReadOnlySpan<byte> path);
        VolumeError error = volume.Stat(at, path, LinkPolicy.Stay, FactFields.All, out seen);
        int copy = copies.OwnerOf(name, member);
        if (!error.Failed && !tree.IsAsListed(name, seen))
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        if (error.Failed)
        {
            context.Problems.Add(volume, tree.Render(name), FindStep.Confirm, error);
            copies.Forget(copy, name);
        }

        return !error.Failed;
    }
}

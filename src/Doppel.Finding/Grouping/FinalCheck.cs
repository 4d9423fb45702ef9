using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Checks copies right before they are reported. A copy that changed since it was listed or read becomes a problem
/// instead of a result.
/// </summary>
/// <remarks>
/// A copy that was not read, because the catalog knows its content, is not checked: it was equal at the moment when it
/// was listed, and that another process can change it afterwards is true of any report.
/// </remarks>
/// <param name="copies">The copies.</param>
/// <param name="context">The state shared by all stages.</param>
/// <param name="saved">Which copies are on saved volumes and cannot change. Default: none.</param>
/// <param name="unread">Which copies the catalog knew. Default: none.</param>
internal sealed class FinalCheck(
    CopyTable copies, SearchContext context, SavedCopies? saved = null, NativeBits? unread = null)
{
    /// <summary>Marks the place of a member that was dropped.</summary>
    internal const int Dropped = -1;

    private const int NamesPerTurn = 64;

    private readonly PathTree _tree = copies.Tree;

    /// <summary>Checks every name of the given copies in folder order, using all threads.</summary>
    /// <remarks>
    /// Names that no longer lead to the file that was read are forgotten; a copy with no names left is marked as
    /// failed. Runs to completion even after cancellation: it is quick, and partial results must be just as accurate.
    /// </remarks>
    /// <param name="members">
    /// The copies. <see cref="Dropped"/> is skipped, and replaces any copy with no names left.
    /// </param>
    /// <param name="facts">Receives the facts of each member, or null if they are not needed.</param>
    internal void Confirm(NativeList<int> members, NativeBuffer<CopyFacts>? facts)
    {
        if (members.Count == 0)
        {
            return;
        }

        using var found = new NativeBuffer<bool>(members.Count);
        found.Span.Clear();
        ConfirmSaved(members.Span, found, facts);
        if (facts is null)
        {
            ConfirmUnread(members.Span, found);
        }

        using NativeList<ulong> looks = ListLooks(members.Span, found);
        KeySorter.Sort(looks.Span);
        using DeviceLanes<ulong> lanes = DeviceLanes<ulong>.Of(
            looks, look => context.Tokens.Of(_tree.Devices, _tree.MarkOf(NameOf(look)).Device), NamesPerTurn);
        var cursors = new FolderCursor?[WorkerPool.ThreadsMax];
        context.WorkerPool.Run(new Job(lanes.Lanes, (worker, lane, first, end) =>
        {
            FolderCursor folders = cursors[worker] ??= new FolderCursor(_tree);
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
                        // All names of a copy show the same facts, so it does not matter which one is checked last.
                        facts[member] = CopyFacts.From(seen);
                    }
                }
            }

            folders.Leave();
            context.Progress.AddDone(end - first, 0);
            return end - first;
        }));
        Array.ForEach(cursors, static folders => folders?.Dispose());

        for (int i = 0; i < members.Count; i++)
        {
            if (!found[i] && members[i] != Dropped)
            {
                copies.States[members[i]] = CopyState.Failed;
                members[i] = Dropped;
            }
        }
    }

    // One name of one member to check, encoded as a number that sorts by name, in the order in which folders were
    // listed.
    private static ulong Look(int name, int member) => ((ulong)name << 32) | (uint)member;

    private static int MemberOf(ulong look) => (int)look;

    private static PathId NameOf(ulong look) => new((int)(look >> 32));

    private NativeList<ulong> ListLooks(ReadOnlySpan<int> members, NativeBuffer<bool> found)
    {
        var looks = new NativeList<ulong>();
        for (int member = 0; member < members.Length; member++)
        {
            if (members[member] != Dropped && !found[member])
            {
                AddLooks(looks, members[member], member);
                AddMerged(looks, members[member], member);
            }
        }

        return looks;
    }

    private void ConfirmSaved(ReadOnlySpan<int> members, NativeBuffer<bool> found, NativeBuffer<CopyFacts>? facts)
    {
        for (int member = 0; saved is { IsEmpty: false } && member < members.Length; member++)
        {
            int copy = members[member];
            if (copy != Dropped && saved.VolumeOf(copy) is { } volume)
            {
                found[member] = true;
                if (facts is not null && volume.TryGetFacts(copies.IdentityOf(copy).Inode, out FileFacts seen))
                {
                    facts[member] = CopyFacts.From(seen);
                }
            }
        }
    }

    private void ConfirmUnread(ReadOnlySpan<int> members, NativeBuffer<bool> found)
    {
        int confirmed = 0;
        for (int member = 0; unread is not null && member < members.Length; member++)
        {
            if (members[member] != Dropped && unread[members[member]])
            {
                found[member] = true;
                confirmed++;
            }
        }

        context.Progress.AddDone(confirmed, 0);
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
        IVolume volume = _tree.Devices[_tree.MarkOf(name).Device].Volume;
        FolderHandle at = folders.Enter(volume, name, following, out ReadOnlySpan<byte> path);
        VolumeError error = volume.Stat(at, path, LinkPolicy.Stay, FactFields.All, out seen);
        int copy = copies.OwnerOf(name, member);
        if (!error.Failed && !_tree.IsAsListed(name, seen))
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        if (error.Failed)
        {
            context.Problems.Add(volume, _tree.Render(name), FindStep.Confirm, error);
            copies.Forget(copy, name);
        }

        return !error.Failed;
    }
}

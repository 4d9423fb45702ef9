using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Looks at copies right before they are reported: what changed since it was listed or read is a problem, not a result.
/// </summary>
internal sealed class Confirmer(PathTree tree, CopyTable copies, SearchContext context)
{
    private const int NamesPerTurn = 64;

    /// <summary>Looks at every name of some copies, in the order of their folders, with all threads.</summary>
    /// <remarks>
    /// Names that no longer lead to what was read are forgotten; a copy without any left is marked as failed. Runs
    /// to its end after an interruption too: it is quick, and what is shown then must be as true as ever.
    /// </remarks>
    /// <param name="members">The copies; a negative number is passed over.</param>
    /// <param name="facts">For each of them, where its facts go; null if nobody wants them.</param>
    /// <returns>For each of them, whether any name is left.</returns>
    internal bool[] Confirm(ReadOnlySpan<int> members, CopyFacts[]? facts)
    {
        bool[] found = new bool[members.Length];
        List<Look> looks = ListLooks(members);
        using var names = new NativeBuffer<int>(looks.Count);
        using var order = new NativeBuffer<int>(looks.Count);
        for (int i = 0; i < looks.Count; i++)
        {
            names[i] = copies.NamesOf(looks[i].Copy)[looks[i].NameIndex];
            order[i] = i;
        }

        names.Span.Sort(order.Span);
        int next = 0;
        WorkerTeam.Run(Math.Clamp(looks.Count / NamesPerTurn, 1, context.Threads), _ =>
        {
            using var folders = new FolderCursor(tree);
            int first;
            while ((first = Interlocked.Add(ref next, NamesPerTurn) - NamesPerTurn) < looks.Count)
            {
                int end = Math.Min(first + NamesPerTurn, looks.Count);
                for (int i = first; i < end; i++)
                {
                    Look look = looks[order[i]];
                    var following = i + 1 < end ? new PathId(names[i + 1]) : PathId.None;
                    if (TryLook(folders, look, new PathId(names[i]), following, out FileFacts seen))
                    {
                        found[look.Member] = true;
                        if (facts is not null)
                        {
                            // All names of a copy show the same, so it does not matter which comes last.
                            facts[look.Member] = CopyFacts.From(seen);
                        }
                    }
                }

                folders.Leave();
                context.Progress.AddDone(end - first, 0);
            }
        });

        for (int i = 0; i < found.Length; i++)
        {
            if (!found[i] && members[i] >= 0)
            {
                copies.States[members[i]] = CopyState.Failed;
            }
        }

        return found;
    }

    private List<Look> ListLooks(ReadOnlySpan<int> members)
    {
        var looks = new List<Look>(members.Length);
        for (int member = 0; member < members.Length; member++)
        {
            if (members[member] >= 0)
            {
                AddLooks(looks, members[member], member);
                foreach (int merged in copies.MergedInto(members[member]))
                {
                    AddLooks(looks, merged, member);
                }
            }
        }

        return looks;
    }

    private void AddLooks(List<Look> looks, int copy, int member)
    {
        ReadOnlySpan<int> names = copies.NamesOf(copy);
        for (int i = 0; i < names.Length; i++)
        {
            if (names[i] >= 0)
            {
                looks.Add(new Look(copy, i, member));
            }
        }
    }

    private bool TryLook(FolderCursor folders, Look look, PathId name, PathId following, out FileFacts seen)
    {
        IVolume volume = tree.Devices[tree.MarkOf(name).Device].Volume;
        FolderHandle at = folders.Enter(volume, name, following, out ReadOnlySpan<byte> path);
        VolumeError error = volume.Stat(at, path, LinkPolicy.Stay, FactFields.All, out seen);
        if (!error.Failed && !IsAsRead(look.Copy, name, seen))
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        if (error.Failed)
        {
            context.Problems.Add(volume, tree.Render(name), FindStep.Confirm, error);
            copies.Forget(look.Copy, look.NameIndex);
        }

        return !error.Failed;
    }

    private bool IsAsRead(int copy, PathId name, in FileFacts seen)
    {
        uint stamp = copies.Stamps[copy];
        return seen.Kind == EntryKind.File && seen.Size == tree.SizeOf(name)
            && (stamp == 0 || stamp == CopyTable.StampOf(seen));
    }

    /// <summary>One name of one member to look at.</summary>
    private readonly record struct Look(int Copy, int NameIndex, int Member);
}

using System.Numerics;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>Finds the files of the groups of an earlier search among those that this search has listed.</summary>
internal static class LastSearchFiles
{
    private const int NoName = -1;

    /// <summary>Finds the names of all members.</summary>
    /// <param name="kept">The groups.</param>
    /// <param name="devices">For each file system of the groups, its number in this search.</param>
    /// <param name="tree">The files of this search.</param>
    /// <param name="context">The search, which provides the threads.</param>
    /// <returns>The copies in groups, and no others; null if a member was not listed.</returns>
    internal static Candidates? Find(
        in LastSearchGroups kept, ReadOnlySpan<int> devices, PathTree tree, SearchContext context)
    {
        using var index = new MemberIndex(kept.Members, devices);
        using var names = new NativeBuffer<int>(kept.Members.Length);
        using var further = new NativeList<ulong>();
        names.Span.Fill(NoName);
        context.WorkerPool.Run(Job.Computing(tree.Chunks.Length, turnMax: 1, (_, first, _) =>
        {
            if (tree.Chunks[first] is FileChunk files)
            {
                AddNames(files, index, names, further);
            }
        }));
        if (names.Span.Contains(NoName))
        {
            return null;
        }

        KeySorter.Sort(further.Span);
        var copies = new CopyTable(tree, names.Length);
        GroupSink groups = AddGroups(kept, copies, names, further);
        return new Candidates(copies, context)
        {
            Files = kept.Head.Files,
            Groups = groups,
            Compared = kept.Head.Compared,
        };
    }

    private static GroupSink AddGroups(
        in LastSearchGroups kept, CopyTable copies, NativeBuffer<int> names, NativeList<ulong> further)
    {
        var groups = new GroupSink();
        Span<ulong> rest = further.Span;
        foreach (LastSearchGroup group in kept.Groups)
        {
            int first = copies.Count;
            for (int i = 0; i < group.Count; i++)
            {
                AddCopy(copies, names[copies.Count], ref rest);
            }

            copies.AddRun(first);
            copies.Digests[first] = group.Digest;
            groups.AddRange(first, group.Count, (Proof)group.Proof);
        }

        copies.Complete();
        for (int i = 0; i < groups.Groups.Count; i++)
        {
            int first = groups.Groups[i].First;
            copies.States[first] = copies.Digests[first] == default ? CopyState.Unread : CopyState.Hashed;
        }

        return groups;
    }

    // The first name that any thread finds goes into the one list, and the others into the other.
    private static void AddNames(
        FileChunk files, MemberIndex index, NativeBuffer<int> names, NativeList<ulong> further)
    {
        for (int slot = 0; slot < files.Count; slot++)
        {
            FilePlace place = files.PlaceAt(slot);
            int member = place.IsForgotten ? -1 : index.Find(place.Mark.Device, files.InodeAt(slot));
            int name = files.FirstId + slot;
            if (member >= 0 && Interlocked.CompareExchange(ref names[member], name, NoName) != NoName)
            {
                lock (further)
                {
                    further.Add(((ulong)member << 32) | (uint)name);
                }
            }
        }
    }

    // Adds the next copy, with its name and the further ones, which come in the order of copies.
    private static void AddCopy(CopyTable copies, int name, ref Span<ulong> further)
    {
        int copy = copies.Count;
        int count = 0;
        while (count < further.Length && (int)(further[count] >> 32) == copy)
        {
            count++;
        }

        if (count == 0)
        {
            copies.Add(name);
            return;
        }

        int[] names = new int[count + 1];
        names[0] = name;
        for (int i = 0; i < count; i++)
        {
            names[i + 1] = (int)further[i];
        }

        copies.Add(names);
        further = further[count..];
    }

    /// <summary>Finds members by their identity: a hash table with linear probing.</summary>
    private sealed class MemberIndex : IDisposable
    {
        private readonly NativeBuffer<Slot> _slots;
        private readonly int _shift;

        internal MemberIndex(ReadOnlySpan<LastSearchMember> members, ReadOnlySpan<int> devices)
        {
            uint capacity = BitOperations.RoundUpToPowerOf2(((uint)members.Length * 2) + 2);
            _shift = 64 - BitOperations.Log2(capacity);
            _slots = new NativeBuffer<Slot>((int)capacity);
            _slots.Span.Clear();
            for (int i = 0; i < members.Length; i++)
            {
                int slot = SlotOf(members[i].Inode);
                while (_slots[slot].Number != 0)
                {
                    slot = After(slot);
                }

                _slots[slot] = new Slot(members[i].Inode, devices[(int)members[i].FileSystem], i + 1);
            }
        }

        public void Dispose() => _slots.Dispose();

        internal int Find(int device, ulong inode)
        {
            int slot = SlotOf(inode);
            while (_slots[slot].Number != 0 && (_slots[slot].Inode != inode || _slots[slot].Device != device))
            {
                slot = After(slot);
            }

            return _slots[slot].Number - 1;
        }

        private int After(int slot) => (slot + 1) & (_slots.Length - 1);

        private int SlotOf(ulong inode) => (int)((inode * 0x9E37_79B9_7F4A_7C15) >> _shift);

        // The number of the member from 1 on, or 0 for none.
        private readonly record struct Slot(ulong Inode, int Device, int Number);
    }
}

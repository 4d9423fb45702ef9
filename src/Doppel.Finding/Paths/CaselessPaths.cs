using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Determines which paths of a tree are equal when case is ignored, as on Windows volumes.</summary>
/// <remarks>
/// <para>
/// Each path that is looked up is permanently mapped to the first equal path that was looked up. From then on, two
/// paths are equal if their first paths are, so that a comparison costs one comparison of integers, as for
/// case-sensitive paths. The first lookup of a path takes one table lookup for each folder above it that has not been
/// looked up yet.
/// </para>
/// <para>
/// A tree pays nothing for this until the first lookup. Then it takes four bytes per node, allocated in chunks, and 16
/// to 32 bytes for each path that had no equal before it. A path below a root can equal only paths below roots whose
/// own paths are equal.
/// </para>
/// <para>Thread-safe except for <see cref="Dispose"/>. The tree must not be disposed before the last call.</para>
/// </remarks>
internal sealed unsafe class CaselessPaths(PathTree tree) : IEqualityComparer<PathId>, IDisposable
{
    private const int SlotsMin = 1 << 8;

    private readonly Lock _gate = new();
    private readonly List<NativeBuffer<int>> _owned = [];
    private readonly List<PathId> _unknown = [];
    private NativeBuffer<Slot> _slots = CreateSlots(SlotsMin);
    private int _count;

    // One plus the first path that equals a node; 0 if the node has not been looked up. Null for a chunk without
    // lookups.
    private volatile int*[] _columns = [];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Equals(PathId left, PathId right) => left == right || HaveOneFirst(left, right);

    public int GetHashCode(PathId path) => FirstOf(path).Value;

    /// <summary>Returns the path that represents all paths equal to this one.</summary>
    public PathId FirstOf(PathId path)
    {
        int first = Known(path);
        return first > 0 ? new PathId(first - 1) : Enter(path);
    }

    public void Dispose()
    {
        foreach (NativeBuffer<int> column in _owned)
        {
            column.Dispose();
        }

        _owned.Clear();
        _columns = [];
        _slots.Dispose();
    }

    private static NativeBuffer<Slot> CreateSlots(int count)
    {
        var slots = new NativeBuffer<Slot>(count);
        slots.Span.Fill(new Slot(0, -1));
        return slots;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Known(PathId path)
    {
        int*[] columns = _columns;
        int chunk = path.Value >> NodeChunk.Shift;
        if ((uint)chunk >= (uint)columns.Length || columns[chunk] is null)
        {
            return 0;
        }

        return Volatile.Read(ref columns[chunk][path.Value & (NodeChunk.Length - 1)]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool HaveOneFirst(PathId left, PathId right)
    {
        int first = Known(left);
        int other = Known(right);
        return first > 0 && other > 0 ? first == other : FirstOf(left) == FirstOf(right);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PathId Enter(PathId path)
    {
        lock (_gate)
        {
            _unknown.Clear();
            PathId above = path;
            int first = 0;
            while (above != PathId.None && (first = Known(above)) == 0)
            {
                _unknown.Add(above);
                above = tree.Parent(above);
            }

            // From the top down, since a node is identified by the first equal path of its parent and by its name.
            PathId standsFor = above == PathId.None ? PathId.None : new PathId(first - 1);
            for (int i = _unknown.Count - 1; i >= 0; i--)
            {
                standsFor = FindOrAdd(standsFor, _unknown[i]);
                Keep(_unknown[i], standsFor);
            }

            return standsFor;
        }
    }

    private PathId FindOrAdd(PathId firstParent, PathId path)
    {
        ReadOnlySpan<byte> name = tree.Name(path);
        int hash = HashCode.Combine(firstParent.Value, CaselessName.GetHash(name));
        int mask = _slots.Length - 1;
        int slot = hash & mask;
        for (; _slots[slot].First >= 0; slot = (slot + 1) & mask)
        {
            var other = new PathId(_slots[slot].First);
            if (_slots[slot].Hash == hash && FirstParentOf(other) == firstParent
                && CaselessName.AreEqual(name, tree.Name(other)))
            {
                return other;
            }
        }

        _slots[slot] = new Slot(hash, path.Value);
        if (++_count * 2 > _slots.Length)
        {
            Grow();
        }

        return path;
    }

    private PathId FirstParentOf(PathId path)
    {
        PathId parent = tree.Parent(path);
        return parent == PathId.None ? parent : new PathId(Known(parent) - 1);
    }

    private void Grow()
    {
        NativeBuffer<Slot> larger = CreateSlots(_slots.Length * 2);
        int mask = larger.Length - 1;
        foreach (Slot slot in _slots.Span)
        {
            if (slot.First >= 0)
            {
                int place = slot.Hash & mask;
                while (larger[place].First >= 0)
                {
                    place = (place + 1) & mask;
                }

                larger[place] = slot;
            }
        }

        _slots.Dispose();
        _slots = larger;
    }

    private void Keep(PathId path, PathId first)
    {
        int chunk = path.Value >> NodeChunk.Shift;
        if (chunk >= _columns.Length || _columns[chunk] is null)
        {
            var column = new NativeBuffer<int>(NodeChunk.Length);
            column.Span.Clear();
            _owned.Add(column);

            // Replaced rather than changed, because other threads may be reading it.
            int*[] columns = new int*[Math.Max(_columns.Length, chunk + 1)];
            Array.Copy(_columns, columns, _columns.Length);
            columns[chunk] = (int*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(column.Span));
            _columns = columns;
        }

        Volatile.Write(ref _columns[chunk][path.Value & (NodeChunk.Length - 1)], first.Value + 1);
    }

    private readonly record struct Slot(int Hash, int First);
}

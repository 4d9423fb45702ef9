using System.Text;
using Doppel.Finding;
using Doppel.Hashing;

namespace Doppel.Benchmarks.Paths;

/// <summary>Finds the id of a path by its text, and adds it where the tree has none.</summary>
/// <remarks>
/// A search needs no such index, for it gets its ids while it lists. Whoever takes paths as text pays for it: a table
/// of four bytes a slot, at most half full, in which a name is looked up below its parent, component by component.
/// </remarks>
internal sealed class PathFinder(PathTree tree, int rootIndex, string root)
{
    private const int TextBytesMax = 4096;

    private readonly byte[] _root = Encoding.UTF8.GetBytes(root);
    private readonly PathId _rootId = tree.AddRoot(rootIndex, Encoding.UTF8.GetBytes(root));
    private int[] _slots = CreateSlots(1 << 10);
    private int _count;

    /// <summary>Bytes of the table.</summary>
    public long MemoryBytes => (long)_slots.Length * sizeof(int);

    /// <summary>The id of a path below the root, found or new.</summary>
    /// <param name="text">The path, at most 4,096 bytes as UTF-8.</param>
    public PathId IdOf(ReadOnlySpan<char> text)
    {
        Span<byte> bytes = stackalloc byte[TextBytesMax];
        ReadOnlySpan<byte> rest = bytes[..Encoding.UTF8.GetBytes(text, bytes)];
        if (!rest.StartsWith(_root))
        {
            throw new ArgumentException("The path does not lie below the root.", nameof(text));
        }

        rest = rest[_root.Length..].TrimStart((byte)'/');
        PathId path = _rootId;
        while (!rest.IsEmpty)
        {
            int cut = rest.IndexOf((byte)'/');
            path = Child(path, cut < 0 ? rest : rest[..cut]);
            rest = cut < 0 ? default : rest[(cut + 1)..];
        }

        return path;
    }

    private static int[] CreateSlots(int count)
    {
        int[] slots = new int[count];
        slots.AsSpan().Fill(-1);
        return slots;
    }

    private PathId Child(PathId parent, ReadOnlySpan<byte> name)
    {
        int slot = SlotOf(_slots, parent, name);
        while (_slots[slot] >= 0)
        {
            var known = new PathId(_slots[slot]);
            if (tree.Parent(known) == parent && tree.Name(known).SequenceEqual(name))
            {
                return known;
            }

            slot = (slot + 1) & (_slots.Length - 1);
        }

        PathId added = tree.Add(parent, name);
        _slots[slot] = added.Value;
        if (++_count * 2 > _slots.Length)
        {
            Grow();
        }

        return added;
    }

    private void Grow()
    {
        int[] larger = CreateSlots(_slots.Length * 2);
        foreach (int value in _slots)
        {
            if (value >= 0)
            {
                var path = new PathId(value);
                int slot = SlotOf(larger, tree.Parent(path), tree.Name(path));
                while (larger[slot] >= 0)
                {
                    slot = (slot + 1) & (larger.Length - 1);
                }

                larger[slot] = value;
            }
        }

        _slots = larger;
    }

    private static int SlotOf(int[] slots, PathId parent, ReadOnlySpan<byte> name) =>
        (int)Xxh3.Hash128(name, (ulong)parent.Value).Low & (slots.Length - 1);
}

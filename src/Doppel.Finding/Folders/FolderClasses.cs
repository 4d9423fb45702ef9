using System.Numerics;
using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Assigns folders to classes. Folders of the same class are equal.</summary>
/// <remarks>
/// Working from the lowest folders up, each folder gets a sum computed from its contents and from the classes of its
/// direct subfolders. The sum only finds candidates; these are then compared entry by entry, so that no result depends
/// on a hash.
/// </remarks>
internal sealed class FolderClasses : IDisposable
{
    private const int None = -1;
    private const ulong FolderBit = 1UL << 32;

    private readonly FolderTable _folders;
    private readonly FolderLeaves _leaves;
    private readonly bool _byName;
    private readonly NativeBuffer<int> _classes;
    private readonly NativeBuffer<ulong> _sums;

    // A hash table of the first folder of each class, by sum. A slot that is taken leads to the next one.
    private readonly NativeBuffer<int> _slots;
    private readonly List<int> _leftClasses = [];
    private readonly List<int> _rightClasses = [];

    internal FolderClasses(FolderTable folders, FolderLeaves leaves, FolderTotals totals, bool byName)
    {
        _folders = folders;
        _leaves = leaves;
        _byName = byName;
        _classes = new NativeBuffer<int>(folders.Count);
        _sums = new NativeBuffer<ulong>(folders.Count);
        _slots = new NativeBuffer<int>(1 << (BitOperations.Log2((uint)folders.Count | 1) + 2));
        _slots.Span.Fill(None);
        _sums.Span.Clear();
        for (int folder = folders.Count - 1; folder >= 0; folder--)
        {
            _classes[folder] = None;
            if (totals.IsMatched(folder))
            {
                AddLeaves(folder);
                _classes[folder] = ClassOf(folder);
                AddToParent(folder);
            }
        }
    }

    /// <summary>Gets the folder that represents the class of another folder, or -1 if no folder can equal it.</summary>
    internal int this[int folder] => _classes[folder];

    public void Dispose()
    {
        _classes.Dispose();
        _sums.Dispose();
        _slots.Dispose();
    }

    private void AddLeaves(int folder)
    {
        ulong sum = 0;
        for (int leaf = _leaves.StartOf(folder); leaf < _leaves.StartOf(folder + 1); leaf++)
        {
            sum += Mix((uint)_leaves.ContentOf(leaf), _byName ? _leaves.NameOf(leaf) : default);
        }

        _sums[folder] += sum;
    }

    private void AddToParent(int folder)
    {
        if (_folders.ParentOf(folder) is var parent and >= 0)
        {
            _sums[parent] += Mix(
                FolderBit | (uint)_classes[folder], _byName ? _folders.NameOf(folder) : default);
        }
    }

    // The sum does not depend on the order of its parts.
    private static ulong Mix(ulong content, ReadOnlySpan<byte> name)
    {
        ulong mixed = (content + 1) * 0x9E37_79B9_7F4A_7C15;
        mixed ^= name.IsEmpty ? 0 : Xxh3.Hash128(name).Low;
        mixed = (mixed ^ (mixed >> 32)) * 0xD6E8_FEB8_6659_FD93;
        return mixed ^ (mixed >> 29);
    }

    private int ClassOf(int folder)
    {
        int mask = _slots.Length - 1;
        int slot = (int)(_sums[folder] * 0x9E37_79B9_7F4A_7C15 >> 33) & mask;
        for (; _slots[slot] != None; slot = (slot + 1) & mask)
        {
            int first = _slots[slot];
            if (_sums[first] == _sums[folder] && AreEqual(first, folder))
            {
                return first;
            }
        }

        return _slots[slot] = folder;
    }

    private bool AreEqual(int left, int right)
    {
        int start = _leaves.StartOf(left);
        int other = _leaves.StartOf(right);
        int count = _leaves.StartOf(left + 1) - start;
        if (_leaves.StartOf(right + 1) - other != count)
        {
            return false;
        }

        for (int i = 0; i < count; i++)
        {
            if (_leaves.ContentOf(start + i) != _leaves.ContentOf(other + i)
                || (_byName && !_leaves.NameOf(start + i).SequenceEqual(_leaves.NameOf(other + i))))
            {
                return false;
            }
        }

        return _byName ? AreSubfoldersEqual(left, right) : HoldSameClasses(left, right);
    }

    // Subfolders are in name order.
    private bool AreSubfoldersEqual(int left, int right)
    {
        int a = left + 1;
        int b = right + 1;
        while (a < _folders.EndOf(left) && b < _folders.EndOf(right))
        {
            if (_classes[a] != _classes[b] || !_folders.NameOf(a).SequenceEqual(_folders.NameOf(b)))
            {
                return false;
            }

            a = _folders.EndOf(a);
            b = _folders.EndOf(b);
        }

        return a == _folders.EndOf(left) && b == _folders.EndOf(right);
    }

    private bool HoldSameClasses(int left, int right)
    {
        CollectClasses(left, _leftClasses);
        CollectClasses(right, _rightClasses);
        return _leftClasses.SequenceEqual(_rightClasses);
    }

    private void CollectClasses(int folder, List<int> classes)
    {
        classes.Clear();
        for (int below = folder + 1; below < _folders.EndOf(folder); below = _folders.EndOf(below))
        {
            classes.Add(_classes[below]);
        }

        classes.Sort();
    }
}

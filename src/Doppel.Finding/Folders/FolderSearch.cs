using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>
/// Finds redundant folders, largest first. Each step treats the folders found before as already removed.
/// </summary>
/// <remarks>
/// Nothing is therefore found inside a folder that was removed, and every content keeps a name: the one in the folder
/// that stays.
/// </remarks>
internal sealed class FolderSearch : IDisposable
{
    private readonly PathTree _tree;
    private readonly FolderTable _folders;
    private readonly FolderLeaves _leaves;
    private readonly FolderTotals _totals;
    private readonly FolderClasses _classes;
    private readonly ContainerSearch _containers;
    private readonly ContentNames _names;
    private readonly FindOptions _options;

    // The folders below reference roots are the first ones. They never go.
    private readonly int _referenceEnd;

    // The find that removes each folder, counted from 1; 0 for a folder that stays, Unasked if not yet determined.
    private readonly NativeBuffer<int> _goneBy;
    // Bytes below a folder that are not in any folder that has an equal, ignoring whether the folder itself has one.
    private readonly NativeBuffer<long> _looseBytes;
    private readonly NativeList<FolderFind> _finds = new();
    private readonly NativeList<int> _members = new();
    private readonly PriorityQueue<Work, Work> _work = new();

    internal FolderSearch(
        PathTree tree, FolderTable folders, FolderLeaves leaves, FolderTotals totals, FolderClasses classes,
        ContentNames names, FindOptions options)
    {
        (_tree, _folders, _leaves, _totals) = (tree, folders, leaves, totals);
        (_classes, _names, _options) = (classes, names, options);
        while (_referenceEnd < folders.Count && RootOf(_referenceEnd) < options.References)
        {
            _referenceEnd++;
        }

        _containers = new ContainerSearch(folders, leaves, totals, names, options, _referenceEnd);
        _goneBy = new NativeBuffer<int>(folders.Count);
        _goneBy.Span.Fill(Unasked);
        _looseBytes = new NativeBuffer<long>(folders.Count);
    }

    private static int Unasked => -1;

    /// <summary>Gets the finds, largest first by the measure that the search used.</summary>
    internal NativeList<FolderFind> Finds => _finds;

    /// <summary>
    /// Gets the folders of all finds, those of one find in order; a container precedes the folder it contains.
    /// </summary>
    internal NativeList<int> Members => _members;

    public void Dispose()
    {
        _containers.Dispose();
        _goneBy.Dispose();
        _looseBytes.Dispose();
        _finds.Dispose();
        _members.Dispose();
    }

    internal void Run()
    {
        using NativeList<int> equal = EqualFolders();
        using var hasEqual = new NativeBits(_folders.Count);
        for (int first = 0; first < equal.Count;)
        {
            int end = first + 1;
            while (end < equal.Count && _classes[equal[end]] == _classes[equal[first]])
            {
                end++;
            }

            if (AreRequested(equal.Span[first..end]))
            {
                Add(new Work(_totals.EntriesOf(equal[first]), equal[first], first, end - first, 0));
                foreach (int folder in equal.Span[first..end])
                {
                    hasEqual.Set(folder);
                }
            }

            first = end;
        }

        CountLooseBytes(hasEqual);

        foreach (int folder in _containers.Candidates())
        {
            AddCandidate(folder, 0);
        }

        while (_work.TryDequeue(out Work work, out _))
        {
            if (work.Count > 0)
            {
                TakeEqual(equal.Span.Slice(work.First, work.Count));
            }
            else
            {
                TakeContained(work);
            }
        }
    }

    /// <summary>Returns the find that removes a folder and everything below it, or -1 if the folder stays.</summary>
    internal int GoneBy(int folder)
    {
        // Start from the nearest ancestor whose answer is known and fill in the folders below it.
        int known = folder;
        while (known >= 0 && _goneBy[known] == Unasked)
        {
            known = _folders.ParentOf(known);
        }

        int find = known >= 0 ? _goneBy[known] : 0;
        for (int below = folder; below != known; below = _folders.ParentOf(below))
        {
            _goneBy[below] = find;
        }

        return find - 1;
    }

    // If everything in a folder is in subfolders that have an equal, reporting those says more than reporting that the
    // folder is contained in another one.
    private void CountLooseBytes(NativeBits hasEqual)
    {
        _looseBytes.Span.Clear();
        for (int folder = _folders.Count - 1; folder >= 0; folder--)
        {
            // The subfolders have already been subtracted.
            _looseBytes[folder] += _totals.BytesOf(folder);
            if (_folders.ParentOf(folder) is var parent and >= 0)
            {
                _looseBytes[parent] -= _totals.BytesOf(folder) - (hasEqual[folder] ? 0 : _looseBytes[folder]);
            }
        }
    }

    // Folders of at least one byte that have an equal, by class, with each class in folder order.
    private NativeList<int> EqualFolders()
    {
        using var sizes = new NativeBuffer<int>(_folders.Count);
        sizes.Span.Clear();
        for (int folder = 0; folder < _folders.Count; folder++)
        {
            if (_classes[folder] >= 0 && _totals.BytesOf(folder) > 0)
            {
                sizes[_classes[folder]]++;
            }
        }

        int count = 0;
        foreach (ref int size in sizes.Span)
        {
            (size, count) = (size > 1 ? count : Unasked, count + (size > 1 ? size : 0));
        }

        var equal = new NativeList<int>();
        equal.AddRange(new int[count]);
        for (int folder = 0; folder < _folders.Count; folder++)
        {
            if (_classes[folder] is var number and >= 0 && sizes[number] >= 0 && _totals.BytesOf(folder) > 0)
            {
                equal[sizes[number]++] = folder;
            }
        }

        return equal;
    }

    private void TakeEqual(ReadOnlySpan<int> equal)
    {
        int first = _members.Count;
        foreach (int folder in equal)
        {
            if (GoneBy(folder) < 0)
            {
                _members.Add(folder);
            }
        }

        int count = _members.Count - first;
        if (count < 2 || !AreRequested(_members.Span[first..]))
        {
            _members.Cut(first);
            return;
        }

        _finds.Add(new FolderFind(first, count, false));
        for (int i = first + 1; i < first + count; i++)
        {
            if (_members[i] >= _referenceEnd)
            {
                LetGo(_members[i]);
            }
        }
    }

    private void TakeContained(Work work)
    {
        int folder = work.Folder;
        if (GoneBy(folder) >= 0)
        {
            return;
        }

        if (_looseBytes[folder] > 0 && _containers.ContainerOf(folder) is var container and >= 0)
        {
            _members.Add(container);
            _members.Add(folder);
            _finds.Add(new FolderFind(_members.Count - 2, 2, true));
            LetGo(folder);
            return;
        }

        int below = folder + 1;
        while (work.Level < ContainerSearch.LevelsMax && below < _folders.EndOf(folder))
        {
            AddCandidate(below, work.Level + 1);
            below = _folders.EndOf(below);
        }
    }

    // Folders below have not been considered yet, because they are smaller. Each is found to be removed when its turn
    // comes.
    private void LetGo(int folder)
    {
        _goneBy[folder] = _finds.Count;
        for (int leaf = _leaves.StartOf(folder); leaf < _leaves.StartOf(_folders.EndOf(folder)); leaf++)
        {
            _names.Remove(leaf);
        }
    }

    private void AddCandidate(int folder, int level)
    {
        if (_totals.BytesOf(folder) > 0)
        {
            Add(new Work(_totals.EntriesOf(folder), folder, 0, 0, level));
        }
    }

    private void Add(Work work) => _work.Enqueue(work, work);

    // Folders of a set are in order.
    private bool AreRequested(ReadOnlySpan<int> folders)
    {
        if (_options.References > 0)
        {
            return folders[0] < _referenceEnd && folders[^1] >= _referenceEnd;
        }

        return !_options.Isolate || RootOf(folders[0]) != RootOf(folders[^1]);
    }

    private int RootOf(int folder) => _tree.RootIndex(_folders.PathOf(folder));

    /// <summary>A set of identical folders, or if the count is 0, one that may be contained in another one.</summary>
    private readonly record struct Work(long Entries, int Folder, int First, int Count, int Level) : IComparable<Work>
    {
        // A folder holds more entries than any folder below it. Among folders of the same size, equal ones come first.
        // Among those that may contain each other the last comes first, so that the first one stays.
        public int CompareTo(Work other)
        {
            if (Entries != other.Entries)
            {
                return other.Entries.CompareTo(Entries);
            }

            if ((Count == 0) != (other.Count == 0))
            {
                return (Count == 0).CompareTo(other.Count == 0);
            }

            return Count == 0 ? other.Folder.CompareTo(Folder) : Folder.CompareTo(other.Folder);
        }
    }
}

/// <summary>Folders of which all but one are redundant: identical ones, or one that another folder contains.</summary>
/// <param name="First">The index of the first folder among the members; this folder stays.</param>
/// <param name="Count">The number of folders.</param>
/// <param name="IsContained">
/// Whether this is a pair whose second folder is contained in the first, rather than a set of identical folders.
/// </param>
internal readonly record struct FolderFind(int First, int Count, bool IsContained);

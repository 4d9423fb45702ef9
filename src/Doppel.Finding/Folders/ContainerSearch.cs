using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Finds a folder that holds all the contents of another folder.</summary>
/// <remarks>
/// A folder can be contained in another one only if each of its contents has a name outside of it. This is determined
/// for all folders at once: all names of a content lie below the lowest folder that contains both its first and its
/// last name. The rarest content of a folder then shows where to look. From each of its places the search climbs to the
/// lowest folder that holds everything.
/// </remarks>
internal sealed class ContainerSearch : IDisposable
{
    /// <summary>
    /// The number of levels searched below the topmost folder that could be contained in another one.
    /// </summary>
    internal const int LevelsMax = 32;

    /// <summary>The number of places of the rarest content that are examined.</summary>
    internal const int PlacesMax = 16;

    private readonly FolderTable _folders;
    private readonly FolderLeaves _leaves;
    private readonly FolderTotals _totals;
    private readonly ContentNames _names;
    private readonly FindOptions _options;
    private readonly int _referenceEnd;

    // For each folder, one of its ancestors, chosen so that any ancestor can be reached in a logarithmic number of
    // steps.
    private readonly NativeBuffer<int> _jumps;

    /// <summary>Initializes the search.</summary>
    /// <param name="folders">The folders.</param>
    /// <param name="leaves">The names of contents in them.</param>
    /// <param name="totals">What each folder holds.</param>
    /// <param name="names">The names of each content that have not been removed.</param>
    /// <param name="options">Which roots count.</param>
    /// <param name="referenceEnd">
    /// The number of first folders that are below references. If there are any, only they can contain others.
    /// </param>
    internal ContainerSearch(
        FolderTable folders, FolderLeaves leaves, FolderTotals totals, ContentNames names, FindOptions options,
        int referenceEnd)
    {
        (_folders, _leaves) = (folders, leaves);
        (_totals, _names) = (totals, names);
        (_options, _referenceEnd) = (options, referenceEnd);
        _jumps = new NativeBuffer<int>(folders.Count);
        using var depths = new NativeBuffer<int>(folders.Count);
        for (int folder = 0; folder < folders.Count; folder++)
        {
            SetJump(folder, depths.Span);
        }
    }

    public void Dispose() => _jumps.Dispose();

    /// <summary>Returns the topmost folders whose every content also has a name elsewhere.</summary>
    internal List<int> Candidates()
    {
        // Folders that hold all names of some content. Every folder above such a folder does too.
        using var holdsAll = new NativeBuffer<bool>(_folders.Count);
        holdsAll.Span.Clear();
        for (int content = 0; content < _leaves.Contents; content++)
        {
            if (_names.CountOf(content) > 0 && LowestAbove(content) is var lowest and >= 0)
            {
                holdsAll[lowest] = true;
            }
        }

        for (int folder = _folders.Count - 1; folder >= 0; folder--)
        {
            if (holdsAll[folder] && _folders.ParentOf(folder) is var parent and >= 0)
            {
                holdsAll[parent] = true;
            }
        }

        List<int> candidates = [];
        for (int folder = 0; folder < _folders.Count;)
        {
            bool could = folder >= _referenceEnd && _totals.IsMatched(folder) && !holdsAll[folder];
            if (could)
            {
                candidates.Add(folder);
            }

            folder = could ? _folders.EndOf(folder) : folder + 1;
        }

        return candidates;
    }

    /// <summary>
    /// Returns the lowest folder, along one of the examined paths, that holds everything a folder holds; -1 if there is
    /// none.
    /// </summary>
    internal int ContainerOf(int folder)
    {
        int rarest = RarestOf(folder);
        int places = 0;
        for (int leaf = rarest < 0 ? -1 : _names.NextOf(rarest, 0); leaf >= 0 && places < PlacesMax;)
        {
            int place = _leaves.FolderOf(leaf);
            if (EndOfOwn(folder, place) is var end and >= 0)
            {
                leaf = _names.NextOf(rarest, end);
                continue;
            }

            if (TryHold(folder, place, out int highest))
            {
                return highest;
            }

            // No other place below this folder could do better.
            leaf = _names.NextOf(rarest, EndOf(highest));
            places++;
        }

        return -1;
    }

    // Returns where to continue if a place does not count as another place: it is in the folder itself, directly in one
    // of its ancestors, or, if the roots must differ, below the same root, or outside the references if there are any.
    // Returns -1 if the place counts.
    private int EndOfOwn(int folder, int place)
    {
        if (_options.Isolate && RootOf(folder) is var root && RootOf(place) == root)
        {
            return EndOf(root);
        }

        if (_options.References > 0 && place >= _referenceEnd)
        {
            return EndOf(RootOf(place));
        }

        if (_folders.IsWithin(place, folder))
        {
            return EndOf(folder);
        }

        return _folders.IsWithin(folder, place) ? _leaves.StartOf(place + 1) : -1;
    }

    private int RootOf(int folder)
    {
        while (_folders.ParentOf(folder) is var parent and >= 0)
        {
            folder = _jumps[folder] != folder ? _jumps[folder] : parent;
        }

        return folder;
    }

    private int EndOf(int folder) => _leaves.StartOf(_folders.EndOf(folder));

    // Returns the content with the fewest names, or -1 if a content has none outside the folder.
    private int RarestOf(int folder)
    {
        int rarest = -1;
        for (int leaf = _leaves.StartOf(folder); leaf < EndOf(folder); leaf++)
        {
            int content = _leaves.ContentOf(leaf);
            int first = _names.NextOf(content, 0);
            bool isOutside = first >= 0 && first < _leaves.StartOf(folder);
            if (!isOutside && _names.NextOf(content, EndOf(folder)) < 0)
            {
                return -1;
            }

            if (rarest < 0 || _names.CountOf(content) < _names.CountOf(rarest))
            {
                rarest = content;
            }
        }

        return rarest;
    }

    // Climbs until everything is held. Fails on reaching an ancestor of the folder itself; "highest" is then the last
    // folder before that.
    private bool TryHold(int folder, int place, out int highest)
    {
        highest = place;
        for (int leaf = _leaves.StartOf(folder); leaf < EndOf(folder); leaf++)
        {
            int content = _leaves.ContentOf(leaf);
            while (_names.NextOf(content, _leaves.StartOf(highest)) is var next && (next < 0 || next >= EndOf(highest)))
            {
                int above = _folders.ParentOf(highest);
                if (above < 0 || _folders.IsWithin(folder, above))
                {
                    return false;
                }

                highest = above;
            }
        }

        return true;
    }

    // Returns the lowest folder that contains all names of a content, or -1 if they lie below several roots.
    private int LowestAbove(int content)
    {
        int last = _names.LastOf(content);
        int folder = _leaves.FolderOf(_names.FirstOf(content));
        while (folder >= 0 && EndOf(folder) <= last)
        {
            folder = EndOf(_jumps[folder]) <= last && _jumps[folder] != folder
                ? _jumps[folder]
                : _folders.ParentOf(folder);
        }

        return folder;
    }

    private void SetJump(int folder, Span<int> depths)
    {
        int parent = _folders.ParentOf(folder);
        if (parent < 0)
        {
            _jumps[folder] = folder;
            depths[folder] = 0;
            return;
        }

        int jump = _jumps[parent];
        depths[folder] = depths[parent] + 1;
        bool isBalanced = depths[parent] - depths[jump] == depths[jump] - depths[_jumps[jump]];
        _jumps[folder] = isBalanced ? _jumps[jump] : parent;
    }
}

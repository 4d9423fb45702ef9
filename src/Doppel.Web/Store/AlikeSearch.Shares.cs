namespace Doppel.Web;

/// <content>Finds the folders that share many files with another one.</content>
internal sealed partial class AlikeSearch
{
    private void FindShares()
    {
        var pairs = new Dictionary<(int, int), (int First, int Second, double Share)>();
        IReadOnlyList<int> nodes = _contents.NodesInOrder;
        for (int at = 0; at < nodes.Count;)
        {
            int node = nodes[at];
            at = _whole.Contains(node) ? _contents.EndOf(node) : at + 1;
            if (!_whole.Contains(node) && IsInRoots(node) && TryShare(node) is { } pair)
            {
                (int, int) key = Ordered(pair.First, pair.Second);
                if (!pairs.TryGetValue(key, out (int, int, double Share) known) || known.Share < pair.Share)
                {
                    pairs[key] = pair;
                }
            }
        }

        var untold = pairs.Where(pair => !IsTold(
            LowestSharing(pair.Value.First, pair.Value.Second), pair.Value.Second, _told)).ToList();
        HashSet<(int First, int Second)> all = [.. untold.Select(static pair => pair.Key)];
        foreach ((_, (int first, int second, _)) in untold)
        {
            if (!IsTold(first, second, all, isItselfLeftOut: true))
            {
                Add(AlikeKind.Shares, [first, second],
                    [.. DistinctIn(first).Where(content => _contents.Holds(second, content))]);
            }
        }
    }

    private (int First, int Second, double Share)? TryShare(int node)
    {
        int outside = 0;
        foreach (int content in _contents.NamesIn(node))
        {
            outside += _contents.IsOutside(node, content) ? 1 : 0;
        }

        long files = outside == 0 ? 0 : _countFiles(node, 2L * outside);
        files = files < 0 ? outside : files;
        if (outside == 0 || files > 2L * outside || MostSharing(node) is not (>= 0 and int other))
        {
            return null;
        }

        int shared = _contents.CountShared(node, other);
        return 2L * shared >= files ? (node, other, (double)shared / files) : null;
    }

    // The lowest folder beside another one that has most of its files; the first one of several.
    private int MostSharing(int node)
    {
        var touched = new List<int>();
        foreach ((int content, int names) in CountNames(node))
        {
            ReadOnlySpan<int> places = _contents.PlacesOf(content);
            _turn++;
            for (int i = places.Length > NamesMax ? places.Length : 0; i < places.Length; i++)
            {
                if (IsOutside(node, places[i]))
                {
                    CountAbove(_contents.NodesInOrder[places[i]], node, names, touched);
                }
            }
        }

        int best = NoFolder;
        foreach (int one in touched.OrderBy(_contents.StartOf))
        {
            bool isBetter = best == NoFolder || _counts[one] > _counts[best]
                || (_counts[one] == _counts[best] && _contents.IsWithin(one, best));
            best = isBetter ? one : best;
        }

        touched.ForEach(one => _counts[one] = 0);
        return best;
    }

    // A content counts once for each folder.
    private void CountAbove(int folder, int node, int names, List<int> touched)
    {
        while (folder != NoFolder && _turns[folder] != _turn && !_contents.IsWithin(node, folder))
        {
            if (_counts[folder] == 0)
            {
                touched.Add(folder);
            }

            _turns[folder] = _turn;
            _counts[folder] += names;
            folder = Above(folder);
        }
    }

    private Dictionary<int, int> CountNames(int node)
    {
        var names = new Dictionary<int, int>();
        foreach (int content in _contents.NamesIn(node))
        {
            names[content] = names.GetValueOrDefault(content) + 1;
        }

        return names;
    }

    // The lowest folder with all files of a folder that another one has too.
    private int LowestSharing(int node, int other)
    {
        (int first, int last) = (int.MaxValue, -1);
        foreach (int content in _contents.NamesIn(node))
        {
            if (_contents.Holds(other, content))
            {
                foreach (int place in _contents.PlacesOf(content))
                {
                    (first, last) = IsOutside(node, place)
                        ? (first, last)
                        : (Math.Min(first, place), Math.Max(last, place));
                }
            }
        }

        int lowest = _contents.NodesInOrder[first];
        while (last >= _contents.EndOf(lowest))
        {
            lowest = _tree.ParentOf(lowest);
        }

        return lowest;
    }

    // Whether both folders are in those of a pair.
    private bool IsTold(int first, int second, HashSet<(int First, int Second)> pairs, bool isItselfLeftOut = false)
    {
        for (int one = first; one != NoFolder; one = Above(one))
        {
            if (_elsewhere.Contains(one))
            {
                return true;
            }

            for (int other = second; other != NoFolder; other = Above(other))
            {
                if (_elsewhere.Contains(other) || (pairs.Contains(Ordered(one, other))
                    && !(isItselfLeftOut && one == first && other == second)))
                {
                    return true;
                }
            }
        }

        return false;
    }
}

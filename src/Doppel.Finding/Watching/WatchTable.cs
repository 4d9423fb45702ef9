namespace Doppel.Finding;

/// <summary>Says which folders each watch is for. Almost all watches are for one.</summary>
/// <remarks>
/// A watch belongs to an inode: a folder that two paths lead to has one watch, and so has a file with names in several
/// folders. Not thread-safe.
/// </remarks>
internal sealed class WatchTable
{
    private readonly Dictionary<int, int> _first = [];
    private readonly Dictionary<int, List<int>> _others = [];

    /// <summary>Gets the number of watches.</summary>
    internal int Count => _first.Count;

    /// <summary>Adds a folder to a watch.</summary>
    /// <returns>Whether it was not there before.</returns>
    internal bool Add(int watch, int folder)
    {
        if (_first.TryAdd(watch, folder))
        {
            return true;
        }

        if (_first[watch] == folder || (_others.TryGetValue(watch, out List<int>? others) && others.Contains(folder)))
        {
            return false;
        }

        if (others is null)
        {
            _others.Add(watch, others = []);
        }

        others.Add(folder);
        return true;
    }

    /// <summary>Removes a folder from a watch.</summary>
    /// <returns>Whether the watch is for no folder any more.</returns>
    internal bool Remove(int watch, int folder)
    {
        if (!_first.TryGetValue(watch, out int first))
        {
            return false;
        }

        _others.TryGetValue(watch, out List<int>? others);
        if (first != folder)
        {
            others?.Remove(folder);
        }
        else if (others is { Count: > 0 })
        {
            _first[watch] = others[^1];
            others.RemoveAt(others.Count - 1);
        }
        else
        {
            _first.Remove(watch);
            _others.Remove(watch);
            return true;
        }

        return false;
    }

    internal IEnumerable<int> FoldersOf(int watch)
    {
        if (!_first.TryGetValue(watch, out int first))
        {
            yield break;
        }

        yield return first;
        foreach (int other in _others.GetValueOrDefault(watch) ?? [])
        {
            yield return other;
        }
    }

    /// <summary>Removes everything.</summary>
    internal void Clear()
    {
        _first.Clear();
        _others.Clear();
    }
}

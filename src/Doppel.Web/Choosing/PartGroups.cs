using Doppel.Reports;

namespace Doppel.Web;

/// <summary>
/// Knows which groups are parts of another one, because each of their copies is a companion of a copy there: the JPEG
/// files of raw photos, the films of live photos, sidecars. Media with different tags are a group of their own, so that
/// their tags can be compared.
/// </summary>
/// <remarks>One thread at a time may use it.</remarks>
internal sealed class PartGroups(GroupStore store)
{
    // The files that the copies of a group belong to, for each group of companions alone.
    private readonly Dictionary<int, HashSet<ReportName>> _mains = [];
    private Dictionary<int, int> _wholes = [];
    private ILookup<int, int> _parts = Array.Empty<int>().ToLookup(static group => group);
    private bool _isOutdated;

    /// <summary>Gets the number of groups that are parts of another one.</summary>
    internal int Count => _wholes.Count;

    /// <summary>Sets the files that the copies of a group belong to; none if it is not a group of companions.</summary>
    internal void Set(int group, IEnumerable<ReportName> mains)
    {
        HashSet<ReportName> now = [.. mains];
        if (!now.SetEquals(_mains.GetValueOrDefault(group, [])))
        {
            _isOutdated = true;
            _mains[group] = now;
        }
    }

    /// <summary>Finds the groups of the files that were set. Until then, the answers are the earlier ones.</summary>
    internal void Join()
    {
        if (!_isOutdated)
        {
            return;
        }

        Dictionary<ReportName, int> found = GroupsOf([.. _mains.Values.SelectMany(static mains => mains)]);
        Dictionary<int, int> next = [];
        foreach ((int part, HashSet<ReportName> mains) in _mains)
        {
            int[] groups = [.. mains.Select(main => found.GetValueOrDefault(main, -1)).Distinct()];
            if (groups is [>= 0 and int whole] && whole != part && store.TwinFormatOf(part) is null)
            {
                next[part] = whole;
            }
        }

        // The sidecar of the JPEG of a raw photo belongs to the raw photo.
        _wholes = next.Keys.Select(part => (Part: part, Top: TopOf(part, next)))
            .Where(one => !next.ContainsKey(one.Top)).ToDictionary(static one => one.Part, static one => one.Top);
        _parts = _wholes.ToLookup(static one => one.Value, static one => one.Key);
        _isOutdated = false;
    }

    /// <summary>Returns the group that a group is a part of; null if it is none.</summary>
    internal int? WholeOf(int group) => _wholes.TryGetValue(group, out int whole) ? whole : null;

    /// <summary>Returns the parts of a group.</summary>
    internal IEnumerable<int> PartsOf(int group) => _parts[group];

    private static int TopOf(int part, Dictionary<int, int> next)
    {
        int top = part;
        for (int steps = 0; steps < next.Count && next.TryGetValue(top, out int above); steps++)
        {
            top = above;
        }

        return top;
    }

    // A companion is in the folder of its file, so only those folders are looked through.
    private Dictionary<ReportName, int> GroupsOf(HashSet<ReportName> files)
    {
        Dictionary<ReportName, int> found = [];
        bool[] folders = new bool[store.Names.FolderCount];
        foreach (int group in _mains.Where(static one => one.Value.Count > 0).Select(static one => one.Key))
        {
            foreach (int name in store.CopiesOf(group).All().SelectMany(copy => store.NamesOf(copy).All()))
            {
                folders[store.Names.FolderOf(name)] = true;
            }
        }

        for (int copy = 0; copy < store.Copies; copy++)
        {
            foreach (int name in store.NamesOf(copy).All().Where(name => folders[store.Names.FolderOf(name)]))
            {
                ReportName path = store.Names.PathOf(name);
                if (files.Contains(path))
                {
                    found.TryAdd(path, store.GroupOf(copy));
                }
            }
        }

        return found;
    }
}

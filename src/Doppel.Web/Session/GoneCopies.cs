using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>Remembers the copies that runs of this session have acted on, and what was done with each.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class GoneCopies
{
    private readonly Dictionary<ReportName, int> _names = [];
    private readonly Dictionary<int, ActionKind> _actions = [];

    internal IReadOnlyCollection<int> Copies => _actions.Keys;

    /// <summary>Returns the copies that an action was applied to.</summary>
    internal IEnumerable<int> By(ActionKind action) =>
        _actions.Where(one => one.Value == action).Select(static one => one.Key);

    /// <summary>Returns what was done with a copy; null if nothing was.</summary>
    internal ActionKind? ActionOf(int copy) => _actions.TryGetValue(copy, out ActionKind action) ? action : null;

    /// <summary>Adds a copy.</summary>
    /// <param name="name">The name that tells that it is back.</param>
    /// <param name="copy">Its number.</param>
    /// <param name="action">What was done.</param>
    internal void Add(ReportName name, int copy, ActionKind action) =>
        (_names[name], _actions[copy]) = (copy, action);

    /// <summary>Removes the copies that are back.</summary>
    /// <returns>Their numbers.</returns>
    internal IReadOnlyCollection<int> Restore(IEnumerable<ReportName> names)
    {
        var copies = new List<int>();
        foreach (ReportName name in names)
        {
            if (_names.Remove(name, out int copy))
            {
                _actions.Remove(copy);
                copies.Add(copy);
            }
        }

        return copies;
    }

    /// <summary>Forgets all copies.</summary>
    internal void Clear()
    {
        _names.Clear();
        _actions.Clear();
    }
}

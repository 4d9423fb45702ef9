using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Decides which names of a run an undo restores.</summary>
/// <param name="only">
/// The absolute paths of the files and folders to restore, with everything below them. Empty restores everything.
/// </param>
internal sealed class UndoScope(IReadOnlyList<ReportName> only)
{
    private readonly HashSet<ReportName> _unmatched = [.. only];

    /// <summary>Gets whether the undo is limited.</summary>
    internal bool IsPart => only.Count > 0;

    /// <summary>Gets the paths at or below which no name has been found yet.</summary>
    internal IReadOnlyCollection<ReportName> Unmatched => _unmatched;

    /// <summary>Returns whether a name is restored.</summary>
    internal bool Contains(ReportName name)
    {
        bool isContained = !IsPart;
        foreach (ReportName path in only)
        {
            if (PlanPaths.IsAtOrBelow(name.Bytes, path.Bytes))
            {
                _unmatched.Remove(path);
                isContained = true;
            }
        }

        return isContained;
    }

    /// <summary>Returns whether a folder is restored or contains a path that is.</summary>
    internal bool Needs(ReportName folder) =>
        Contains(folder) || only.Any(path => PlanPaths.IsAtOrBelow(path.Bytes, folder.Bytes));
}

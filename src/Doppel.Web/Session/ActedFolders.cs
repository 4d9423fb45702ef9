using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>Finds out from the results of a run which folders of its plan it has dealt with.</summary>
internal sealed class ActedFolders
{
    private readonly Dictionary<ReportName, PlanFolder> _planned;
    private readonly HashSet<ReportName> _begun = [];
    private readonly HashSet<ReportName> _failed = [];

    /// <summary>Begins with the folders of a plan.</summary>
    internal ActedFolders(IEnumerable<PlanFolder> folders) =>
        _planned = folders.ToDictionary(static folder => folder.Name);

    /// <summary>Gets the folders with results of which none is a problem.</summary>
    internal IEnumerable<PlanFolder> Done => _begun.Except(_failed).Select(name => _planned[name]);

    /// <summary>Adds the result for a name.</summary>
    internal void Add(ActResult result)
    {
        for (ReportName path = result.Name; _planned.Count > 0 && !path.IsEmpty; path = FolderBoard.Above(path))
        {
            if (_planned.ContainsKey(path))
            {
                (result.Status is ActStatus.Done or ActStatus.Idle ? _begun : _failed).Add(path);
            }
        }
    }
}

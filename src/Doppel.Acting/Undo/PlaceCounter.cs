using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Counts names by the root that they are below.</summary>
internal sealed class PlaceCounter(IReadOnlyList<ReportName> roots)
{
    private readonly long[] _names = new long[roots.Count];
    private ReportName _elsewhere;
    private long _namesElsewhere;

    /// <summary>Counts a name below the deepest root that contains it.</summary>
    internal void Add(ReportName name)
    {
        int best = -1;
        for (int i = 0; i < roots.Count; i++)
        {
            bool isDeeper = best < 0 || roots[i].Bytes.Length > roots[best].Bytes.Length;
            best = isDeeper && PlanPaths.IsAtOrBelow(name.Bytes, roots[i].Bytes) ? i : best;
        }

        if (best >= 0)
        {
            _names[best]++;
            return;
        }

        _elsewhere = _namesElsewhere == 0 ? PlanPaths.FolderOf(name) : PlanPaths.CommonFolder(_elsewhere, name);
        _namesElsewhere++;
    }

    /// <summary>Returns the places with at least one name, in the order of the roots.</summary>
    internal IReadOnlyList<UndoPlace> Places() =>
    [
        .. roots.Select((root, i) => new UndoPlace(root, _names[i])).Append(new UndoPlace(_elsewhere, _namesElsewhere))
            .Where(static place => place.Names > 0),
    ];
}

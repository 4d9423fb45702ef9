using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Counts names by the root that they are below.</summary>
internal sealed class PlaceCounter
{
    private readonly UndoPlace[] _places;
    private UndoPlace _elsewhere;

    internal PlaceCounter(IReadOnlyList<ReportName> roots) =>
        _places = [.. roots.Select(static root => new UndoPlace(root, 0))];

    /// <summary>Counts a name below the deepest root that contains it.</summary>
    internal void Add(ReportName name, bool isFolder, bool isLink)
    {
        int best = -1;
        for (int i = 0; i < _places.Length; i++)
        {
            ReadOnlySpan<byte> root = _places[i].Path.Bytes;
            bool isDeeper = best < 0 || root.Length > _places[best].Path.Bytes.Length;
            best = isDeeper && PlanPaths.IsAtOrBelow(name.Bytes, root) ? i : best;
        }

        if (best < 0)
        {
            _elsewhere = _elsewhere with
            {
                Path = _elsewhere.Names == 0
                    ? PlanPaths.FolderOf(name)
                    : PlanPaths.CommonFolder(_elsewhere.Path, name),
            };
        }

        ref UndoPlace place = ref best < 0 ? ref _elsewhere : ref _places[best];
        place = place with
        {
            Names = place.Names + 1,
            Folders = place.Folders + (isFolder ? 1 : 0),
            Links = place.Links + (isLink ? 1 : 0),
        };
    }

    /// <summary>Returns the places with at least one name, in the order of the roots.</summary>
    internal IReadOnlyList<UndoPlace> Places() =>
        [.. _places.Append(_elsewhere).Where(static place => place.Names > 0)];
}

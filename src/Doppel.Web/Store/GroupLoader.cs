using Doppel.Reports;

namespace Doppel.Web;

/// <summary>
/// Fills a store so that every name is in one group. Names that are in a group of media are left out of the groups of
/// identical files, as plans do.
/// </summary>
/// <param name="toAbsolute">Returns the absolute form of a name.</param>
internal sealed class GroupLoader(Func<ReportName, ReportName> toAbsolute)
{
    private readonly GroupStore _store = new();
    private readonly HashSet<ReportName> _ofMedia = [];

    /// <summary>Adds a group of media. They must be added first.</summary>
    internal void Add(ReportMediaGroup group)
    {
        ReportMediaCopy[] copies = [.. group.Copies.Where(copy => !IsAnyOfMedia(copy.Copy))];
        if (copies.Length < 2)
        {
            return;
        }

        _ofMedia.UnionWith(copies.SelectMany(static copy => copy.Copy.Names));
        _store.Add(group with { Copies = copies }, toAbsolute);
    }

    /// <summary>Adds a group of identical files.</summary>
    internal void Add(ReportGroup group)
    {
        if (_ofMedia.Count == 0 || !group.Copies.Any(IsAnyOfMedia))
        {
            _store.Add(OnDisks(group), toAbsolute);
            return;
        }

        ReportCopy[] copies = [.. group.Copies.Where(copy => !IsAnyOfMedia(copy))];
        if (copies.Length > 1)
        {
            long redundant = Math.Max(0, group.Size) * (copies.Length - 1);
            _store.Add(
                group with
                {
                    Copies = copies,
                    RedundantBytes = redundant,
                    FreedBytes = GroupStore.FreedBy(copies),
                    Shared = null,
                },
                toAbsolute);
        }
    }

    /// <summary>Returns the store, to which no more is added.</summary>
    internal GroupStore Complete()
    {
        _store.Complete();
        return _store;
    }

    // Reports count every copy on a disk as redundant if there is one on a saved volume. Here, one of them stays.
    private static ReportGroup OnDisks(ReportGroup group)
    {
        ReportCopy[] onDisks = [.. group.Copies.Where(static copy => !ReportSavedVolume.Holds(copy.Names[0]))];
        if (onDisks.Length == 0 || onDisks.Length == group.Copies.Count)
        {
            return group;
        }

        long most = Math.Max(0, group.Size) * (onDisks.Length - 1);
        long? freed = GroupStore.FreedBy(onDisks);
        return group with
        {
            RedundantBytes = Math.Min(group.RedundantBytes, most),
            FreedBytes = freed is { } bytes ? Math.Min(group.FreedBytes ?? bytes, bytes) : null,
        };
    }

    private bool IsAnyOfMedia(ReportCopy copy) => _ofMedia.Count > 0 && copy.Names.Any(_ofMedia.Contains);
}

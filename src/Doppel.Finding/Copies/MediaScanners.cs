using Doppel.Media;

namespace Doppel.Finding;

/// <summary>The scanners of a search, one for each thread and table of copies.</summary>
/// <param name="policy">What counts as payload.</param>
/// <param name="context">The search whose pools provide memory.</param>
internal sealed class MediaScanners(MediaPolicy policy, SearchContext context) : IDisposable
{
    private readonly List<MediaScanner> _all = [];

    internal MediaPolicy Policy => policy;

    internal ReasonTable Reasons { get; } = new();

    /// <summary>Creates the scanners of a search, or returns null if media matching is off.</summary>
    internal static MediaScanners? For(SearchContext context) =>
        context.Options.Media is { } policy ? new MediaScanners(policy, context) : null;

    public void Dispose() => _all.ForEach(static scanner => scanner.Dispose());

    /// <summary>Adds a scanner for the copies of a table and the thread that reads them. Thread-safe.</summary>
    internal MediaScanner Add(CopyTable copies, ContentReader reader)
    {
        lock (_all)
        {
            var scanner = new MediaScanner(_all.Count, copies, reader, policy, Reasons, context);
            _all.Add(scanner);
            return scanner;
        }
    }

    /// <summary>Returns the extents that a scanner stored for a row.</summary>
    internal ReadOnlySpan<PayloadExtent> ExtentsOf(in MediaRow row) =>
        _all[row.ScannerNumber].Extents.Span.Slice(row.FirstExtent, row.Extents);

    /// <summary>Collects the results of one kind from all scanners of a table, and removes them there.</summary>
    internal NativeList<T> Gather<T>(CopyTable copies, Func<MediaScanner, NativeList<T>> listOf)
        where T : unmanaged
    {
        var all = new NativeList<T>();
        foreach (MediaScanner scanner in _all.Where(scanner => scanner.Copies == copies))
        {
            NativeList<T> part = listOf(scanner);
            all.AddRange(part.Span);
            part.Dispose();
        }

        return all;
    }
}

using Doppel.Pooling;

namespace Doppel.Catalog;

/// <summary>Looks for the texts about some files in the runs of a file system.</summary>
internal static class TextSearch
{
    /// <summary>Passes on the texts that no later ones replace.</summary>
    /// <param name="folder">The runs.</param>
    /// <param name="queries">The files, in ascending order of their inode.</param>
    /// <param name="kind">The kind of the texts.</param>
    /// <param name="found">Receives the texts.</param>
    internal static void Find(
        RunFolder folder, ReadOnlySpan<ContentQuery> queries, FactKind kind, TextVisitor found)
    {
        using var places = new NativeBuffer<Place>(queries.Length);
        places.Span.Clear();
        List<RunFile> runs = folder.OpenAll();
        try
        {
            Locate(runs, queries, kind, places);
            using var buffer = new NativeBuffer<byte>(ContentCatalog.TextBytesMax);
            for (int i = 0; i < queries.Length; i++)
            {
                Place place = places[i];
                if (place.Record.HasText && new TextPlace(runs[place.Run], place.TextsAt).TryRead(
                    place.Record, buffer.Span, out ReadOnlySpan<byte> text))
                {
                    found(queries[i].Tag, place.Record.Fact with { Value = default }, text);
                }
            }
        }
        finally
        {
            runs.ForEach(static run => run.Dispose());
        }
    }

    // Finds the last record of each query. Only then are texts read, so those that were replaced are not.
    private static void Locate(
        List<RunFile> runs, ReadOnlySpan<ContentQuery> queries, FactKind kind, NativeBuffer<Place> places)
    {
        using var numbered = new NativeBuffer<ContentQuery>(queries.Length);
        for (int i = 0; i < queries.Length; i++)
        {
            numbered[i] = queries[i] with { Tag = i };
        }

        using var search = new SegmentSearch();
        for (int i = 0; i < runs.Count; i++)
        {
            int run = i;
            search.Find(runs[i], numbered.Span, (int query, in FactRecord record, long textsAt) =>
            {
                if ((FactKind)record.Kind == kind)
                {
                    places[query] = new Place(record, run, textsAt);
                }
            });
        }
    }

    private readonly record struct Place(FactRecord Record, int Run, long TextsAt);
}

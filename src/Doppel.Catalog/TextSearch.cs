using Doppel.Pooling;

namespace Doppel.Catalog;

/// <summary>Looks for the texts about some files in the runs of a file system. Not thread-safe.</summary>
/// <remarks>
/// First for the facts that have them, in the order of inodes, and then for those texts that no later ones replace.
/// </remarks>
internal sealed class TextSearch : IDisposable
{
    private readonly RunFolder _folder;
    private readonly FactKind _kind;
    private readonly NativeBuffer<ContentQuery> _queries;
    private readonly NativeBuffer<Place> _places;
    private readonly NativeBuffer<byte> _text = new(ContentCatalog.TextBytesMax);

    internal TextSearch(RunFolder folder, ReadOnlySpan<ContentQuery> queries, FactKind kind)
    {
        (_folder, _kind) = (folder, kind);
        _queries = new NativeBuffer<ContentQuery>(queries.Length);
        _places = new NativeBuffer<Place>(queries.Length);
        _places.Span.Clear();
        for (int i = 0; i < queries.Length; i++)
        {
            _queries[i] = queries[i] with { Tag = i };
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _queries.Dispose();
        _places.Dispose();
        _text.Dispose();
    }

    /// <summary>Passes on the texts.</summary>
    /// <param name="queries">The queries that were passed before.</param>
    /// <param name="found">Receives the texts.</param>
    internal void Find(ReadOnlySpan<ContentQuery> queries, TextVisitor found)
    {
        List<RunFile> runs = _folder.OpenAll();
        try
        {
            Locate(runs);
            for (int i = 0; i < queries.Length; i++)
            {
                Place place = _places[i];
                if (place.Record.HasText && new TextPlace(runs[place.Run], place.TextsAt).TryRead(
                    place.Record, _text.Span, out ReadOnlySpan<byte> text))
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

    private void Locate(List<RunFile> runs)
    {
        using var search = new SegmentSearch();
        for (int i = 0; i < runs.Count; i++)
        {
            int run = i;
            search.Find(runs[i], _queries.Span, (int query, in FactRecord record, long textsAt) =>
            {
                if ((FactKind)record.Kind == _kind)
                {
                    _places[query] = new Place(record, run, textsAt);
                }
            });
        }
    }

    private readonly record struct Place(FactRecord Record, int Run, long TextsAt);
}

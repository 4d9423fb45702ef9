using Doppel.Hashing;
using Doppel.Media;

namespace Doppel.Finding;

/// <summary>Where the payloads of a table's copies lie: then these are what is read, compared and hashed.</summary>
/// <param name="policy">What counts as payload.</param>
/// <param name="tags">Where it goes what tags say, if it is read by the way.</param>
internal sealed class PayloadTable(MediaPolicy policy, TagStore tags) : IDisposable
{
    /// <summary>
    /// Of so many extents the place is kept; a payload in more is mapped anew when its file is opened.
    /// </summary>
    internal const int KeptMax = 8;

    private readonly NativeList<Row> _rows = new();
    private readonly NativeList<PayloadExtent> _extents = new();

    internal MediaPolicy Policy => policy;

    internal TagStore Tags => tags;

    public void Dispose()
    {
        _rows.Dispose();
        _extents.Dispose();
    }

    /// <summary>Adds the payload of the next copy.</summary>
    /// <param name="row">What is known of it.</param>
    /// <param name="kept">Its extents; none if there are too many to keep.</param>
    internal void Add(in MediaRow row, ReadOnlySpan<PayloadExtent> kept)
    {
        _rows.Add(new Row(row.Key, row.Bytes, row.Content, _extents.Count, (byte)kept.Length, row.Format));
        _extents.AddRange(kept);
    }

    /// <summary>Bytes of its payload.</summary>
    internal long BytesOf(int copy) => _rows[copy].Bytes;

    /// <summary>What is payload but does not stand in the file like this.</summary>
    internal Digest128 KeyOf(int copy) => _rows[copy].Key;

    internal MediaFormat FormatOf(int copy) => _rows[copy].Format;

    /// <summary>The number of the content that holds it.</summary>
    internal int ContentOf(int copy) => _rows[copy].Content;

    /// <summary>Its extents; none if they were too many to keep.</summary>
    internal ReadOnlySpan<PayloadExtent> KeptOf(int copy) =>
        _extents.Span.Slice(_rows[copy].FirstExtent, _rows[copy].Extents);

    private readonly record struct Row(
        Digest128 Key, long Bytes, int Content, int FirstExtent, byte Extents, MediaFormat Format);
}

using Doppel.Hashing;
using Doppel.Media;

namespace Doppel.Finding;

/// <summary>
/// The locations of the payloads of a table's copies. If present, payloads are what is read, compared and hashed.
/// </summary>
/// <param name="policy">What counts as payload.</param>
/// <param name="tags">The store for tags that are read along the way.</param>
internal sealed class PayloadTable(MediaPolicy policy, TagStore tags) : IDisposable
{
    /// <summary>
    /// The maximum number of extents whose locations are kept. A payload with more is mapped again when its file is
    /// opened.
    /// </summary>
    internal const int StoredMax = 8;

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
    /// <param name="row">What is known of the payload.</param>
    /// <param name="kept">Its extents; empty if there are too many to keep.</param>
    internal void Add(in MediaRow row, ReadOnlySpan<PayloadExtent> kept)
    {
        _rows.Add(new Row(row.Key, row.Bytes, row.Content, _extents.Count, (byte)kept.Length, row.Format));
        _extents.AddRange(kept);
    }

    /// <summary>Returns the size of a copy's payload in bytes.</summary>
    internal long BytesOf(int copy) => _rows[copy].Bytes;

    /// <summary>Returns the key that identifies the part of the payload not stored verbatim in the file.</summary>
    internal Digest128 KeyOf(int copy) => _rows[copy].Key;

    internal MediaFormat FormatOf(int copy) => _rows[copy].Format;

    /// <summary>Returns the number of the content that holds the payload.</summary>
    internal int ContentOf(int copy) => _rows[copy].Content;

    /// <summary>Returns the payload's extents; empty if there were too many to keep.</summary>
    internal ReadOnlySpan<PayloadExtent> StoredOf(int copy) =>
        _extents.Span.Slice(_rows[copy].FirstExtent, _rows[copy].Extents);

    private readonly record struct Row(
        Digest128 Key, long Bytes, int Content, int FirstExtent, byte Extents, MediaFormat Format);
}

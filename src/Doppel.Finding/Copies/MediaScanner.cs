using Doppel.Hashing;
using Doppel.Media;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Recognizes and maps media on one thread.</summary>
/// <param name="number">The number of this scanner.</param>
/// <param name="copies">The contents, each a copy in this table.</param>
/// <param name="reader">Opens and reads the copies.</param>
/// <param name="policy">What counts as payload.</param>
/// <param name="reasons">The table that numbers reasons.</param>
/// <param name="context">The search whose pools provide memory.</param>
internal sealed class MediaScanner(
    int number, CopyTable copies, ContentReader reader, MediaPolicy policy, ReasonTable reasons, SearchContext context)
    : IDisposable
{
    private const int BlockBytes = 128 * 1024;

    private readonly MediaMapper _mapper = new();
    private readonly OpenFileSource _source = reader.Source;
    private readonly PayloadDigest _digest = new();
    private readonly Xxh3State _start = new();
    private NativeBuffer<byte>? _whole;

    internal CopyTable Copies => copies;

    /// <summary>Gets the copies glanced at while another step had them open.</summary>
    internal NativeList<int> Glanced { get; } = new();

    /// <summary>Gets the results of glances.</summary>
    internal NativeList<MediaRow> Rows { get; } = new();

    /// <summary>Gets the contents that were mapped and hashed completely.</summary>
    internal NativeList<MediaRow> Hashed { get; } = new();

    internal NativeList<NotComparableRow> NotComparable { get; } = new();

    /// <summary>Gets the extents of <see cref="Rows"/>.</summary>
    internal NativeList<PayloadExtent> Extents { get; } = new();

    public void Dispose()
    {
        Glanced.Dispose();
        Rows.Dispose();
        Hashed.Dispose();
        NotComparable.Dispose();
        Extents.Dispose();
        context.Pools.Content.Return(ref _whole);
    }

    /// <summary>Determines from headers alone whether a content is media, and where its payload is.</summary>
    internal void Glance(int content, int next)
    {
        if (!reader.TryOpen(content, next, out OpenCopy file))
        {
            return;
        }

        _source.Open(file);
        Take(content, _mapper.Map(_source, policy, MapDepth.Glance), _source);
        file.Close();
    }

    /// <summary>Glances at a file while another step has it open, so that it need not be opened again.</summary>
    /// <remarks>If something cannot be read, the glance that opens the file itself handles and reports it.</remarks>
    /// <param name="file">The open file.</param>
    /// <param name="beginning">What the other step has read of the file's beginning, if anything.</param>
    /// <param name="end">What the other step has read of the file's end, if anything.</param>
    internal void GlanceAt(in OpenCopy file, ReadOnlySpan<byte> beginning = default, ReadOnlySpan<byte> end = default)
    {
        _source.Open(file, isPeek: true);
        _source.Keep(0, beginning);
        _source.Keep(file.Facts.Size - end.Length, end);
        MediaResult result = _mapper.Map(_source, policy, MapDepth.Glance);
        if (!_source.Failed)
        {
            Take(file.Copy, result, _source);
        }

        if (!_source.Failed)
        {
            Glanced.Add(file.Copy);
        }
    }

    /// <summary>Glances at content that another step has read completely.</summary>
    internal void GlanceAt(int copy, ReadOnlySpan<byte> content)
    {
        MemorySource source = InMemory(content.Length);
        content.CopyTo(_whole!.Span);
        Take(copy, _mapper.Map(source, policy, MapDepth.Glance), source);
        Glanced.Add(copy);
    }

    /// <summary>Maps and hashes a payload whose header shows only its start.</summary>
    /// <remarks>
    /// In such a file, tags may be anywhere, so they are read along the way if that takes no second read: payloads that
    /// start alike are mostly twins.
    /// </remarks>
    internal void HashWhole(int content, int next, TagStore tags)
    {
        if (!reader.TryOpen(content, next, out OpenCopy file))
        {
            return;
        }

        bool inMemory = file.Facts.Size <= Ladder.BufferBytesMax;
        IMediaSource? source = inMemory ? ReadWhole(file) : Opened(file);
        MediaResult result = source is null ? default : _mapper.Map(source, policy);
        if (result.Map is { } map)
        {
            bool isHashed = inMemory
                ? _digest.TryRead(map, source!, out Digest128 digest)
                : TryHash(map, file with { Payload = new PayloadMap(map) }, out digest);
            if (isHashed && reader.IsUnchanged(file))
            {
                Hashed.Add(RowOf(content, map, digest) with { IsWhole = true });
                if (inMemory)
                {
                    tags.Add(content, _mapper.ReadTags(source!));
                }
            }
        }
        else if (source is not null)
        {
            TakeReason(content, result);
        }

        file.Close();
    }

    /// <summary>Returns the tags of a content, or null if it could not be read.</summary>
    internal MediaTags? ReadTags(int content, int next)
    {
        if (!reader.TryOpen(content, next, out OpenCopy file))
        {
            return null;
        }

        MediaTags tags = _mapper.ReadTags(Opened(file));
        file.Close();
        return copies.States[content] == CopyState.Failed ? null : tags;
    }

    private OpenFileSource Opened(in OpenCopy file)
    {
        _source.Open(file);
        return _source;
    }

    // Files that must be walked through mostly consist of small pages; one large read fetches each of them once.
    private MemorySource? ReadWhole(in OpenCopy file)
    {
        MemorySource source = InMemory(file.Facts.Size);
        return reader.TryRead(file, 0, _whole!.Span[..(int)file.Facts.Size]) ? source : null;
    }

    private MemorySource InMemory(long bytes)
    {
        _whole ??= context.Pools.Content.Rent(Ladder.BufferBytesMax);
        return new MemorySource(_whole) { Length = bytes };
    }

    private bool TryHash(MediaMap map, in OpenCopy file, out Digest128 digest)
    {
        _digest.Begin(map);
        digest = default;
        Span<byte> buffer = reader.Buffer(BlockBytes);
        for (long offset = 0; offset < map.PayloadBytes; offset += buffer.Length)
        {
            Span<byte> block = buffer[..(int)Math.Min(buffer.Length, map.PayloadBytes - offset)];
            if (context.Cancellation.IsCancellationRequested || !reader.TryRead(file, offset, block))
            {
                return false;
            }

            _digest.Append(block);
            context.Progress.AddDone(0, block.Length);
        }

        digest = _digest.GetDigest();
        return true;
    }

    private void Take(int content, MediaResult result, IMediaSource source)
    {
        if (result.Map is not { } map)
        {
            TakeReason(content, result);
            return;
        }

        if (!TryHashStart(map, source, out Digest128 beginning))
        {
            return;
        }

        int kept = map.IsWhole && map.Extents.Count <= PayloadTable.StoredMax ? map.Extents.Count : 0;
        Rows.Add(RowOf(content, map, beginning) with
        {
            Loose = policy == MediaPolicy.Strict ? GlanceLoosely(source) : 0,
            ScannerNumber = (short)number,
            FirstExtent = Extents.Count,
            Extents = (byte)kept,
        });
        for (int i = 0; i < kept; i++)
        {
            Extents.Add(map.Extents[i]);
        }
    }

    // Looks where the strict glance has just looked, so what it needs is kept unless a file has very many parts.
    private ulong GlanceLoosely(IMediaSource source)
    {
        _source.IsKeptOnly = true;
        ulong loose = _mapper.Map(source, MediaPolicy.Loose, MapDepth.Glance).Map is { } map
            && TryHashStart(map, source, out Digest128 beginning)
            ? RowOf(0, map, beginning).Glanced.High | 1 : 0;
        _source.IsKeptOnly = false;
        return loose & MediaRow.LooseMax;
    }

    private static MediaRow RowOf(int content, MediaMap map, in Digest128 digest) =>
        new(content, map.Format, map.IsWhole, map.Key, map.PayloadBytes, digest);

    // Of payloads that must be walked through, reads no more than a glance does, however long the packet at its end is.
    // Of others, reads what was mostly fetched with the headers anyway: songs often have the same length by chance, and
    // this tells them apart without another opening. Many photos have one color profile, which tells nothing.
    private bool TryHashStart(MediaMap map, IMediaSource source, out Digest128 digest)
    {
        _start.Reset();
        Span<byte> buffer = stackalloc byte[MediaMap.GlanceBytes];
        long start = map.StartBytes;
        int bytes = map.IsWhole ? OpenFileSource.BeginningBytes : MediaMap.GlanceBytes;
        long left = Math.Min(bytes, map.PayloadBytes - start);
        foreach (PayloadExtent extent in map.Extents)
        {
            if (extent.Length <= start)
            {
                start -= extent.Length;
                continue;
            }

            Span<byte> block = buffer[..(int)Math.Min(extent.Length - start, left)];
            if (!source.TryRead(extent.Offset + start, block))
            {
                digest = default;
                return false;
            }

            _start.Append(block);
            start = 0;
            left -= block.Length;
            if (left == 0)
            {
                break;
            }
        }

        digest = _start.GetDigest();
        return true;
    }

    // A content that could not be read is already a problem, so nothing else is reported about it.
    private void TakeReason(int content, MediaResult result)
    {
        if (result.Format is { } format && result.Reason.Length > 0 && copies.States[content] != CopyState.Failed)
        {
            NotComparable.Add(new NotComparableRow(content, format, reasons.NumberOf(result.Reason)));
        }
    }
}

/// <summary>A content that looks like media but is not comparable.</summary>
/// <param name="Content">The number of the content.</param>
/// <param name="Format">The format it appears to have.</param>
/// <param name="Reason">The number of the reason.</param>
internal readonly record struct NotComparableRow(int Content, MediaFormat Format, int Reason);

/// <summary>A file that was read into memory completely, as a source for media parsers.</summary>
internal sealed class MemorySource(NativeBuffer<byte> content) : IMediaSource
{
    /// <summary>Gets or sets the size of the file in bytes.</summary>
    public long Length { get; set; }

    public bool TryRead(long offset, Span<byte> buffer)
    {
        content.Span.Slice((int)offset, buffer.Length).CopyTo(buffer);
        return true;
    }
}

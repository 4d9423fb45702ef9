namespace Doppel.Media;

/// <summary>One logical stream of an Ogg file. Reassembles its packets.</summary>
/// <remarks>
/// The bytes and the length of a packet count, but not the pages that it was split into. Two page positions count: that
/// at which the first packets start, computed from the position of the first page and the duration of its packets, and
/// that at which the last packet ends. All positions between them follow from the packets. The checksum that the pages
/// state for the packets counts, because decoders drop a page whose checksum is wrong.
/// </remarks>
internal sealed class OggStream
{
    // Enough for a cover of 64 MiB in pages of 4 KiB.
    private const int PiecesMax = 1 << 14;

    // A glance ends after this many bytes, even if they are all headers.
    private const int GlanceBytesMax = 32 * 1024;

    private readonly List<PayloadExtent> _pieces = [];
    private readonly MediaPolicy _policy;
    private readonly TagBuilder? _tags;
    private OggClock? _clock;
    private bool _isOpen;
    private bool _isStartKnown;
    private int _packets;
    private int _heads;
    private long _samples;
    private long _start;
    private long _position = -1;
    private long _allBytes;

    // Of the packets behind the headers, as their pages state it.
    private uint _checksum;

    /// <summary>Creates a stream.</summary>
    /// <param name="serial">The serial number of the stream.</param>
    /// <param name="policy">What counts as payload.</param>
    /// <param name="depth">How much of the payload to map.</param>
    /// <param name="tags">Receives the tags of the stream, or null to skip them.</param>
    internal OggStream(uint serial, MediaPolicy policy, MapDepth depth, TagBuilder? tags)
    {
        Serial = serial;
        _policy = policy;
        _tags = tags;
        Payload.Clear(depth);
    }

    /// <summary>Gets the serial number on the pages of the stream.</summary>
    internal uint Serial { get; }

    internal OggCodec Codec { get; private set; }

    /// <summary>Gets the payload collected so far.</summary>
    internal PayloadBuilder Payload { get; } = new();

    /// <summary>Gets the number of bytes in audio and video packets.</summary>
    internal long DataBytes { get; private set; }

    /// <summary>Gets whether the last page of the stream has been read.</summary>
    internal bool IsEnded { get; private set; }

    /// <summary>Gets whether all header packets have been read.</summary>
    internal bool HasHeads => _packets > 0 && _packets >= _heads;

    /// <summary>Gets the offset behind the page on which the last header packet ends.</summary>
    internal long HeadsEnd { get; private set; }

    /// <summary>Gets or sets whether a glance reads this one of several streams.</summary>
    internal bool IsLead { get; set; }

    /// <summary>Gets whether a glance has enough of the stream. Once true, it stays true.</summary>
    internal bool Suffices { get; private set; }

    /// <summary>Adds the packets of one page.</summary>
    internal void Take(HeaderReader file, OggPage page)
    {
        if (IsEnded || (!page.Lacing.IsEmpty && page.IsContinued != _isOpen))
        {
            NotComparableException.Throw("its packets are torn");
        }

        bool hadHeads = HasHeads;
        long dataStart = page.Next;
        long start = page.Body;
        long end = start;
        foreach (byte segment in page.Lacing)
        {
            end += segment;
            if (segment < byte.MaxValue)
            {
                TakePiece(start, end - start);
                EndPacket(file);
                start = end;
                dataStart = dataStart == page.Next && HasHeads ? end : dataStart;
                if (Suffices)
                {
                    return;
                }
            }
        }

        TakePiece(start, end - start);
        _isOpen = page.Lacing.IsEmpty ? _isOpen : page.Lacing[^1] == byte.MaxValue;
        IsEnded = page.IsLast;
        TakePosition(page);
        if (hadHeads)
        {
            _checksum = page.AppendStated(_checksum);
        }
        else
        {
            HeadsEnd = page.Next;
            _checksum = page.Append(file, _checksum, dataStart);
        }
    }

    /// <summary>Ends the stream, whether or not its last page has been read.</summary>
    internal void End()
    {
        if (_isOpen)
        {
            NotComparableException.Throw("it ends within a packet");
        }

        if (_packets < _heads)
        {
            NotComparableException.Throw("its headers are missing");
        }

        Payload.AddKey((long)Codec);
        Payload.AddKey(_checksum);
        if (_policy == MediaPolicy.Strict)
        {
            Payload.AddKey(_start);
            Payload.AddKey(_position);
            Payload.AddKey(IsEnded ? 1 : 0);
        }
    }

    private static ReadOnlySpan<byte> Read(HeaderReader file, PayloadExtent piece, Span<byte> bytes)
    {
        bytes = bytes[..(int)Math.Min(bytes.Length, piece.Length)];
        file.Copy(piece.Offset, bytes);
        return bytes;
    }

    private void TakePiece(long start, long bytes)
    {
        if (bytes == 0)
        {
            return;
        }

        if (_pieces.Count == PiecesMax)
        {
            NotComparableException.Throw("a packet of it lies in too many pieces");
        }

        _pieces.Add(new PayloadExtent(start, bytes));
    }

    private void EndPacket(HeaderReader file)
    {
        if (_packets == 0)
        {
            Begin(file);
        }
        else if (_packets < _heads)
        {
            TakeHead(file);
        }
        else
        {
            TakeData(file);
        }

        _packets++;
        _pieces.Clear();
        Suffices = IsLead && (DataBytes >= MediaMap.GlanceBytes || _allBytes >= GlanceBytesMax);
    }

    private void Begin(HeaderReader file)
    {
        Span<byte> buffer = stackalloc byte[OggHeads.FirstBytes];
        ReadOnlySpan<byte> first = _pieces.Count == 0 ? [] : Read(file, _pieces[0], buffer);
        Codec = OggHeads.CodecOf(first);
        _heads = OggHeads.CountOf(Codec, first);
        _clock = new OggClock(Codec, first);
        if (Codec == OggCodec.Flac)
        {
            // The bytes before STREAMINFO contain the number of header packets, which changes with the tags.
            const int InfoAt = 17;
            Payload.Add(_pieces[0].Offset + InfoAt, _pieces[0].Length - InfoAt, "STREAMINFO");
        }
        else if (Codec == OggCodec.Unknown)
        {
            TakeData(file);
        }
        else if (Codec != OggCodec.Skeleton)
        {
            AddPacket("identification");
        }
    }

    private void TakeHead(HeaderReader file)
    {
        Span<byte> buffer = stackalloc byte[OggClock.PacketBytes];
        ReadOnlySpan<byte> start = _pieces.Count == 0 ? [] : Read(file, _pieces[0], buffer);
        if (!OggHeads.IsInOrder(Codec, _packets, start))
        {
            NotComparableException.Throw("its headers are damaged");
        }

        if (!OggHeads.IsTags(Codec, _packets))
        {
            AddPacket("setup");
            if (Codec == OggCodec.Vorbis && !_clock!.TrySetup(file, _pieces))
            {
                NotComparableException.Throw("its setup is damaged");
            }

            return;
        }

        if (_tags is not null)
        {
            OggTags.Read(Codec, TagSlice.Of(file, _pieces), _tags);
        }

        if (Codec == OggCodec.Flac && start[0] >= 0x80)
        {
            _heads = _packets + 1;
        }
    }

    private void TakeData(HeaderReader file)
    {
        if (!_isStartKnown && Codec != OggCodec.Unknown)
        {
            Span<byte> buffer = stackalloc byte[OggClock.PacketBytes];
            _samples += _clock!.Next(_pieces.Count == 0 ? [] : Read(file, _pieces[0], buffer));
        }

        DataBytes += AddPacket("packets");
    }

    private long AddPacket(string meaning)
    {
        long bytes = 0;
        foreach (PayloadExtent piece in _pieces)
        {
            bytes += piece.Length;
            Payload.Add(piece.Offset, piece.Length, meaning);
        }

        Payload.AddKey(bytes);
        _allBytes += bytes;
        return bytes;
    }

    private void TakePosition(OggPage page)
    {
        if (page.Granule == -1 || _clock is null || _packets <= _heads)
        {
            return;
        }

        _position = page.Granule;
        if (_isStartKnown || Codec == OggCodec.Unknown)
        {
            return;
        }

        // If the whole stream is on one page, the position of the page may only trim the end.
        _isStartKnown = true;
        _start = _clock.CountAt(_position) - _samples;
        _start = page.IsLast ? Math.Max(0, _start) : _start;
    }
}

namespace Doppel.Media;

/// <summary>One AVI stream, with the header fields that control how it is decoded.</summary>
/// <remarks>
/// Byte rates and buffer sizes are informational, and so are the length, name, language and priority of the stream.
/// </remarks>
internal sealed class AviStream
{
    private const int HeaderBytes = 48;
    private const int PictureHeadBytes = 40;
    private const int SoundHeadBytes = 16;

    private static readonly uint s_video = RiffChunk.IdOf("vids"u8);
    private static readonly uint s_audio = RiffChunk.IdOf("auds"u8);
    private static readonly uint s_text = RiffChunk.IdOf("txts"u8);
    private static readonly uint s_picture = Letters("dc"u8);

    private readonly uint _type;
    private readonly bool _isFlow;

    // The last two letters in the IDs of its chunks; 0 before the first.
    private uint _kind;

    /// <summary>Reads the headers of a stream.</summary>
    /// <param name="file">The file.</param>
    /// <param name="number">The stream number, which the IDs of its chunks start with.</param>
    /// <param name="header">The strh chunk.</param>
    /// <param name="format">The strf chunk.</param>
    /// <param name="data">The strd chunk, or one with ID 0 if there is none.</param>
    /// <param name="properties">The vprp chunk, or one with ID 0 if there is none.</param>
    /// <param name="policy">What counts as payload.</param>
    internal AviStream(
        HeaderReader file, int number, RiffChunk header, RiffChunk format, RiffChunk data, RiffChunk properties,
        MediaPolicy policy)
    {
        if (header.Bytes < HeaderBytes)
        {
            NotComparableException.Throw("a stream's header is damaged");
        }

        _type = file.LittleEndian32(header.Start);
        ReadOnlySpan<uint> kinds = [s_video, s_audio, s_text];
        int kind = kinds.IndexOf(_type) is >= 0 and int known ? known : kinds.Length;
        Media = new MediaTrack(kind, $"stream {number}");
        PayloadBuilder setup = Media.Setup;
        uint sampleBytes = file.LittleEndian32(header.Start + 44);

        // Audio with a fixed sample size is continuous. How it is split into chunks has no meaning.
        _isFlow = _type == s_audio && sampleBytes > 0;
        setup.AddKey(_type);
        setup.AddKey(_isFlow ? sampleBytes : 0);
        if (policy == MediaPolicy.Strict)
        {
            uint scale = file.LittleEndian32(header.Start + 20);
            uint rate = file.LittleEndian32(header.Start + 24);
            uint divisor = Divisor(scale, rate);
            setup.AddKey(scale / divisor);
            setup.AddKey(rate / divisor);
            setup.AddKey(file.LittleEndian32(header.Start + 28));
            setup.AddKey(file, data.Start, data.Bytes);
            AddProperties(file, properties, setup);
        }

        AddFormat(file, format, setup);
    }

    /// <summary>Gets the collected payload of the stream.</summary>
    internal MediaTrack Media { get; }

    /// <summary>Adds one chunk of the stream.</summary>
    internal void Add(HeaderReader file, RiffChunk chunk)
    {
        uint kind = KindOf(chunk);
        bool isPalette = kind == Letters("pc"u8) && _type == s_video;
        bool isFirst = _kind == 0 && !isPalette;
        _kind = isFirst ? kind : _kind;
        bool isForeign = (_type == s_video && kind == Letters("wb"u8)) || (_type == s_audio && kind == s_picture);
        if (isForeign || (!isPalette && kind != _kind) || !file.Has(chunk.Start, chunk.Bytes))
        {
            NotComparableException.Throw("a chunk is of another kind than its stream");
        }

        if (!Media.IsOpen)
        {
            return;
        }

        if (isFirst && kind != s_picture && kind != Letters("wb"u8))
        {
            Media.Packets.AddKey(kind);
        }

        long bytes = chunk.Bytes;
        if (_isFlow)
        {
            bytes = Media.IsLeader ? Math.Min(bytes, MediaMap.GlanceBytes - Media.Packets.Bytes) : bytes;
        }
        else
        {
            // An empty frame repeats the previous one.
            Media.Packets.AddKey(bytes);
            Media.Packets.AddKey(isPalette ? 1 : 0);
        }

        Media.Packets.Add(chunk.Start, bytes, "");
    }

    // Compressed and uncompressed pictures have the same meaning: strf says which they are.
    private static uint KindOf(RiffChunk chunk)
    {
        uint kind = chunk.Id >> 16;
        return kind == Letters("db"u8) ? s_picture : kind;
    }

    private static uint Letters(ReadOnlySpan<byte> two) => two[0] | ((uint)two[1] << 8);

    private void AddFormat(HeaderReader file, RiffChunk format, PayloadBuilder setup)
    {
        if (_type == s_video && format.Bytes >= PictureHeadBytes)
        {
            // Width, height, planes, bit depth and codec; then, after informational fields, the colors used.
            setup.AddKey(file.At(format.Start + 4, 16));
            setup.AddKey(file.At(format.Start + 32, 8));
            setup.AddKey(file, format.Start + PictureHeadBytes, format.Bytes - PictureHeadBytes);
        }
        else if (_type == s_audio && format.Bytes >= SoundHeadBytes)
        {
            setup.AddKey(file.At(format.Start, 8));
            setup.AddKey(file.At(format.Start + 12, 4));

            // The short form has no length field for extra data. The long form does.
            long more = format.Bytes >= SoundHeadBytes + 2
                ? Math.Min(file.LittleEndian16(format.Start + SoundHeadBytes), format.Bytes - SoundHeadBytes - 2) : 0;
            setup.AddKey(file, format.Start + SoundHeadBytes + 2, more);
        }
        else
        {
            setup.AddKey(file, format.Start, format.Bytes);
        }
    }

    // Aspect ratio, size and fields. The fields before them name television systems.
    private static void AddProperties(HeaderReader file, RiffChunk properties, PayloadBuilder setup)
    {
        const int ShapeAt = 20;
        bool has = properties.Bytes > ShapeAt;
        setup.AddKey(file, has ? properties.Start + ShapeAt : 0, has ? properties.Bytes - ShapeAt : 0);
    }

    private static uint Divisor(uint one, uint other)
    {
        while (other > 0)
        {
            (one, other) = (other, one % other);
        }

        return Math.Max(1, one);
    }
}

namespace Doppel.Media;

/// <summary>One stream of AVI, and what its headers say of decoding.</summary>
/// <remarks>
/// Rates in bytes and sizes of buffers are remarks, and so are how long the stream is, what it is called, its language
/// and its priority.
/// </remarks>
internal sealed class AviStream
{
    private const int HeaderBytes = 48;
    private const int PictureHeadBytes = 40;
    private const int SoundHeadBytes = 16;

    private static readonly uint s_video = RiffChunk.IdOf("vids"u8);
    private static readonly uint s_audio = RiffChunk.IdOf("auds"u8);
    private static readonly uint s_text = RiffChunk.IdOf("txts"u8);

    private readonly uint _type;
    private readonly bool _isFlow;

    /// <summary>Reads its headers.</summary>
    /// <param name="file">The file.</param>
    /// <param name="number">Its number, which its chunks begin with.</param>
    /// <param name="header">The chunk strh.</param>
    /// <param name="format">The chunk strf.</param>
    /// <param name="data">The chunk strd; of id 0 where there is none.</param>
    /// <param name="properties">The chunk vprp; of id 0 where there is none.</param>
    /// <param name="policy">What counts.</param>
    internal AviStream(
        HeaderReader file, int number, RiffChunk header, RiffChunk format, RiffChunk data, RiffChunk properties,
        MediaPolicy policy)
    {
        if (header.Bytes < HeaderBytes)
        {
            NotComparableException.Throw("a stream's header is damaged");
        }

        _type = file.LittleEndian32(header.Start);
        int kind = _type == s_video ? 0 : _type == s_audio ? 1 : _type == s_text ? 2 : 3;
        Media = new MediaTrack(kind, $"stream {number}");
        PayloadBuilder setup = Media.Setup;
        uint sampleBytes = file.LittleEndian32(header.Start + 44);

        // Sound of which all samples have one size flows; in what portions it comes means nothing.
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

    /// <summary>What is gathered of it.</summary>
    internal MediaTrack Media { get; }

    /// <summary>Takes in one of its chunks.</summary>
    internal void Add(HeaderReader file, RiffChunk chunk)
    {
        uint kind = chunk.Id >> 16;
        bool isSound = kind == Letters("wb"u8);
        bool isPicture = kind == Letters("dc"u8) || kind == Letters("db"u8);
        if ((isSound && _type == s_video) || (isPicture && _type == s_audio) || !file.Has(chunk.Start, chunk.Bytes))
        {
            NotComparableException.Throw("a chunk is of another kind than its stream");
        }

        if (!Media.IsOpen)
        {
            return;
        }

        long bytes = chunk.Bytes;
        if (_isFlow)
        {
            bytes = Media.IsLeader ? Math.Min(bytes, MediaMap.GlanceBytes - Media.Packets.Bytes) : bytes;
        }
        else
        {
            // A picture without bytes shows the one before it again.
            Media.Packets.AddKey(bytes);
            Media.Packets.AddKey(kind == Letters("pc"u8) ? 1 : 0);
        }

        Media.Packets.Add(chunk.Start, bytes, "");
    }

    private static uint Letters(ReadOnlySpan<byte> two) => two[0] | ((uint)two[1] << 8);

    private void AddFormat(HeaderReader file, RiffChunk format, PayloadBuilder setup)
    {
        if (_type == s_video && format.Bytes >= PictureHeadBytes)
        {
            // Its own length, width, height, planes, bits and codec; then, behind remarks, colours that are used.
            setup.AddKey(file.At(format.Start + 4, 16));
            setup.AddKey(file.At(format.Start + 32, 8));
            setup.AddKey(file, format.Start + PictureHeadBytes, format.Bytes - PictureHeadBytes);
        }
        else if (_type == s_audio && format.Bytes >= SoundHeadBytes)
        {
            setup.AddKey(file.At(format.Start, 8));
            setup.AddKey(file.At(format.Start + 12, 4));

            // The short form says nothing of what follows, the long one how many bytes.
            long more = format.Bytes >= SoundHeadBytes + 2
                ? Math.Min(file.LittleEndian16(format.Start + SoundHeadBytes), format.Bytes - SoundHeadBytes - 2) : 0;
            setup.AddKey(file, format.Start + SoundHeadBytes + 2, more);
        }
        else
        {
            setup.AddKey(file, format.Start, format.Bytes);
        }
    }

    // Aspect ratio, size and fields; before them stand names of television systems.
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

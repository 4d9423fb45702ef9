using System.Text;

namespace Doppel.Media;

/// <summary>
/// Reads the properties in a Matroska track entry that control decoding, independently of how they are stored.
/// </summary>
/// <remarks>
/// A missing element means its default value. Under the loose policy, only what a decoder needs counts. The strict
/// policy adds how the result is displayed and heard: aspect ratio, cropping, colors, stereo, delays. Interlacing and
/// chroma siting are informational: the encoded video contains them, and programs that copy it write or omit them here
/// as they like.
/// </remarks>
internal static class MatroskaSetup
{
    private const int CodecBytesMax = 64;

    private static readonly uint[] s_entered =
    [
        MatroskaId.Video, MatroskaId.Audio, MatroskaId.Color, MatroskaId.MasteringMetadata, MatroskaId.Projection,
    ];

    // The ID, and the default if the element is missing.
    private static readonly (uint Id, long Default)[] s_decoding =
    [
        (MatroskaId.PixelWidth, 0), (MatroskaId.PixelHeight, 0), (MatroskaId.AlphaMode, 0), (MatroskaId.Channels, 1),
    ];

    private static readonly (uint Id, long Default)[] s_showing =
    [
        (MatroskaId.PixelCropBottom, 0), (MatroskaId.PixelCropTop, 0), (MatroskaId.PixelCropLeft, 0),
        (MatroskaId.PixelCropRight, 0), (MatroskaId.StereoMode, 0), (MatroskaId.CodecDelay, 0),
        (MatroskaId.SeekPreRoll, 0), (MatroskaId.ProjectionType, 0),
        // Matrix, range, transfer characteristics and primaries of colors, maximum light levels.
        (0x55B1, 2), (0x55B9, 0), (0x55BA, 2), (0x55BB, 2), (0x55BC, 0), (0x55BD, 0),
    ];

    private static readonly uint[] s_showingPoints =
    [
        MatroskaId.ProjectionYaw, MatroskaId.ProjectionPitch, MatroskaId.ProjectionRoll,
        0x55D1, 0x55D2, 0x55D3, 0x55D4, 0x55D5, 0x55D6, 0x55D7, 0x55D8, 0x55D9, 0x55DA,
    ];

    private static readonly uint[] s_wanted = ListWanted();

    /// <summary>Reads one track entry.</summary>
    /// <param name="file">The file.</param>
    /// <param name="entry">The track entry.</param>
    /// <param name="policy">What counts as payload.</param>
    internal static MatroskaTrack Read(HeaderReader file, EbmlElement entry, MediaPolicy policy)
    {
        var fields = new EbmlFields(file, entry, s_entered, s_wanted);
        long number = fields.Unsigned(file, MatroskaId.TrackNumber);
        long type = fields.Unsigned(file, MatroskaId.TrackType);
        string codec = Codec(file, fields);
        int kind = type switch { 1 => 0, 2 => 1, 0x11 => 2, _ => 3 };
        var media = new MediaTrack(kind, $"track {number}, {codec}");
        PayloadBuilder setup = media.Setup;
        setup.AddKey(type);
        setup.AddKey(Encoding.ASCII.GetBytes(codec));
        foreach ((uint id, long otherwise) in s_decoding)
        {
            setup.AddKey(fields.Unsigned(file, id, otherwise));
        }

        // Opus always decodes to 48 kHz. Some programs note the rate of the recording instead.
        double rate = codec == "A_OPUS" ? 48_000 : fields.Float(file, MatroskaId.SamplingFrequency, 8000);
        setup.AddKey(BitConverter.DoubleToInt64Bits(rate));
        setup.AddKey(IsRaw(codec) ? fields.Unsigned(file, MatroskaId.BitDepth) : 0);
        AddBytes(file, fields.Find(MatroskaId.UncompressedFourCc), setup);
        AddPrivate(file, fields.Find(MatroskaId.CodecPrivate), codec, setup);
        bool hasHeads = HasHeads(codec);
        byte[]? stripped = Stripped(file, fields.Find(MatroskaId.ContentEncodings), hasHeads);
        if (stripped is null)
        {
            AddBytes(file, fields.Find(MatroskaId.ContentEncodings), setup);
        }

        if (policy == MediaPolicy.Strict)
        {
            AddShowing(file, fields, setup, rate);
            AddMappings(file, entry, setup);
        }

        return new MatroskaTrack(media, number)
        {
            HasHeads = hasHeads,
            Stripped = stripped ?? [],
        };
    }

    private static uint[] ListWanted()
    {
        List<uint> wanted =
        [
            .. s_showingPoints, MatroskaId.TrackNumber, MatroskaId.TrackType, MatroskaId.CodecId,
            MatroskaId.CodecPrivate, MatroskaId.TrackTimestampScale, MatroskaId.TrackOperation,
            MatroskaId.ContentEncodings, MatroskaId.SamplingFrequency, MatroskaId.OutputSamplingFrequency,
            MatroskaId.BitDepth, MatroskaId.UncompressedFourCc, MatroskaId.DisplayWidth, MatroskaId.DisplayHeight,
            MatroskaId.DisplayUnit, MatroskaId.ProjectionPrivate,
        ];
        foreach ((uint id, _) in s_decoding)
        {
            wanted.Add(id);
        }

        foreach ((uint id, _) in s_showing)
        {
            wanted.Add(id);
        }

        return [.. wanted];
    }

    private static string Codec(HeaderReader file, EbmlFields fields)
    {
        EbmlElement codec = fields.Find(MatroskaId.CodecId);
        if (codec.Bytes is 0 or > CodecBytesMax)
        {
            NotComparableException.Throw("a track does not tell its codec");
        }

        return Encoding.ASCII.GetString(file.At(codec.Start, (int)codec.Bytes)).TrimEnd('\0');
    }

    private static bool IsRaw(string codec) => codec.StartsWith("A_PCM", StringComparison.Ordinal);

    // Not for audio: its packets are contiguous in laces, and would be split into many extents.
    private static bool HasHeads(string codec) => codec.StartsWith("V_", StringComparison.Ordinal);

    private static void AddBytes(HeaderReader file, EbmlElement element, PayloadBuilder setup) =>
        setup.AddKey(file, element.Start, element.Bytes);

    // The private data of some codecs contains tags, which programs that copy packets omit or change.
    private static void AddPrivate(HeaderReader file, EbmlElement element, string codec, PayloadBuilder setup)
    {
        const int FlacHead = 8, FlacInfo = 34;
        if (codec == "V_VP9")
        {
            // Repeats what each key frame says, and many programs leave it out.
            return;
        }

        if (codec == "A_FLAC" && element.Bytes >= FlacHead + FlacInfo && file.Is(element.Start, "fLaC"u8))
        {
            setup.AddKey(file, element.Start + FlacHead, FlacInfo);
            return;
        }

        if (codec is "A_VORBIS" or "V_THEORA" && element.Bytes > 3 && file.ByteAt(element.Start) == 2)
        {
            long at = element.Start + 1;
            long first = ReadLace(file, ref at, element.End);
            long second = ReadLace(file, ref at, element.End);
            if (first <= element.End - at && second <= element.End - at - first)
            {
                setup.AddKey(file, at, first);
                setup.AddKey(file, at + first + second, element.End - at - first - second);
                return;
            }
        }

        AddBytes(file, element, setup);
    }

    /// <summary>
    /// Reads a length stored as the sum of bytes up to the first one below 255, and advances past it.
    /// </summary>
    internal static long ReadLace(HeaderReader file, ref long at, long end)
    {
        for (long sum = 0; at < end;)
        {
            byte part = file.ByteAt(at++);
            sum += part;
            if (part < byte.MaxValue)
            {
                return sum;
            }
        }

        NotComparableException.Throw("a block is damaged");
        return 0;
    }

    // Returns null if packets are encoded in any other way.
    private static byte[]? Stripped(HeaderReader file, EbmlElement encodings, bool hasHeads)
    {
        const int StripsHeads = 3, Frames = 1, Compression = 0;
        if (encodings.Id == 0)
        {
            return [];
        }

        EbmlElement one = default;
        for (long at = encodings.Start; EbmlElement.TryNextWithEnd(file, ref at, encodings.End, out EbmlElement next);)
        {
            if (next.Id == MatroskaId.ContentEncoding && one.Id != 0)
            {
                return null;
            }

            one = next.Id == MatroskaId.ContentEncoding ? next : one;
        }

        var fields = new EbmlFields(
            file, one, [MatroskaId.ContentCompression],
            [
                MatroskaId.ContentCompression, MatroskaId.ContentEncodingScope, MatroskaId.ContentEncodingType,
                MatroskaId.ContentCompressionAlgorithm, MatroskaId.ContentCompressionSettings,
            ]);
        EbmlElement settings = fields.Find(MatroskaId.ContentCompressionSettings);
        bool isStripping = hasHeads && fields.Find(MatroskaId.ContentCompression).Id != 0
            && fields.Unsigned(file, MatroskaId.ContentEncodingType) == Compression
            && fields.Unsigned(file, MatroskaId.ContentEncodingScope, Frames) == Frames
            && fields.Unsigned(file, MatroskaId.ContentCompressionAlgorithm) == StripsHeads
            && settings.Bytes <= MatroskaTrack.HeadBytes;
        return isStripping ? file.At(settings.Start, (int)settings.Bytes).ToArray() : null;
    }

    private static void AddShowing(HeaderReader file, EbmlFields fields, PayloadBuilder setup, double rate)
    {
        foreach ((uint id, long otherwise) in s_showing)
        {
            setup.AddKey(fields.Unsigned(file, id, otherwise));
        }

        foreach (uint id in s_showingPoints)
        {
            // Some writers use 4 bytes and some 8.
            setup.AddKey(BitConverter.SingleToInt32Bits((float)fields.Float(file, id)));
        }

        setup.AddKey(BitConverter.DoubleToInt64Bits(fields.Float(file, MatroskaId.OutputSamplingFrequency, rate)));
        setup.AddKey(BitConverter.DoubleToInt64Bits(fields.Float(file, MatroskaId.TrackTimestampScale, 1)));
        AddBytes(file, fields.Find(MatroskaId.ProjectionPrivate), setup);
        AddBytes(file, fields.Find(MatroskaId.TrackOperation), setup);

        // The display size may be given as pixels or as an aspect ratio. Both look the same.
        const int Unknown = 4;
        long width = fields.Unsigned(file, MatroskaId.PixelWidth)
            - fields.Unsigned(file, MatroskaId.PixelCropLeft) - fields.Unsigned(file, MatroskaId.PixelCropRight);
        long height = fields.Unsigned(file, MatroskaId.PixelHeight)
            - fields.Unsigned(file, MatroskaId.PixelCropTop) - fields.Unsigned(file, MatroskaId.PixelCropBottom);
        if (fields.Unsigned(file, MatroskaId.DisplayUnit) != Unknown)
        {
            width = fields.Unsigned(file, MatroskaId.DisplayWidth, width);
            height = fields.Unsigned(file, MatroskaId.DisplayHeight, height);
        }

        long divisor = Divisor(width, height);
        setup.AddKey(width / divisor);
        setup.AddKey(height / divisor);
    }

    // Mappings define the meaning of block additions, such as a second video layer or HDR metadata.
    private static void AddMappings(HeaderReader file, EbmlElement entry, PayloadBuilder setup)
    {
        for (long at = entry.Start; EbmlElement.TryNextWithEnd(file, ref at, entry.End, out EbmlElement element);)
        {
            if (element.Id == MatroskaId.BlockAdditionMapping)
            {
                var fields = new EbmlFields(
                    file, element, [],
                    [MatroskaId.BlockAddIdValue, MatroskaId.BlockAddIdType, MatroskaId.BlockAddIdExtraData]);
                setup.AddKey(fields.Unsigned(file, MatroskaId.BlockAddIdValue));
                setup.AddKey(fields.Unsigned(file, MatroskaId.BlockAddIdType));
                AddBytes(file, fields.Find(MatroskaId.BlockAddIdExtraData), setup);
            }
        }
    }

    /// <summary>Returns the greatest common divisor of two numbers, or 1 if there is none.</summary>
    private static long Divisor(long one, long other)
    {
        while (other > 0)
        {
            (one, other) = (other, one % other);
        }

        return Math.Max(1, one);
    }
}

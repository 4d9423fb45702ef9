namespace Doppel.Media;

/// <summary>Parses JPEG XL, as a bare code stream or in boxes (ISO/IEC 18181-1 and 18181-2).</summary>
/// <remarks>
/// The payload is the code stream, whether it is bare, in one box or in several, and under the strict policy the data
/// from which the original JPEG is reconstructed (<c>jbrd</c>) and the gain map (<c>jhgm</c>). Exif, XMP and JUMBF,
/// compressed or not, are tags. So are the level and the frame index, which only describe the code stream.
/// </remarks>
internal sealed class JpegXlParser : IMediaParser
{
    private const int BoxesMax = 1_000_000;
    private const int NumberBytes = 4;
    private const int TagBytesMax = 4 << 20;
    private const long IsLast = 0x8000_0000;

    private static readonly uint s_stream = IsoBox.TypeOf("jxlc"u8);
    private static readonly uint s_part = IsoBox.TypeOf("jxlp"u8);
    private static readonly uint s_compressed = IsoBox.TypeOf("brob"u8);

    private static readonly uint[] s_tags =
    [
        IsoBox.TypeOf("JXL "u8), IsoBox.TypeOf("ftyp"u8), IsoBox.TypeOf("Exif"u8), IsoBox.TypeOf("xml "u8),
        IsoBox.TypeOf("jumb"u8), IsoBox.TypeOf("uuid"u8), IsoBox.TypeOf("jxll"u8), IsoBox.TypeOf("jxli"u8),
        IsoBox.TypeOf("free"u8), IsoBox.TypeOf("skip"u8),
    ];

    private static readonly uint[] s_strict = [IsoBox.TypeOf("jbrd"u8), IsoBox.TypeOf("jhgm"u8)];

    public MediaFormat Format => MediaFormat.JpegXl;

    private static ReadOnlySpan<byte> BoxSignature =>
        [0, 0, 0, 12, (byte)'J', (byte)'X', (byte)'L', (byte)' ', 0x0D, 0x0A, 0x87, 0x0A];

    private static ReadOnlySpan<byte> StreamSignature => [0xFF, 0x0A];

    public bool Recognizes(HeaderReader file) => file.Is(0, BoxSignature) || file.Is(0, StreamSignature);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        if (file.Is(0, StreamSignature))
        {
            payload.Add(0, file.Length, "code stream");
            payload.AddKey(file.Length);
            return;
        }

        List<IsoBox> others = [];
        long at = 0;
        long parts = 0;
        long streamBytes = 0;
        bool isWhole = false;
        for (int boxes = 0; IsoBox.TryNext(file, ref at, file.Length, out IsoBox box); boxes++)
        {
            if (boxes == BoxesMax)
            {
                NotComparableException.Throw("it has too many boxes");
            }

            bool isPart = box.Type == s_part;
            if (isPart || box.Type == s_stream)
            {
                int number = isPart ? NumberBytes : 0;
                if (isWhole || box.Bytes < number || (isPart ? !IsNext(file, box, parts++, out isWhole) : parts > 0))
                {
                    NotComparableException.Throw("the parts of its code stream are not in order");
                }

                if (streamBytes == 0 && !file.Is(box.Start + number, StreamSignature))
                {
                    NotComparableException.Throw("its code stream is damaged");
                }

                isWhole |= !isPart;
                streamBytes += box.Bytes - number;
                payload.Add(box.Start + number, box.Bytes - number, "code stream");
            }
            else if (IsPayload(file, box, policy))
            {
                others.Add(box);
            }
        }

        if (!isWhole || at != file.Length)
        {
            NotComparableException.Throw(isWhole ? "data that is not a box follows" : "its code stream is not whole");
        }

        payload.AddKey(streamBytes);
        foreach (IsoBox box in others)
        {
            payload.AddKey(box.Type);
            payload.AddKey(box.Bytes);
            payload.Add(box.Start, box.Bytes, "another box");
        }
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        if (file.Is(0, StreamSignature))
        {
            return;
        }

        foreach (IsoBox box in new IsoFile(file).Boxes)
        {
            if (box.Type == s_compressed)
            {
                TagSlice content = TagSlice.Within(file, box.Start, box.Bytes);
                IsoTags.Read((uint)content.BigEndian(0, 4), tags.UnpackBrotli(content.From(4), TagBytesMax), tags);
            }
            else if (s_strict.Contains(box.Type))
            {
                tags.AddUnread($"jxl:{FourLetters.Text(box.Type)}", TagSlice.Within(file, box.Start, box.Bytes));
            }
            else
            {
                IsoTags.Read(file, box, tags);
            }
        }
    }

    // Parts are numbered from 0, and the last one is marked.
    private static bool IsNext(HeaderReader file, IsoBox box, long expected, out bool isLast)
    {
        long number = file.BigEndian32(box.Start);
        isLast = (number & IsLast) != 0;
        return (number & ~IsLast) == expected;
    }

    private static bool IsPayload(HeaderReader file, IsoBox box, MediaPolicy policy)
    {
        uint type = box.Type;
        if (type == s_compressed && box.Bytes >= 4)
        {
            // Starts with the original type of the compressed box. Boxes that the decoder needs are never compressed.
            type = file.BigEndian32(box.Start);
        }

        return !s_tags.Contains(type) && (policy == MediaPolicy.Strict || !s_strict.Contains(type));
    }
}

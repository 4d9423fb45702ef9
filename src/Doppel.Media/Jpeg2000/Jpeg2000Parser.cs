namespace Doppel.Media;

/// <summary>
/// Parses JPEG 2000, as a bare code stream or in boxes (ISO/IEC 15444-1 and 15444-2), including HTJ2K (15444-15).
/// </summary>
/// <remarks>
/// The payload is the code stream and the properties that control how it is displayed: size, bit depths, palette,
/// channels and colors; profiles only under the strict policy. Resolution, XML, UUID and intellectual property boxes
/// are tags. A bare code stream does not declare its colors, so it never matches one in boxes.
/// </remarks>
internal sealed class Jpeg2000Parser : IMediaParser
{
    private const int BoxesMax = 100_000;
    private const byte Enumerated = 1;

    private static readonly uint s_header = IsoBox.TypeOf("jp2h"u8);
    private static readonly uint s_stream = IsoBox.TypeOf("jp2c"u8);
    private static readonly uint s_fileType = IsoBox.TypeOf("ftyp"u8);
    private static readonly uint s_color = IsoBox.TypeOf("colr"u8);

    private static readonly uint[] s_tags =
    [
        IsoBox.TypeOf("jP  "u8), s_fileType, IsoBox.TypeOf("xml "u8), IsoBox.TypeOf("uuid"u8),
        IsoBox.TypeOf("uinf"u8), IsoBox.TypeOf("jumb"u8), IsoBox.TypeOf("jp2i"u8), IsoBox.TypeOf("res "u8),
        IsoBox.TypeOf("free"u8), IsoBox.TypeOf("skip"u8),
    ];

    // Resolution, intellectual property, and lists of UUIDs with an address.
    private static readonly uint[] s_unread =
        [IsoBox.TypeOf("res "u8), IsoBox.TypeOf("jp2i"u8), IsoBox.TypeOf("uinf"u8)];

    public MediaFormat Format => MediaFormat.Jpeg2000;

    private static ReadOnlySpan<byte> BoxSignature =>
        [0, 0, 0, 12, (byte)'j', (byte)'P', (byte)' ', (byte)' ', 0x0D, 0x0A, 0x87, 0x0A];

    // The start-of-codestream marker and the marker of the size segment, which must follow.
    private static ReadOnlySpan<byte> StreamSignature => [0xFF, 0x4F, 0xFF, 0x51];

    public bool Recognizes(HeaderReader file) => file.Is(0, BoxSignature) || file.Is(0, StreamSignature);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        if (file.Is(0, StreamSignature))
        {
            payload.AddKey(s_stream);
            payload.Add(0, file.Length, "code stream");
            return;
        }

        bool hasHeader = false;
        bool hasStream = false;
        long at = 0;
        for (int boxes = 0; IsoBox.TryNext(file, ref at, file.Length, out IsoBox box); boxes++)
        {
            if (boxes == BoxesMax || box.Type == IsoBox.TypeOf("moov"u8))
            {
                NotComparableException.Throw(boxes == BoxesMax ? "it has too many boxes" : "it is a film");
            }

            // Decoders refuse a file without it.
            if (boxes == 1 && box.Type != s_fileType)
            {
                NotComparableException.Throw("its file type is missing");
            }

            if (box.Type == s_stream)
            {
                hasStream |= file.Is(box.Start, StreamSignature);
                payload.Start();
                Add(payload, box, "code stream");
            }
            else if (box.Type == s_header)
            {
                hasHeader = true;
                AddHeader(file, box, policy, payload);
            }
            else if (!s_tags.Contains(box.Type))
            {
                Add(payload, box, "another box");
            }
        }

        if (!hasStream || !hasHeader)
        {
            NotComparableException.Throw("it has no picture");
        }

        payload.AddKey(file.Length - at);
        payload.Add(at, file.Length - at, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        const int KindBytes = 3; // method, precedence and approximation
        if (file.Is(0, StreamSignature))
        {
            return;
        }

        foreach (IsoBox box in new IsoFile(file).Boxes)
        {
            IsoBox color = box.Type == s_header ? box.Find(file, "colr"u8) : default;
            if (color.Type != 0 && !file.Is(color.Start, [Enumerated]))
            {
                TagSlice profile = TagSlice.Within(file, color.Start, color.Bytes).From(KindBytes);
                tags.Add(TagNames.Profile, ColorProfile.Describe(profile));
            }

            if (s_unread.Contains(box.Type))
            {
                AddUnread(file, box, tags);
            }

            if (box.Type == s_header && box.Find(file, "res "u8) is { Type: not 0 } resolution)
            {
                AddUnread(file, resolution, tags);
            }

            IsoTags.Read(file, box, tags);
        }
    }

    private static void AddUnread(HeaderReader file, IsoBox box, TagBuilder tags) => tags.AddUnread(
        $"jp2:{FourLetters.Text(box.Type).Trim()}", TagSlice.Within(file, box.Start, box.Bytes));

    private static void Add(PayloadBuilder payload, IsoBox box, string meaning)
    {
        payload.AddKey(box.Type);
        payload.AddKey(box.Bytes);
        payload.Add(box.Start, box.Bytes, meaning);
    }

    private static void AddHeader(HeaderReader file, IsoBox header, MediaPolicy policy, PayloadBuilder payload)
    {
        payload.AddKey(header.Type);
        long at = header.Start;
        for (int boxes = 0; IsoBox.TryNext(file, ref at, header.End, out IsoBox box); boxes++)
        {
            if (boxes == BoxesMax)
            {
                NotComparableException.Throw("it has too many boxes");
            }

            bool isProfile = box.Type == s_color && !file.Is(box.Start, [Enumerated]);
            if (!s_tags.Contains(box.Type) && (policy == MediaPolicy.Strict || !isProfile))
            {
                Add(payload, box, isProfile ? "color profile" : "header");
            }
        }

        payload.AddKey(-1);
    }
}

namespace Doppel.Media;

/// <summary>GIF (CompuServe, versions 87a and 89a).</summary>
/// <remarks>
/// Payload is all but comments and the extensions of other programs; how often an animation runs, which is one of
/// these, counts, and by the strict policy the colour profile, which is another.
/// </remarks>
internal sealed class GifParser : IMediaParser
{
    private const int BlocksMax = 1_000_000;
    private const byte Image = 0x2C;
    private const byte Extension = 0x21;
    private const byte Trailer = 0x3B;
    private const byte Comment = 0xFE;
    private const byte Application = 0xFF;
    private const byte HasTable = 0x80;

    public MediaFormat Format => MediaFormat.Gif;

    public bool Recognizes(HeaderReader file) => file.Is(0, "GIF87a"u8) || file.Is(0, "GIF89a"u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        const int ScreenAt = 6;
        const int ScreenBytes = 7;
        const int ImageBytes = 10;
        long at = ScreenAt + ScreenBytes + TableBytes(file.ByteAt(ScreenAt + 4));
        Take(file, payload, ScreenAt, at);
        bool hasImage = false;
        for (int i = 0; ; i++)
        {
            long start = at;
            byte kind = file.ByteAt(at);
            if (i == BlocksMax || kind is not (Image or Extension or Trailer))
            {
                NotComparableException.Throw("its blocks are damaged");
            }

            if (kind == Trailer)
            {
                break;
            }

            bool counts = true;
            if (kind == Image)
            {
                hasImage = true;
                at += ImageBytes + TableBytes(file.ByteAt(at + ImageBytes - 1)) + 1;
            }
            else
            {
                byte label = file.ByteAt(at + 1);
                at += 2;
                counts = label != Comment && (label != Application || IsPayload(file, at, policy));
            }

            at = BehindBlocks(file, at);
            if (counts)
            {
                Take(file, payload, start, at);
            }
        }

        if (!hasImage)
        {
            NotComparableException.Throw("it has no picture");
        }

        payload.AddKey(file.Length - at - 1);
        Take(file, payload, at + 1, file.Length);
    }

    private static int TableBytes(byte flags) => (flags & HasTable) != 0 ? 3 << ((flags & 7) + 1) : 0;

    private static void Take(HeaderReader file, PayloadBuilder payload, long start, long end)
    {
        if (!file.Has(start, end - start))
        {
            NotComparableException.Throw("it ends where more was announced");
        }

        payload.Add(start, end - start);
    }

    private static bool IsPayload(HeaderReader file, long at, MediaPolicy policy) =>
        file.Is(at, "\x0BNETSCAPE2.0"u8) || file.Is(at, "\x0BANIMEXTS1.0"u8)
        || (policy == MediaPolicy.Strict && file.Is(at, "\x0BICCRGBG1012"u8));

    private static long BehindBlocks(HeaderReader file, long at)
    {
        while (true)
        {
            byte bytes = file.ByteAt(at);
            at += 1 + bytes;
            if (bytes == 0)
            {
                return at;
            }
        }
    }
}

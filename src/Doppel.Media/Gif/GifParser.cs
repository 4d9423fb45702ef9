namespace Doppel.Media;

/// <summary>Parses GIF (CompuServe, versions 87a and 89a).</summary>
/// <remarks>
/// The payload is everything except comments and application extensions. Two application extensions count: the loop
/// count of an animation, and under the strict policy the color profile.
/// </remarks>
internal sealed class GifParser : IMediaParser
{
    private const int BlocksMax = 1_000_000;
    private const byte Image = 0x2C;
    private const byte Extension = 0x21;
    private const byte Trailer = 0x3B;
    private const byte Comment = GifTags.Comment;
    private const byte Application = GifTags.Application;
    private const byte HasTable = 0x80;

    public MediaFormat Format => MediaFormat.Gif;

    public bool Recognizes(HeaderReader file) => file.Is(0, "GIF87a"u8) || file.Is(0, "GIF89a"u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        const int ScreenAt = 6;
        const int ScreenBytes = 7;
        const int ImageBytes = 10;
        long at = ScreenAt + ScreenBytes + TableBytes(file.ByteAt(ScreenAt + 4));
        Take(file, payload, ScreenAt, at, "screen");
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

            if (!counts)
            {
                at = BehindBlocks(file, at);
            }
            else if (TakeBlocks(file, payload, start, ref at, kind == Image ? "picture" : "extension"))
            {
                return;
            }
        }

        if (!hasImage)
        {
            NotComparableException.Throw("it has no picture");
        }

        payload.AddKey(file.Length - at - 1);
        Take(file, payload, at + 1, file.Length, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        const int ScreenBytes = 13;
        const int ImageBytes = 10;
        long at = ScreenBytes + TableBytes(file.ByteAt(10));
        for (int i = 0; i < BlocksMax; i++)
        {
            byte kind = file.ByteAt(at);
            if (kind == Image)
            {
                at = BehindBlocks(file, at + ImageBytes + TableBytes(file.ByteAt(at + ImageBytes - 1)) + 1);
                continue;
            }

            if (kind != Extension)
            {
                return;
            }

            long end = BehindBlocks(file, at + 2);
            GifTags.Read(file, file.ByteAt(at + 1), at + 2, end, tags);
            at = end;
        }
    }

    private static int TableBytes(byte flags) => (flags & HasTable) != 0 ? 3 << ((flags & 7) + 1) : 0;

    private static void Take(HeaderReader file, PayloadBuilder payload, long start, long end, string meaning)
    {
        if (!file.Has(start, end - start))
        {
            NotComparableException.Throw("it is truncated");
        }

        payload.Add(start, end - start, meaning);
    }

    private static bool IsPayload(HeaderReader file, long at, MediaPolicy policy) =>
        file.Is(at, "\x0BNETSCAPE2.0"u8) || file.Is(at, "\x0BANIMEXTS1.0"u8)
        || (policy == MediaPolicy.Strict && file.Is(at, "\x0BICCRGBG1012"u8));

    // Returns true if a glance has enough, which can happen in the middle of an image.
    private static bool TakeBlocks(HeaderReader file, PayloadBuilder payload, long start, ref long at, string meaning)
    {
        if (!payload.IsGlance)
        {
            at = BehindBlocks(file, at);
            Take(file, payload, start, at, meaning);
            return false;
        }

        Take(file, payload, start, at, meaning);
        while (!payload.Suffices())
        {
            start = at;
            at += 1 + file.ByteAt(at);
            Take(file, payload, start, at, meaning);
            if (at == start + 1)
            {
                return false;
            }
        }

        return true;
    }

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

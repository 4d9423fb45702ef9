namespace Doppel.Media;

/// <summary>Parses WebP (RFC 9649), still and animated.</summary>
/// <remarks>
/// The payload is the image (<c>VP8 </c>, <c>VP8L</c>, <c>ALPH</c>) or the frames (<c>ANIM</c>, <c>ANMF</c> and their
/// canvas), and under the strict policy the color profile. Nothing else in <c>VP8X</c> counts: a still image has the
/// same meaning without it.
/// </remarks>
internal sealed class WebPParser : IMediaParser
{
    private const int ChunksMax = 100_000;
    private const byte AnimationFlag = 0x02;
    private const int ExtendedBytes = 10;

    private static readonly HashSet<string> s_structure = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"];

    private static readonly uint s_extended = RiffChunk.IdOf("VP8X"u8);
    private static readonly uint s_profile = RiffChunk.IdOf("ICCP"u8);
    private static readonly uint s_exif = RiffChunk.IdOf("EXIF"u8);
    private static readonly uint s_xmp = RiffChunk.IdOf("XMP "u8);
    private static readonly uint s_lossy = RiffChunk.IdOf("VP8 "u8);
    private static readonly uint s_lossless = RiffChunk.IdOf("VP8L"u8);
    private static readonly uint s_alpha = RiffChunk.IdOf("ALPH"u8);
    private static readonly uint s_animation = RiffChunk.IdOf("ANIM"u8);
    private static readonly uint s_frame = RiffChunk.IdOf("ANMF"u8);

    public MediaFormat Format => MediaFormat.WebP;

    public bool Recognizes(HeaderReader file) => file.Is(0, "RIFF"u8) && file.Is(8, "WEBP"u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long bytes = file.LittleEndian32(4);
        if (!file.Has(RiffChunk.HeaderBytes, bytes))
        {
            NotComparableException.Throw("it is truncated");
        }

        long end = RiffChunk.HeaderBytes + bytes;
        bool hasPicture = false;
        int chunks = 0;
        for (long at = 12; at + RiffChunk.HeaderBytes <= end;)
        {
            RiffChunk chunk = RiffChunk.At(file, at);
            if (chunk.Bytes > end - chunk.Start || ++chunks > ChunksMax)
            {
                NotComparableException.Throw("it is truncated");
            }

            if (chunks == 1 && chunk.Id != s_extended && chunk.Id != s_lossy && chunk.Id != s_lossless)
            {
                NotComparableException.Throw("its header is damaged");
            }

            if (chunk.Id == s_extended)
            {
                AddCanvas(file, chunk, payload);
            }
            else if (IsPicture(chunk.Id) || (chunk.Id == s_profile && policy == MediaPolicy.Strict))
            {
                if (chunk.Id == s_lossy || chunk.Id == s_lossless || chunk.Id == s_frame)
                {
                    hasPicture = true;
                    payload.Start();
                }

                payload.AddKey(chunk.Id);
                payload.AddKey(chunk.Bytes);
                payload.Add(chunk.Start, chunk.Bytes, "chunk");
            }

            at = chunk.Next;
        }

        if (!hasPicture)
        {
            NotComparableException.Throw("it has no picture");
        }

        long behind = Math.Min(file.Length, end + (end & 1));
        payload.AddKey(file.Length - behind);
        payload.Add(behind, file.Length - behind, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        long end = RiffChunk.HeaderBytes + Math.Min(file.LittleEndian32(4), file.Length - RiffChunk.HeaderBytes);
        long at = 12;
        for (int i = 0; i < ChunksMax && at + RiffChunk.HeaderBytes <= end; i++)
        {
            RiffChunk chunk = RiffChunk.At(file, at);
            TagSlice content = TagSlice.Within(file, chunk.Start, chunk.Bytes);
            if (chunk.Id == s_exif)
            {
                // Some programs also copy the prefix that Exif has in JPEG.
                TagSlice exif = content.Is(0, "Exif\0\0"u8) ? content.From(6) : content;
                ExifTags.Read(file, exif.At, exif.Bytes, tags);
            }
            else if (chunk.Id == s_xmp)
            {
                XmpTags.Read(file, content.At, content.Bytes, tags);
            }
            else if (chunk.Id == s_profile)
            {
                tags.Add(TagNames.Profile, ColorProfile.Describe(content));
            }
            else
            {
                RiffTags.Read(file, chunk, s_structure, tags);
            }

            at = chunk.Next;
        }
    }

    private static bool IsPicture(uint id) =>
        id == s_lossy || id == s_lossless || id == s_alpha || id == s_animation || id == s_frame;

    // Only animations may have a canvas that differs from the image size. Decoders reject others.
    private static void AddCanvas(HeaderReader file, RiffChunk chunk, PayloadBuilder payload)
    {
        if (chunk.Bytes < ExtendedBytes)
        {
            NotComparableException.Throw("its header is damaged");
        }

        ReadOnlySpan<byte> header = file.At(chunk.Start, ExtendedBytes);
        if ((header[0] & AnimationFlag) != 0)
        {
            payload.AddKey(header[4..]);
        }
    }
}

namespace Doppel.Media;

/// <summary>Parses Sony Wave64: WAVE with 64-bit lengths, GUIDs as chunk IDs and 8-byte alignment.</summary>
/// <remarks>
/// The payload is the same as in WAVE: the codec parameters (<c>fmt</c>, <c>fact</c>), the samples (<c>data</c>), and
/// any data after the last chunk that is not a tag.
/// </remarks>
internal sealed class Wave64Parser : IMediaParser
{
    private const int IdBytes = 16;
    private const int HeaderBytes = IdBytes + 8;
    private const int ChunksMax = 100_000;

    private static readonly byte[] s_riff =
        [.. "riff"u8, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00];

    // The bytes that follow the four characters in the GUIDs of all other chunks.
    private static readonly byte[] s_tail =
        [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A];

    private static readonly byte[] s_summary =
        [0xBC, 0x94, 0x5F, 0x92, 0x5A, 0x52, 0xD2, 0x11, 0x86, 0xDC, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A];

    public MediaFormat Format => MediaFormat.Wave64;

    public bool Recognizes(HeaderReader file) => file.Is(0, s_riff) && IsChunk(file, HeaderBytes, "wave"u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long end = file.LittleEndian64(IdBytes);
        if (end < HeaderBytes + IdBytes || !file.Has(0, end))
        {
            NotComparableException.Throw("it is truncated");
        }

        bool hasFormat = false;
        bool hasData = false;
        int chunks = 0;
        for (long at = HeaderBytes + IdBytes; at + HeaderBytes <= end;)
        {
            long bytes = file.LittleEndian64(at + IdBytes);
            if (bytes < HeaderBytes || bytes > end - at || ++chunks > ChunksMax)
            {
                NotComparableException.Throw("it is truncated");
            }

            bool isFormat = IsChunk(file, at, "fmt "u8);
            bool isData = IsChunk(file, at, "data"u8);
            if ((isData && (hasData || !hasFormat)) || (isFormat && hasFormat))
            {
                NotComparableException.Throw("its chunks are not in order");
            }

            if (isData && bytes == HeaderBytes)
            {
                NotComparableException.Throw("it has no audio data");
            }

            if (isFormat || isData || IsChunk(file, at, "fact"u8))
            {
                int kind = isData ? 2 : 3;
                payload.AddKey(isFormat ? 1 : kind);
                payload.AddKey(bytes);
                payload.Add(at + HeaderBytes, bytes - HeaderBytes, isData ? "samples" : "format");
            }

            hasFormat |= isFormat;
            hasData |= isData;
            at = Aligned(at + bytes);
        }

        if (!hasData)
        {
            NotComparableException.Throw("it has no audio data");
        }

        long behind = Math.Min(file.Length, Aligned(end));
        long tags = TagEnds.End(file, behind);
        payload.AddKey(tags - behind);
        payload.Add(behind, tags - behind, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        long end = Math.Min(file.LittleEndian64(IdBytes), file.Length);
        long at = HeaderBytes + IdBytes;
        for (int i = 0; i < ChunksMax && at + HeaderBytes <= end; i++)
        {
            long bytes = file.LittleEndian64(at + IdBytes);
            if (bytes < HeaderBytes || bytes > end - at)
            {
                return;
            }

            if (file.Is(at, s_summary))
            {
                ReadSummary(TagSlice.Within(file, at + HeaderBytes, bytes - HeaderBytes), tags);
            }
            else if (file.Is(at + 4, s_tail))
            {
                var chunk = new RiffChunk(file.LittleEndian32(at), at + HeaderBytes, bytes - HeaderBytes);
                RiffTags.Read(file, chunk, WavParser.Structure, tags);
            }

            at = Aligned(at + bytes);
        }

        StackedTags.ReadEnd(file, Math.Min(at, file.Length), tags);
    }

    // The IDs are those of a RIFF INFO list, with UTF-16 text.
    private static void ReadSummary(TagSlice list, TagBuilder tags)
    {
        long count = Math.Min(list.LittleEndian(0, 4), ChunksMax);
        long at = 4;
        for (long i = 0; i < count && at + 8 <= list.Bytes; i++)
        {
            long bytes = list.LittleEndian(at + 4, 4);
            string text = TagText.Utf16(list.Part(at + 8, bytes).ToArray(), isBigEndian: false);
            tags.Add(RiffTags.InfoName(list.Part(at, 4).Text()), TagText.UpToNul(text));
            at += 8 + bytes;
        }
    }

    private static bool IsChunk(HeaderReader file, long at, ReadOnlySpan<byte> letters) =>
        file.Is(at, letters) && file.Is(at + letters.Length, s_tail);

    private static long Aligned(long at) => (at + 7) & ~7L;
}

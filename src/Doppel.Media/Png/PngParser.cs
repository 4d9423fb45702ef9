using Doppel.Hashing;
using static Doppel.Media.PngChunk;

namespace Doppel.Media;

/// <summary>Parses PNG (W3C, third edition), still and animated.</summary>
/// <remarks>
/// The payload is every critical chunk, transparency and animation, and under the strict policy the color information.
/// How the compressed stream is split into chunks has no meaning, nor do the sequence numbers of animation frames. The
/// checksum that the chunks state for the payload counts: decoders refuse a file in which it is wrong, so such a file
/// must not match an intact one. No chunk has to be read for this, because checksums can be combined.
/// </remarks>
internal sealed class PngParser : IMediaParser
{
    private const int ChunksMax = 10_000_000;
    private const int AroundBytes = 12; // length, type and checksum

    // gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD, and mDCv cLLi, the names of two of them in drafts of the standard
    private static readonly uint[] s_colors =
    [
        0x67414D41, 0x6348524D, 0x73524742, 0x69434350, 0x63494350, 0x6D444356, 0x634C4C49, 0x73424954, 0x624B4744,
        0x6D444376, 0x634C4C69,
    ];

    public MediaFormat Format => MediaFormat.Png;

    private static ReadOnlySpan<byte> Signature => [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A];

    public bool Recognizes(HeaderReader file) => file.Is(0, Signature);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long at = Signature.Length;
        long stream = 0; // bytes of the compressed stream in the chunks just passed
        uint streamType = 0;
        uint streamChecksum = 0;
        bool hasData = false;
        for (int i = 0; ; i++)
        {
            long bytes = file.BigEndian32(at);
            uint type = file.BigEndian32(at + 4);
            long start = at + 8;
            if (!file.Has(at, bytes + AroundBytes) || i == ChunksMax || (i == 0) != (type == Header))
            {
                NotComparableException.Throw("its chunks are damaged");
            }

            at += bytes + AroundBytes;
            // A tag between the chunks of a stream does not end the stream.
            bool isTag = type is not (End or Data or FrameData) && !IsPayload(type, policy);
            if (type != streamType && stream > 0 && !isTag)
            {
                payload.AddKey(streamType);
                payload.AddKey(stream);
                payload.AddKey(streamChecksum);
                stream = 0;
                streamChecksum = 0;
            }

            if (type == End)
            {
                payload.AddKey(StatedChecksum(file, start, 0, bytes));
                break;
            }

            if (type is Data or FrameData)
            {
                // An fdAT chunk starts with a sequence number.
                int number = type == FrameData ? 4 : 0;
                hasData |= type == Data;
                streamType = type;
                stream += Math.Max(0, bytes - number);
                streamChecksum = StatedChecksum(file, start, number, bytes, streamChecksum);
                payload.Start();
                payload.Add(start + number, bytes - number, "chunk");
            }
            else if (IsPayload(type, policy))
            {
                int number = type == FrameControl ? 4 : 0;
                payload.AddKey(type);
                payload.AddKey(bytes);
                payload.AddKey(StatedChecksum(file, start, number, bytes));
                payload.Add(start + number, bytes - number, "chunk");
            }
            else if ((type & IsAncillary) == 0)
            {
                NotComparableException.Throw("it has a critical chunk that is not known");
            }
        }

        if (!hasData)
        {
            NotComparableException.Throw("it has no picture");
        }

        payload.AddKey(file.Length - at);
        payload.Add(at, file.Length - at, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        long at = Signature.Length;
        for (int i = 0; i < ChunksMax && file.Has(at, AroundBytes); i++)
        {
            long bytes = file.BigEndian32(at);
            uint type = file.BigEndian32(at + 4);
            PngTags.Read(type, TagSlice.Within(file, at + 8, bytes), tags);
            at += bytes + AroundBytes;
            if (type == End)
            {
                return;
            }
        }
    }

    // Returns the checksum of some content followed by the payload in a chunk, as the chunk states it.
    private static uint StatedChecksum(HeaderReader file, long start, int number, long bytes, uint before = 0)
    {
        // The chunk's own checksum also covers its type, and the sequence number.
        number = (int)Math.Min(number, bytes);
        uint type = Crc32.Hash(file.At(start - 4, 4 + number));
        return Crc32.Combine(before ^ type, file.BigEndian32(start + bytes), (ulong)(bytes - number));
    }

    private static bool IsPayload(uint type, MediaPolicy policy) =>
        type is Header or Palette or Transparency or AnimationControl or FrameControl
        || (policy == MediaPolicy.Strict && s_colors.Contains(type));
}

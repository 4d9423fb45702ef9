namespace Doppel.Media;

/// <summary>Parses TAK (thbeck.de, as its SDK describes it).</summary>
/// <remarks>
/// The payload is everything between the tags, including the headers of the original file, which decompression
/// restores, and the seek table of the oldest files, which is stored between other parameters.
/// </remarks>
internal sealed class TakParser : IMediaParser
{
    private const int HeaderBytes = 4;
    private const int BlocksMax = 1000;
    private const int EndOfBlocks = 0;
    private const int StreamInfo = 1;
    private const int LastFrame = 7;
    private const int LastFrameBytes = 8;

    public MediaFormat Format => MediaFormat.Tak;

    public bool Recognizes(HeaderReader file) => file.Is(TagEnds.Start(file), "tBaK"u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long start = TagEnds.Start(file);
        long end = TagEnds.End(file, start);
        bool hasInfo = false;
        long frameBytes = 0;
        long at = start + HeaderBytes;
        int kind = -1;
        for (int i = 0; i < BlocksMax && kind != EndOfBlocks; i++)
        {
            kind = file.ByteAt(at) & 0x7F;
            long bytes = file.LittleEndian32(at) >> 8;
            hasInfo |= kind == StreamInfo;
            if (kind == LastFrame && bytes >= LastFrameBytes)
            {
                // Where the last frame begins, relative to the first one, in five bytes, and its length in three.
                long last = file.LittleEndian64(at + HeaderBytes);
                frameBytes = (last & 0xFF_FFFF_FFFF) + (last >>> 40);
            }

            at += HeaderBytes + bytes;
        }

        if (kind != EndOfBlocks || !hasInfo)
        {
            NotComparableException.Throw("its header is damaged");
        }

        if (end <= at || frameBytes > end - at)
        {
            NotComparableException.Throw(frameBytes == 0 ? "it has no audio data" : "it is truncated");
        }

        payload.Add(start, at - start, "headers");
        payload.Add(at, end - at, "frames");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags) => StackedTags.Read(file, tags);
}

namespace Doppel.Media;

/// <summary>Parses OptimFROG (losslessaudio.org) and its lossy variant, as far as their structure is known.</summary>
/// <remarks>
/// The format is not published, so everything between the tags is payload: the parameters, the header and trailing data
/// of the original file, which decompression restores, and the frames, which the file contains in chunks.
/// </remarks>
internal sealed class OptimFrogParser : IMediaParser
{
    private const int ChunkHeaderBytes = 8;
    private const int ChunksMax = 100_000;
    private const int ParameterBytes = 12;

    public MediaFormat Format => MediaFormat.OptimFrog;

    public bool Recognizes(HeaderReader file)
    {
        long start = TagEnds.Start(file);
        return file.Is(start, "OFR "u8) && file.Has(start, ChunkHeaderBytes)
            && file.LittleEndian32(start + 4) is >= ParameterBytes and < 256;
    }

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long start = TagEnds.Start(file);
        long end = TagEnds.End(file, start);
        bool hasAudio = false;
        long at = start;
        for (int i = 0; i < ChunksMax && at + ChunkHeaderBytes <= end && IsChunk(file, at); i++)
        {
            hasAudio |= file.Is(at, "COMP"u8);
            at += ChunkHeaderBytes + file.LittleEndian32(at + 4);
        }

        if (at > end || !hasAudio)
        {
            NotComparableException.Throw(at > end ? "it is truncated" : "it has no audio data");
        }

        payload.Add(start, end - start, "chunks");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags) => StackedTags.Read(file, tags);

    private static bool IsChunk(HeaderReader file, long at) =>
        file.Is(at, "OFR "u8) || file.Is(at, "HEAD"u8) || file.Is(at, "COMP"u8) || file.Is(at, "TAIL"u8);
}

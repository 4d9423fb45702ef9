namespace Doppel.Media;

/// <summary>
/// Parses WavPack (wavpack.com, file formats 4 and 5), including the correction files that accompany hybrid files.
/// </summary>
/// <remarks>
/// The payload is all blocks with everything in them, including the checksum of the samples and the headers of the
/// original file, which decompression restores. Tags precede and follow the blocks.
/// </remarks>
internal sealed class WavPackParser : IMediaParser
{
    private const int HeaderBytes = 32;
    private const int BytesBesideSize = 8;
    private const int FirstVersion = 0x402;
    private const int LastVersion = 0x410;

    public MediaFormat Format => MediaFormat.WavPack;

    private static ReadOnlySpan<byte> Magic => "wvpk"u8;

    public bool Recognizes(HeaderReader file) => file.Is(TagEnds.Start(file), Magic);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long start = TagEnds.Start(file);
        long end = TagEnds.End(file, start);
        if (end - start < HeaderBytes)
        {
            NotComparableException.Throw("its first block is damaged");
        }

        long blockBytes = BytesBesideSize + (long)file.LittleEndian32(start + 4);
        if (file.LittleEndian16(start + 8) is < FirstVersion or > LastVersion
            || blockBytes < HeaderBytes || blockBytes > end - start)
        {
            NotComparableException.Throw("its first block is damaged");
        }

        // The samples in the whole file and in the block, and the bytes above the lower 32 bits of the first number.
        uint samples = file.LittleEndian32(start + 12) | file.ByteAt(start + 11) | file.LittleEndian32(start + 20);
        if (samples == 0)
        {
            NotComparableException.Throw("it has no audio data");
        }

        payload.Add(start, end - start, "blocks");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags) => StackedTags.Read(file, tags);
}

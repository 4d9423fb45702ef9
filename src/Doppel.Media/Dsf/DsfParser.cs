namespace Doppel.Media;

/// <summary>Parses the DSD Stream File format (Sony, 1.01).</summary>
/// <remarks>
/// The payload is the format chunk, the samples, and any data after them that is not a tag. The first chunk contains
/// the length of the file and the offset of its ID3v2 tag, which change with the tag.
/// </remarks>
internal sealed class DsfParser : IMediaParser
{
    private const int HeaderBytes = 12;
    private const int FileBytes = 28;
    private const int FormatBytes = 52;
    private const int PointerAt = 20;

    public MediaFormat Format => MediaFormat.Dsf;

    public bool Recognizes(HeaderReader file) => file.Is(0, "DSD "u8) && file.Is(FileBytes, "fmt "u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long formatBytes = file.LittleEndian64(FileBytes + 4);
        long data = FileBytes + formatBytes;
        if (file.LittleEndian64(4) != FileBytes || formatBytes < FormatBytes || !file.Is(data, "data"u8))
        {
            NotComparableException.Throw("its chunks are not in order");
        }

        long dataBytes = file.LittleEndian64(data + 4);
        if (dataBytes <= HeaderBytes || !file.Has(data, dataBytes))
        {
            NotComparableException.Throw(
                dataBytes == HeaderBytes ? "it has no audio data" : "it is truncated");
        }

        payload.AddKey(formatBytes);
        payload.Add(FileBytes + HeaderBytes, formatBytes - HeaderBytes, "format");
        payload.AddKey(dataBytes);
        payload.Add(data + HeaderBytes, dataBytes - HeaderBytes, "samples");
        AddRest(file, data + dataBytes, payload);
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        long tag = file.LittleEndian64(PointerAt);
        long bytes = tag > 0 ? TagEnds.Id3v2At(file, tag) : 0;
        Id3Tags.Read(file, tag, bytes, tags);
        StackedTags.ReadEnd(file, tag > 0 ? tag + bytes : FileBytes, tags);
    }

    // After a tag has been removed, the pointer refers to the very end of the file.
    private static void AddRest(HeaderReader file, long end, PayloadBuilder payload)
    {
        long tag = file.LittleEndian64(PointerAt);
        tag = tag == 0 ? end : tag;
        long tagBytes = tag == end && file.LittleEndian64(PointerAt) == 0 ? 0 : TagEnds.Id3v2At(file, tag);
        if (tag < end || tag > file.Length || tagBytes > file.Length - tag
            || (tagBytes == 0 && tag != end && tag != file.Length))
        {
            NotComparableException.Throw("its tag is damaged");
        }

        long behind = tag + tagBytes;
        long last = TagEnds.End(file, behind);
        payload.AddKey(tag - end);
        payload.Add(end, tag - end, "what follows");
        payload.AddKey(last - behind);
        payload.Add(behind, last - behind, "what follows");
    }
}

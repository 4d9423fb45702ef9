namespace Doppel.Media;

/// <summary>Parses FLAC (RFC 9639), including files with ID3 tags around it.</summary>
/// <remarks>The payload is STREAMINFO, which the decoder needs, and the frames after the last metadata block.</remarks>
internal sealed class FlacParser : IMediaParser
{
    private const int BlocksMax = 10_000;
    private const int StreamInfoBytes = 34;
    private const int StreamInfo = 0;
    private const int Invalid = 127;

    public MediaFormat Format => MediaFormat.Flac;

    private static ReadOnlySpan<byte> Magic => "fLaC"u8;

    public bool Recognizes(HeaderReader file) => file.Is(TagEnds.Start(file), Magic);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long at = TagEnds.Start(file) + Magic.Length;
        bool isLast = false;
        for (int i = 0; !isLast; i++)
        {
            uint header = file.BigEndian32(at);
            int type = (int)(header >> 24) & 0x7F;
            int bytes = (int)(header & 0xFF_FFFF);
            isLast = header >> 31 == 1;
            at += 4;
            if (type == Invalid || i == BlocksMax || (i == 0) != (type == StreamInfo)
                || (type == StreamInfo && bytes != StreamInfoBytes) || !file.Has(at, bytes))
            {
                NotComparableException.Throw("its blocks are damaged");
            }

            if (type == StreamInfo)
            {
                payload.Add(at, bytes, "STREAMINFO");
            }

            at += bytes;
        }

        long end = TagEnds.End(file, at);
        if (end - at < 2 || (file.BigEndian16(at) & 0xFFFE) != 0xFFF8)
        {
            NotComparableException.Throw("no frame follows its blocks");
        }

        payload.Add(at, end - at, "frames");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        long at = StackedTags.ReadStart(file, tags) + Magic.Length;
        bool isLast = false;
        for (int i = 0; !isLast && i < BlocksMax && file.Has(at, 4); i++)
        {
            uint header = file.BigEndian32(at);
            isLast = header >> 31 == 1;
            TagSlice block = TagSlice.Within(file, at + 4, header & 0xFF_FFFF);
            ReadBlock((int)(header >> 24) & 0x7F, block, tags);
            at = block.End;
        }

        StackedTags.ReadEnd(file, at, tags);
    }

    /// <summary>Reads one metadata block. Also used for FLAC in Ogg.</summary>
    internal static void ReadBlock(int type, TagSlice block, TagBuilder tags)
    {
        const int Padding = 1;
        const int Application = 2;
        const int SeekTable = 3;
        const int Comments = 4;
        const int CueSheet = 5;
        const int Picture = 6;
        switch (type)
        {
            case Application:
                tags.Add($"flac:{block.Part(0, 4).Text()}", block.From(4).Describe());
                break;
            case Comments:
                VorbisComments.Read(block.File, block.At, block.Bytes, tags);
                break;
            case CueSheet:
                tags.Add("flac:CUESHEET", block.Describe());
                break;
            case Picture:
                FlacPicture.Read(block.File, block.At, block.Bytes, tags);
                break;
            case not (StreamInfo or Padding or SeekTable):
                tags.AddUnread($"flac:block {type}", block);
                break;
        }
    }
}

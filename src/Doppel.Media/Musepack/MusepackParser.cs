namespace Doppel.Media;

/// <summary>Parses Musepack, stream versions 7 and 8 (musepack.net).</summary>
/// <remarks>
/// The payload is the headers and the frames; under the loose policy without the loudness, which mpcgain changes. In
/// version 8, chapters are tags. The seek table is neither: it follows from the lengths of the audio packets, and
/// decoders play a file without it.
/// </remarks>
internal sealed class MusepackParser : IMediaParser
{
    private const int OldHeaderBytes = 25;
    private const int OldGainAt = 12;
    private const int OldGainBytes = 8;
    private const int FrameLengthBits = 20;

    public MediaFormat Format => MediaFormat.Musepack;

    public bool Recognizes(HeaderReader file)
    {
        long start = TagEnds.Start(file);
        return file.Is(start, MusepackPacket.Magic)
            || (file.Is(start, "MP+"u8) && file.Has(start, OldHeaderBytes) && (file.ByteAt(start + 3) & 0xF) == 7);
    }

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long start = TagEnds.Start(file);
        long end = TagEnds.End(file, start);
        if (file.Is(start, MusepackPacket.Magic))
        {
            AddPackets(file, start, end, policy, payload);
            return;
        }

        long frames = file.LittleEndian32(start + 4);
        if (frames == 0 || end - start < OldHeaderBytes + (frames * FrameLengthBits / 8))
        {
            NotComparableException.Throw(frames == 0 ? "it has no audio data" : "it is truncated");
        }

        long gain = policy == MediaPolicy.Loose ? OldGainBytes : 0;
        payload.Add(start, OldGainAt, "format");
        payload.Add(start + OldGainAt, OldGainBytes - gain, "loudness");
        payload.Add(start + OldGainAt + OldGainBytes, end - start - OldGainAt - OldGainBytes, "frames");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        StackedTags.Read(file, tags);
        long start = TagEnds.Start(file);
        int chapters = 0;
        if (file.Is(start, MusepackPacket.Magic))
        {
            long end = TagEnds.End(file, start);
            MusepackPacket packet = MusepackPacket.First(file, start, end);
            for (; !packet.Is("SE"u8); packet = MusepackPacket.At(file, packet.End, end))
            {
                chapters += packet.Is("CT"u8) ? 1 : 0;
            }
        }

        tags.Add(TagNames.Chapters, chapters > 0 ? TagText.Number(chapters) : "");
    }

    private static void AddPackets(
        HeaderReader file, long start, long end, MediaPolicy policy, PayloadBuilder payload)
    {
        bool hasAudio = false;
        MusepackPacket packet = MusepackPacket.First(file, start, end);
        if (!packet.Is("SH"u8))
        {
            NotComparableException.Throw("its header is missing");
        }

        for (; !packet.Is("SE"u8); packet = MusepackPacket.At(file, packet.End, end))
        {
            bool isAudio = packet.Is("AP"u8);
            if (isAudio && payload.Suffices())
            {
                return;
            }

            hasAudio |= isAudio;
            bool isDerived = packet.Is("SO"u8) || packet.Is("ST"u8);
            bool isLoudness = packet.Is("RG"u8);
            if (!isDerived && !packet.Is("CT"u8) && !(isLoudness && policy == MediaPolicy.Loose))
            {
                string meaning = isAudio ? "frames" : "format";
                payload.Add(packet.Start, packet.End - packet.Start, isLoudness ? "loudness" : meaning);
            }
        }

        if (!hasAudio)
        {
            NotComparableException.Throw("it has no audio data");
        }

        payload.Add(packet.Start, end - packet.Start, "what follows");
    }
}

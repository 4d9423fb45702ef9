namespace Doppel.Media;

/// <summary>Monkey's Audio, with the header of version 3.98 and with the one before.</summary>
/// <remarks>
/// By the strict policy payload is everything between the tags, also the header and ending of the file that it came
/// from: unpacking gives them back, and the header's MD5 covers them. By the loose policy it is how to decode and the
/// frames; of the table of frames their distances count, since its places move with what stands before.
/// </remarks>
internal sealed class MonkeysAudioParser : IMediaParser
{
    private const int OldestVersion = 3000;
    private const int VersionExcl = 6000;

    // Whether a peak, a count or a header is stored says nothing about the sound.
    private const int SoundFlags = 0xFFFF & ~(4 | 16 | 32);

    public MediaFormat Format => MediaFormat.MonkeysAudio;

    public bool Recognizes(HeaderReader file)
    {
        long start = TagEnds.Start(file);
        return (file.Is(start, "MAC "u8) || file.Is(start, "MACF"u8)) && file.Has(start, 32)
            && file.LittleEndian16(start + 4) is >= OldestVersion and < VersionExcl;
    }

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long start = TagEnds.Start(file);
        long end = TagEnds.End(file, start);
        ApeLayout layout = ApeLayout.Read(file, start, end);
        if (layout.FrameBytes <= 0 || layout.End > end || layout.FrameCount == 0)
        {
            NotComparableException.Throw(
                layout.FrameCount == 0 ? "it has no frames" : "it ends where more was announced");
        }

        if (policy == MediaPolicy.Strict)
        {
            payload.Add(start, layout.Frames - start, "headers");
            payload.Add(layout.Frames, layout.FrameBytes, "frames");
            payload.Add(
                layout.Frames + layout.FrameBytes, end - layout.Frames - layout.FrameBytes, "what follows");
            return;
        }

        AddFormat(file, layout, payload);
        long first = layout.SeekBytes >= 4 ? file.LittleEndian32(layout.Seek) : 0;
        for (long at = layout.Seek; at + 4 <= layout.Seek + layout.SeekBytes; at += 4)
        {
            payload.AddKey(file.LittleEndian32(at) - first);
        }

        payload.Add(layout.Frames, layout.FrameBytes, "frames");
        payload.AddKey(end - layout.End);
        payload.Add(layout.End, end - layout.End, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags) => StackedTags.Read(file, tags);

    private static void AddFormat(HeaderReader file, ApeLayout layout, PayloadBuilder payload)
    {
        long at = layout.Start;
        payload.AddKey(file.At(at, 6));
        if (file.LittleEndian16(at + 4) < ApeLayout.DescriptorVersion)
        {
            payload.AddKey(file.LittleEndian16(at + 6));
            payload.AddKey(file.LittleEndian16(at + 8) & SoundFlags);
            payload.AddKey(file.At(at + 10, 6)); // channels, samples a second
            payload.AddKey(file.At(at + 24, 8)); // frames, length of the last one
            payload.Add(layout.Bits, layout.Frames - layout.Bits, "bits before frames");
            return;
        }

        long header = at + file.LittleEndian32(at + 8);
        payload.AddKey(file.LittleEndian16(header));
        payload.AddKey(file.LittleEndian16(header + 2) & SoundFlags);
        payload.Add(header + 4, layout.Seek - header - 4, "format");
    }
}

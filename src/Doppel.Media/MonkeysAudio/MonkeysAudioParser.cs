namespace Doppel.Media;

/// <summary>Parses Monkey's Audio, with the header of version 3.98 and that of earlier versions.</summary>
/// <remarks>
/// Under the strict policy, the payload is everything between the tags, including the header and trailing data of the
/// original file: decompression restores them, and the MD5 in the header covers them. Under the loose policy, it is the
/// codec parameters and the frames. From the seek table, only the distances count, since its offsets shift with the
/// data before the frames.
/// </remarks>
internal sealed class MonkeysAudioParser : IMediaParser
{
    private const int OldestVersion = 3000;
    private const int VersionExcl = 6000;

    // Whether a peak level, a frame count or a WAV header is stored does not affect the audio.
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
                layout.FrameCount == 0 ? "it has no audio data" : "it is truncated");
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
            payload.AddKey(file.At(at + 10, 6)); // channels and sample rate
            payload.AddKey(file.At(at + 24, 8)); // number of frames, length of the last one
            payload.Add(layout.Bits, layout.Frames - layout.Bits, "bits before frames");
            return;
        }

        long header = at + file.LittleEndian32(at + 8);
        payload.AddKey(file.LittleEndian16(header));
        payload.AddKey(file.LittleEndian16(header + 2) & SoundFlags);
        payload.Add(header + 4, layout.Seek - header - 4, "format");
    }
}

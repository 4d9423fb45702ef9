namespace Doppel.Media.Tests;

/// <summary>Files without sound are no twins of each other, in whatever format.</summary>
public sealed class EmptySoundTests
{
    private static readonly byte[] s_id3 = [.. "ID3"u8, 3, 0, 0, 0, 0, 0, 50, .. new byte[50]];

    // What ffmpeg makes of silence that lasts for no time: an ending and a codec.
    public static TheoryData<string, string> Encoded { get; } = new()
    {
        { "wav", "pcm_s16le" }, { "wav", "pcm_s16le -rf64 always" }, { "wav", "adpcm_ms" }, { "w64", "pcm_s16le" },
        { "aiff", "pcm_s16be" }, { "aiff", "pcm_alaw" }, { "caf", "pcm_s16be" }, { "caf", "alac" }, { "tta", "tta" },
        { "flac", "flac" }, { "oga", "flac" }, { "ogg", "libvorbis" }, { "opus", "libopus" }, { "spx", "libspeex" },
        { "m4a", "aac" }, { "mov", "pcm_s16le" }, { "mka", "flac" }, { "webm", "libopus" }, { "avi", "pcm_s16le" },
        { "wma", "wmav2" }, { "mp3", "libmp3lame" }, { "aac", "aac" },
    };

    public static TheoryData<MediaFormat> Written =>
    [
        MediaFormat.Mp3, MediaFormat.Aac, MediaFormat.WavPack, MediaFormat.MonkeysAudio, MediaFormat.Dsf,
        MediaFormat.Dsdiff, MediaFormat.Musepack, MediaFormat.Tak, MediaFormat.OptimFrog, MediaFormat.Flac,
    ];

    [Theory, MemberData(nameof(Encoded))]
    public void Silence_of_no_length_is_not_comparable(string ending, string codec)
    {
        Samples.Needs("ffmpeg", "ffmpeg");
        using var tree = new TempTree();
        string path = $"{tree.Folder}/empty.{ending}";
        string[] words =
        [
            "-hide_banner", "-loglevel", "error", "-f", "lavfi", "-i", "anullsrc=r=44100", "-t", "0", "-c:a",
            .. codec.Split(' '), path,
        ];
        Tool.Run("ffmpeg", [.. words.Select(static word => (ByteName)word)]);
        Check(File.ReadAllBytes(path), ending);
    }

    [Theory, MemberData(nameof(Written))]
    public void Headers_that_no_sound_follows_are_not_comparable(MediaFormat format)
    {
        foreach (byte[] file in Empty(format))
        {
            Check(file, $"{format}");
            Check([.. s_id3, .. file], $"{format}");
        }
    }

    [Fact]
    public void Every_format_with_sound_is_among_them()
    {
        HashSet<MediaFormat> pictures =
        [
            MediaFormat.WebP, MediaFormat.Png, MediaFormat.Gif, MediaFormat.Jpeg, MediaFormat.Heif, MediaFormat.Tiff,
            MediaFormat.Cr3, MediaFormat.Raf, MediaFormat.JpegXl, MediaFormat.Jpeg2000,
        ];
        HashSet<MediaFormat> encoded =
        [
            MediaFormat.Wav, MediaFormat.Wave64, MediaFormat.Aiff, MediaFormat.Caf, MediaFormat.Tta, MediaFormat.Flac,
            MediaFormat.Ogg, MediaFormat.Mp4, MediaFormat.Matroska, MediaFormat.Avi, MediaFormat.Asf,
        ];
        Assert.Empty(Enum.GetValues<MediaFormat>().Except(pictures).Except(encoded).Except(
            Written.Select(static row => row.Data)));
    }

    private static void Check(byte[] file, string name)
    {
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            string payload = Payload.Of(file, policy);
            Assert.True(payload.StartsWith("no", StringComparison.Ordinal), $"{name}, {policy}: {payload}");
        }
    }

    private static byte[][] Empty(MediaFormat format) => format switch
    {
        MediaFormat.Mp3 or MediaFormat.Aac => [[], new byte[1000]],
        MediaFormat.WavPack => [EmptyWavPack(Samples.Get("wv"))],
        MediaFormat.MonkeysAudio => [SyntheticAudio.Ape(1)[..(52 + 24)], Changed(SyntheticAudio.Ape(1), 52 + 12, 4)],
        MediaFormat.Dsf => [EmptyDsf(SyntheticAudio.Dsf(1))],
        MediaFormat.Dsdiff =>
        [
            EmptyDsdiff(SyntheticChunks.Dsdiff(1), "DSD "), EmptyDsdiff(SyntheticChunks.Dsdiff(1, true), "DST ", 18),
        ],
        MediaFormat.Musepack => [EmptyMusepack(Samples.Get("mpc")), Changed(SyntheticChunks.OldMusepack(1), 4, 4)],
        MediaFormat.Tak => [SyntheticChunks.Tak(1)[..^9000]],
        MediaFormat.OptimFrog =>
        [
            SyntheticChunks.OptimFrog(1)[..(8 + 12)],
            [.. SyntheticChunks.OptimFrog(1)[..(8 + 12)], .. RiffWriter.Chunk("TAIL", [])],
        ],
        _ => [Samples.Get("flac")[..42]],
    };

    private static byte[] Changed(byte[] file, int at, int bytes)
    {
        file.AsSpan(at, bytes).Clear();
        return file;
    }

    // One block with the check sum of nothing.
    private static byte[] EmptyWavPack(byte[] sound) =>
    [
        .. "wvpk"u8, .. SyntheticAudio.Int(24), .. sound[8..10], 0, 0, .. new byte[12], .. sound[24..28],
        .. new byte[4],
    ];

    private static byte[] EmptyDsf(byte[] sound)
    {
        int end = 28 + 52 + 12;
        SyntheticAudio.Long(end).CopyTo(sound, 12);
        SyntheticAudio.Long(12).CopyTo(sound, 28 + 52 + 4);
        return sound[..end];
    }

    private static byte[] EmptyDsdiff(byte[] sound, string id, int kept = 0)
    {
        int at = sound.AsSpan().LastIndexOf(System.Text.Encoding.ASCII.GetBytes(id + "\0\0\0"));
        byte[] empty = SyntheticChunks.Chunk(id, sound[(at + 12)..(at + 12 + kept)]);
        return SyntheticChunks.Form([.. sound[16..at], .. empty]);
    }

    // All packets from the first with sound on are left out but the last, which ends the stream.
    private static byte[] EmptyMusepack(byte[] sound) => [.. sound[..sound.AsSpan().IndexOf("AP"u8)], .. "SE"u8, 3];
}

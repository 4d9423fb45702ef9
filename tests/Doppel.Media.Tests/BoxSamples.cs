namespace Doppel.Media.Tests;

/// <summary>Films and sound in the containers whose tracks stand interleaved.</summary>
internal static class BoxSamples
{
    private static readonly string[] s_sound =
        ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=1.5"];

    private static readonly string[] s_film =
        ["-f", "lavfi", "-i", "testsrc=size=160x96:rate=5", .. s_sound, "-t", "1.5"];

    // Otherwise segments and tracks of Matroska get random numbers.
    private static readonly string[] s_sameEachTime = ["-fflags", "+bitexact"];

    /// <summary>What ffmpeg is told to make them.</summary>
    public static IReadOnlyDictionary<string, string[]> Recipes { get; } = new Dictionary<string, string[]>
    {
        ["avi"] = [.. s_film, "-c:v", "mjpeg", "-c:a", "libmp3lame"],
        ["flow.avi"] = [.. s_film, "-c:v", "mpeg4", "-c:a", "pcm_s16le"],
        ["mkv"] = [.. s_film, "-c:v", "libx264", "-bf", "2", "-c:a", "ac3", .. s_sameEachTime],
        ["webm"] = [.. s_film, "-c:v", "libvpx", "-b:v", "100k", "-c:a", "libopus", .. s_sameEachTime],
        ["mka"] = [.. s_sound, "-c:a", "flac", .. s_sameEachTime],
        ["wmv"] = [.. s_film, "-c:v", "wmv2", "-c:a", "wmav2"],
        ["wma"] = [.. s_sound, "-c:a", "wmav2"],
    };
}

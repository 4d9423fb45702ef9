namespace Doppel.Media.Tests;

/// <summary>Programs change tags of sound; ffmpeg agrees on which files hold the same packets.</summary>
public sealed class AudioRetagTests
{
    // Sample, program, steps; in a step ~ is a space within a word, FILE the file and COVER a picture.
    public static TheoryData<string, string, string> Tools { get; } = new()
    {
        { "ogg", "vorbiscomment", "-w -t TITLE=New -t ARTIST=Me FILE | -a -t ALBUM=x FILE" },
        { "ogg", "kid3-cli", "-c set~title~New FILE | -c set~picture:'COVER'~'x' FILE | -c remove FILE" },
        { "opus", "kid3-cli", "-c set~title~New FILE | -c set~picture:'COVER'~'x' FILE | -c remove FILE" },
        { "spx", "kid3-cli", "-c set~title~New FILE | -c set~picture:'COVER'~'x' FILE | -c remove FILE" },
        { "oga", "kid3-cli", "-c set~title~New FILE | -c set~picture:'COVER'~'x' FILE | -c remove FILE" },
        { "aiff", "kid3-cli", "-c set~title~New FILE | -c set~picture:'COVER'~'x' FILE | -c remove FILE" },
        { "c.aiff", "kid3-cli", "-c set~title~New FILE" },
        { "wv", "kid3-cli", "-c set~title~New FILE | -c set~picture:'COVER'~'x' FILE | -c remove FILE" },
        { "wv", "wvtag", "-q -w TITLE=New FILE | -q -w Artist=Me -w Year=2001 FILE | -q -d TITLE FILE" },
        { "ape", "kid3-cli", "-c set~title~New FILE | -c set~picture:'COVER'~'x' FILE | -c remove FILE" },
        { "old.ape", "kid3-cli", "-c set~title~New FILE" },
        { "dsf", "kid3-cli", "-c set~title~New FILE | -c set~picture:'COVER'~'x' FILE | -c remove FILE" },
        { "mpc", "kid3-cli", "-c set~title~New FILE | -c set~picture:'COVER'~'x' FILE | -c remove FILE" },
        { "tta", "kid3-cli", "-c set~title~New FILE | -c set~picture:'COVER'~'x' FILE | -c remove FILE" },
        { "dff", "kid3-cli", "-c set~title~New FILE | -c set~picture:'COVER'~'x' FILE | -c remove FILE" },
        { "aac", "kid3-cli", "-c set~title~New FILE | -c set~picture:'COVER'~'x' FILE" },
        { "aac", "id3v2", "-t Title -a Artist FILE | -s FILE" },
        { "free.mp3", "id3v2", "-2 -t Title -a Artist FILE | -1 -t Title FILE" },
        { "mp3", "kid3-cli", "-c set~title~New~1 -c set~title~New~2 FILE | -c remove~1 FILE" },
        { "mp3", "eyeD3", "-Q --add-image COVER:FRONT_COVER -t New FILE | -Q --to-v2.3 FILE" },
    };

    // What ffmpeg lays into the same container anew, by which policy a twin.
    public static TheoryData<string, string, MediaPolicy> Copies { get; } = new()
    {
        // Its position of the last page is wrong by 2^32, by which oggdec decodes more.
        { "ogg", "-metadata title=x", MediaPolicy.Loose },
        { "ogg", "-metadata title=x -page_duration 100000", MediaPolicy.Loose },
        { "opus", "-metadata title=x", MediaPolicy.Strict },
        { "opus", "-metadata title=x -page_duration 20000", MediaPolicy.Strict },
        { "oga", "-metadata title=x", MediaPolicy.Strict },
        { "spx", "-metadata title=x", MediaPolicy.Loose },
        { "aac", "-write_id3v2 1 -metadata title=x", MediaPolicy.Strict },
        { "aac", "-write_apetag 1 -metadata title=x", MediaPolicy.Strict },
        { "w64", "-metadata title=x", MediaPolicy.Strict },
        { "aiff", "-write_id3v2 1 -metadata title=x -metadata comment=y", MediaPolicy.Strict },
        { "c.aiff", "-metadata title=x", MediaPolicy.Strict },
        { "caf", "-metadata title=x -metadata comment=y", MediaPolicy.Strict },
        { "alac.caf", "-metadata title=x", MediaPolicy.Strict },
        { "tta", "-metadata title=x", MediaPolicy.Strict },
    };

    private static readonly Dictionary<string, string> s_packages = new()
    {
        ["vorbiscomment"] = "vorbis-tools",
        ["kid3-cli"] = "kid3-cli",
        ["wvtag"] = "wavpack",
        ["id3v2"] = "id3v2",
        ["eyeD3"] = "eyed3",
    };

    [Theory, MemberData(nameof(Tools))]
    public void Retagged_sound_is_a_twin_of_the_original(string sample, string program, string steps)
    {
        Samples.Needs(program, s_packages[program]);
        using var tree = new TempTree();
        byte[] original = Samples.Get(sample);
        string ending = sample[(sample.LastIndexOf('.') + 1)..];
        tree.AddFile($"file.{ending}", original);
        tree.AddFile("cover.jpg", Samples.Get("jpg"));
        string path = $"{tree.Folder}/file.{ending}";
        string expected = Payload.Of(original);
        string glance = Glance.Of(original);
        byte[] before = original;
        foreach (string step in steps.Split(" | "))
        {
            IEnumerable<string> words = step.Split(' ').Select(word => word
                .Replace('~', ' ')
                .Replace("FILE", path, StringComparison.Ordinal)
                .Replace("COVER:", $"{tree.Folder}/cover.jpg:", StringComparison.Ordinal)
                .Replace("'COVER'", $"'{tree.Folder}/cover.jpg'", StringComparison.Ordinal));
            Tool.Run(program, [.. words.Select(static word => (ByteName)word)]).MustSucceed();
            byte[] now = File.ReadAllBytes(path);
            Assert.False(now.AsSpan().SequenceEqual(before), $"{step} changed nothing");
            Assert.True(expected == Payload.Of(now), $"{step}: {expected}, then {Payload.Of(now)}");
            Assert.Equal(glance, Glance.Of(now));
            Assert.Equal(Judged(tree, original, sample), Judged(tree, now, sample));
            before = now;
        }
    }

    [Theory, MemberData(nameof(Copies))]
    public void Copies_by_ffmpeg_with_other_tags_are_twins(string sample, string options, MediaPolicy policy)
    {
        using var tree = new TempTree();
        byte[] original = Samples.Get(sample);
        string ending = sample[(sample.LastIndexOf('.') + 1)..];
        tree.AddFile($"in.{ending}", original);
        string path = $"{tree.Folder}/out.{ending}";
        IEnumerable<string> words =
            ["-hide_banner", "-loglevel", "error", "-i", $"{tree.Folder}/in.{ending}", "-c", "copy",
            .. options.Split(' '), path];
        Tool.Run("ffmpeg", [.. words.Select(static word => (ByteName)word)]).MustSucceed();
        byte[] copy = File.ReadAllBytes(path);
        Assert.Equal(Payload.Of(original, policy), Payload.Of(copy, policy));
        Assert.Equal(Judge.Packets(tree, original, ending), Judge.Packets(tree, copy, ending));
        if (sample == "ogg")
        {
            Assert.NotEqual(Payload.Of(original), Payload.Of(copy));
            Assert.NotEqual(Judge.Samples(tree, original, ending), Judge.Samples(tree, copy, ending));
        }
        else if (policy == MediaPolicy.Strict)
        {
            Assert.Equal(Judge.Decoded(tree, original, ending), Judge.Decoded(tree, copy, ending));
        }
    }

    [Fact]
    public void WavPack_copies_from_which_ffmpeg_drops_blocks_are_missed_by_both_policies()
    {
        // It keeps blocks with samples only; the one behind them holds the check sum of all samples.
        using var tree = new TempTree();
        tree.AddFile("in.wv", Samples.Get("wv"));
        string[] words =
            ["-hide_banner", "-loglevel", "error", "-i", $"{tree.Folder}/in.wv", "-c", "copy", $"{tree.Folder}/out.wv"];
        Tool.Run("ffmpeg", [.. words.Select(static word => (ByteName)word)]).MustSucceed();
        byte[] copy = File.ReadAllBytes($"{tree.Folder}/out.wv");
        Assert.StartsWith("WavPack", Payload.Of(copy), StringComparison.Ordinal);
        Assert.NotEqual(Payload.Of(Samples.Get("wv"), MediaPolicy.Loose), Payload.Of(copy, MediaPolicy.Loose));
    }

    [Fact]
    public void Gain_within_frames_is_another_sound()
    {
        Samples.Needs("mp3gain", "mp3gain");
        using var tree = new TempTree();
        byte[] original = Samples.Get("mp3");
        tree.AddFile("song.mp3", original);
        Tool.Run("mp3gain", "-q", "-g", "2", $"{tree.Folder}/song.mp3").MustSucceed();
        byte[] louder = File.ReadAllBytes($"{tree.Folder}/song.mp3");
        Assert.StartsWith("Mp3", Payload.Of(louder), StringComparison.Ordinal);
        Assert.NotEqual(Payload.Of(original, MediaPolicy.Loose), Payload.Of(louder, MediaPolicy.Loose));
        Assert.NotEqual(Judge.Packets(tree, original, "mp3"), Judge.Packets(tree, louder, "mp3"));
    }

    [Theory]
    [InlineData("ogg", "title~New")]
    [InlineData("opus", "artist~Me")]
    [InlineData("spx", "title~New")]
    [InlineData("oga", "album~New")]
    [InlineData("aiff", "title~New")]
    [InlineData("wv", "title~New")]
    [InlineData("ape", "title~New")]
    [InlineData("dsf", "artist~Me")]
    [InlineData("mpc", "title~New")]
    [InlineData("tta", "title~New")]
    [InlineData("dff", "title~New")]
    [InlineData("aac", "title~New")]
    public void Tags_written_by_other_programs_are_read(string sample, string tag)
    {
        Samples.Needs("kid3-cli", "kid3-cli");
        using var tree = new TempTree();
        tree.AddFile($"file.{sample}", Samples.Get(sample));
        tree.AddFile("cover.jpg", Samples.Get("jpg"));
        string path = $"{tree.Folder}/file.{sample}";
        string cover = $"set picture:'{tree.Folder}/cover.jpg' 'x'";
        Tool.Run("kid3-cli", "-c", $"set {tag.Replace('~', ' ')}", "-c", cover, path).MustSucceed();
        MediaTags tags = new MediaMapper().ReadTags(new MemorySource(File.ReadAllBytes(path)));
        string[] words = tag.Split('~');
        Assert.Contains(new MediaTag(words[0], words[1]), tags.All);
        Assert.True(sample is "spx" || tags.CoverBytes == Samples.Get("jpg").Length, $"{tags.CoverBytes}");
    }

    private static string Judged(TempTree tree, byte[] content, string sample) => sample switch
    {
        "ape" or "old.ape" => Judge.PacketsButLast(tree, content, "ape"),
        "free.mp3" => Judge.Samples(tree, content, "mp3"), // ffmpeg knows no frames without a rate
        _ => Judge.Packets(tree, content, sample[(sample.LastIndexOf('.') + 1)..]),
    };
}

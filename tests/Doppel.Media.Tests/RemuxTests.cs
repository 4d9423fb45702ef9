namespace Doppel.Media.Tests;

/// <summary>
/// What programs do to films: written anew, tagged, cut into fragments. ffmpeg judges packets and times.
/// </summary>
public sealed class RemuxTests
{
    private const string Ffmpeg = "ffmpeg -hide_banner -loglevel error -y";
    private const string Copy = $"{Ffmpeg} -i IN -map 0 -c copy -metadata title=New";

    private static readonly Dictionary<string, string> s_packages = new()
    {
        ["ffmpeg"] = "ffmpeg",
        ["mkvmerge"] = "mkvtoolnix",
        ["mkvpropedit"] = "mkvtoolnix",
        ["kid3-cli"] = "kid3-cli",
        ["AtomicParsley"] = "atomicparsley",
        ["exiftool"] = "libimage-exiftool-perl",
    };

    /// <summary>A sample, what is done to it (~ stands for a space in a word), and whom its twins are to be.</summary>
    public static TheoryData<string, string, Twins> Steps { get; } = new()
    {
        { "mkv", "mkvpropedit -q IN --edit info --set title=New --set date=2001-02-03T04:05:06Z", Twins.Strict },
        { "mkv", "mkvpropedit -q IN --edit track:1 --set name=A~name~that~is~long --set language=de", Twins.Strict },
        { "mkv", "mkvpropedit -q IN --edit track:2 --set flag-default=0 --set flag-forced=1", Twins.Strict },
        { "mkv", "mkvpropedit -q IN --edit track:2 --set track-uid=5 --set codec-name=X", Twins.Strict },
        { "mkv", "mkvpropedit -q IN --tags all:TAGS --add-track-statistics-tags", Twins.Strict },
        { "mkv", "mkvpropedit -q IN --chapters CHAPTERS --add-attachment COVER", Twins.Strict },
        { "webm", "mkvpropedit -q IN --edit info --set title=New --tags all:TAGS", Twins.Strict },
        { "mka", "mkvpropedit -q IN --tags all:TAGS --add-attachment COVER", Twins.Strict },
        { "mkv", "mkvpropedit -q IN --edit track:1 --set display-width=4 --set display-height=3", Twins.Loose },
        { "mkv", "mkvmerge -q --disable-lacing -o OUT IN", Twins.Strict },
        { "mkv", "mkvmerge -q --disable-lacing --track-order 0:1,0:0 --cluster-length 200ms -o OUT IN", Twins.Strict },
        { "mkv", "mkvmerge -q --disable-lacing --no-cues --engage no_simpleblocks -o OUT IN", Twins.Strict },
        { "mkv", "mkvmerge -q --disable-lacing --attach-file COVER --chapters CHAPTERS -o OUT IN", Twins.Strict },
        { "mkv", "mkvmerge -q -o OUT IN", Twins.Loose },
        { "mkv", "mkvmerge -q --disable-lacing --sync 0:100 -o OUT IN", Twins.Loose },
        { "mkv", "mkvmerge -q --disable-lacing --aspect-ratio 0:4/3 -o OUT IN", Twins.Loose },
        { "mkv", "mkvmerge -q --no-audio -o OUT IN", Twins.None },
        { "webm", "mkvmerge -q --webm --disable-lacing -o OUT IN", Twins.Strict },
        { "webm", "mkvmerge -q --webm -o OUT IN", Twins.Loose },
        { "mka", "mkvmerge -q --disable-lacing --timestamp-scale 1000000 -o OUT IN", Twins.Strict },
        { "mka", "mkvmerge -q --disable-lacing -o OUT IN", Twins.Loose },
        { "mkv", $"{Copy} OUT", Twins.Strict },
        { "mkv", $"{Copy} -live 1 -cluster_time_limit 100 OUT", Twins.Strict },
        { "mka", $"{Copy} OUT", Twins.Strict },
        { "webm", $"{Copy} OUT", Twins.Loose },
        { "avi", $"{Copy} -metadata comment=x OUT", Twins.Strict },
        { "wmv", $"{Copy} -metadata artist=x OUT", Twins.Strict },
        { "wma", $"{Copy} OUT", Twins.Strict },
        { "wmv", "kid3-cli -c set~title~New -c set~album~Other IN", Twins.Strict },
        { "wma", "kid3-cli -c set~title~New -c set~picture:COVER~front IN", Twins.Strict },
        { "mp4", $"{Copy} -movflags +faststart OUT", Twins.Strict },
        { "mp4", $"{Copy} -movflags +frag_keyframe+delay_moov OUT", Twins.Strict },
        { "mp4", $"{Copy} -movflags +frag_keyframe+empty_moov OUT", Twins.Loose },
        { "fragments.mp4", $"{Copy} OUT", Twins.Loose },
        { "mp4", $"{Copy} -f 3gp OUT", Twins.Strict },
        { "m4a", $"{Copy} -f mov OUT", Twins.Strict },
        { "mp4", $"{Copy} -f mov OUT", Twins.Strict },
        { "mp4", "exiftool -q -overwrite_original -XMP:Title=x -Keys:Artist=Me IN", Twins.Strict },
        { "mp4", "exiftool -q -overwrite_original -Rotation=90 IN", Twins.Loose },
        { "mp4", "AtomicParsley IN --title New --artwork COVER --overWrite", Twins.Strict },
        { "m4a", "AtomicParsley IN --genre Speech --comment x --freefree --overWrite", Twins.Strict },
        { "mp4", $"{Ffmpeg} -i IN -i CHAPTERTEXT -map 0 -map_chapters 1 -c copy OUT", Twins.Strict },
        { "m4a", $"{Ffmpeg} -i IN -i COVER -map 0 -map 1 -c copy -disposition:v:0 attached_pic OUT", Twins.Strict },
    };

    /// <summary>By which policy two files are twins.</summary>
    public enum Twins
    {
        /// <summary>By none.</summary>
        None,

        /// <summary>By the loose one only.</summary>
        Loose,

        /// <summary>By both.</summary>
        Strict,
    }

    [Theory, MemberData(nameof(Steps))]
    public void A_remuxed_file_is_a_twin_if_packets_and_times_are_the_same(
        string sample, string step, Twins expected)
    {
        using var tree = new TempTree();
        byte[] original = Samples.Get(sample);
        string changed = Run(tree, original, sample, step);
        byte[] now = File.ReadAllBytes(changed);
        Assert.False(now.AsSpan().SequenceEqual(original), "nothing was changed");
        Assert.Equal(expected, Compare(original, now));
        if (expected != Twins.None)
        {
            MediaPolicy policy = expected == Twins.Strict ? MediaPolicy.Strict : MediaPolicy.Loose;
            Assert.Equal(Beginning(original, policy), Beginning(now, policy));
        }

        // Sound and picture only: covers and chapters come as streams of their own.
        string before = Judge(tree, original, sample);
        string after = Judge(tree, now, sample);
        if (expected == Twins.None)
        {
            Assert.NotEqual(before, after);
            return;
        }

        Assert.Equal(Packets(before), Packets(after));
        if (expected == Twins.Strict)
        {
            Assert.Equal(Times(before), Times(after));
        }
    }

    [Fact]
    public void A_decoders_setup_that_a_program_adds_makes_other_files_whose_copies_are_twins()
    {
        using var tree = new TempTree();
        using var other = new TempTree();
        byte[] original = Samples.Get("flow.avi");
        byte[] first = File.ReadAllBytes(Run(tree, original, "flow.avi", $"{Copy} OUT"));
        byte[] second = File.ReadAllBytes(Run(other, first, "flow.avi", $"{Copy}er OUT"));
        Assert.NotEqual(first, second);
        Assert.Equal(Payload.Of(first), Payload.Of(second));
        Assert.NotEqual(Payload.Of(original, MediaPolicy.Loose), Payload.Of(first, MediaPolicy.Loose));
    }

    private static Twins Compare(byte[] original, byte[] now)
    {
        if (Payload.Of(original) == Payload.Of(now))
        {
            return Twins.Strict;
        }

        return Payload.Of(original, MediaPolicy.Loose) == Payload.Of(now, MediaPolicy.Loose)
            ? Twins.Loose
            : Twins.None;
    }

    private static string Run(TempTree tree, byte[] original, string sample, string step)
    {
        string ending = sample[(sample.LastIndexOf('.') + 1)..];
        string path = $"{tree.Folder}/in.{ending}";
        tree.AddFile($"in.{ending}", original);
        tree.AddFile("cover.jpg", Samples.Get("jpg"));
        tree.AddFile("tags.xml", """
            <Tags><Tag><Targets/><Simple><Name>ARTIST</Name><String>Me</String></Simple></Tag></Tags>
            """u8.ToArray());
        tree.AddFile("chapters.txt", "CHAPTER01=00:00:00.000\nCHAPTER01NAME=One\n"u8.ToArray());
        tree.AddFile(
            "meta.txt",
            ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=900\ntitle=One\n"u8.ToArray());
        string[] words =
        [
            .. step.Split(' ').Select(word => word
                .Replace("CHAPTERTEXT", $"{tree.Folder}/meta.txt", StringComparison.Ordinal)
                .Replace("CHAPTERS", $"{tree.Folder}/chapters.txt", StringComparison.Ordinal)
                .Replace("COVER", $"{tree.Folder}/cover.jpg", StringComparison.Ordinal)
                .Replace("TAGS", $"{tree.Folder}/tags.xml", StringComparison.Ordinal)
                .Replace("OUT", $"{tree.Folder}/out.{ending}", StringComparison.Ordinal)
                .Replace("IN", path, StringComparison.Ordinal).Replace('~', ' ')),
        ];
        Samples.Needs(words[0], s_packages[words[0]]);
        Tool.Run(words[0], [.. words[1..].Select(static word => (ByteName)word)]).MustSucceed();
        return step.Contains("OUT", StringComparison.Ordinal) ? $"{tree.Folder}/out.{ending}" : path;
    }

    // Stream, times, bytes and digest of every packet, as ffmpeg finds them; before that, what tells the codec.
    private static string Judge(TempTree tree, byte[] content, string sample)
    {
        string path = $"{tree.Folder}/judged.{sample}";
        File.WriteAllBytes(path, content);
        string[] words =
        [
            "-hide_banner", "-loglevel", "error", "-i", path, "-map", "0:V?", "-map", "0:a?", "-c", "copy", "-copyts",
            "-f", "framehash", "-",
        ];
        string[] lines = Tool.Run("ffmpeg", [.. words.Select(static word => (ByteName)word)])
            .MustSucceed().OutputText.Split('\n');
        return string.Join('\n', lines.Where(static line => line.Length > 0).Order());
    }

    // How long the last one lasts ffmpeg guesses for fragments, though they say it.
    private static string Times(string judged) =>
        string.Join('\n', judged.Split('\n').Where(static line => line[0] != '#')
            .Select(static line => line.Split(','))
            .Select(static fields => $"{fields[0]} {fields[1]} {fields[2]} {fields[4]} {fields[5]}"));

    // The same without times.
    private static string Packets(string judged) => string.Join('\n', judged.Split('\n')
        .Select(static line => line.Split(',')).Where(static fields => fields.Length > 5)
        .Select(static fields => $"{fields[0]} {fields[4]} {fields[5]}").Order());

    private static string Beginning(byte[] content, MediaPolicy policy)
    {
        MediaMap map = new MediaMapper().Map(new MemorySource(content), policy, MapDepth.Glance).Map!;
        return $"{map.Key} {map.IsWhole} " + string.Concat(map.Extents.Select(
            one => Convert.ToHexString(content.AsSpan((int)one.Offset, (int)one.Length))));
    }
}

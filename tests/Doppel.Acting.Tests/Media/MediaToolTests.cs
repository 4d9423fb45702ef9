using Doppel.Reports;

namespace Doppel.Acting.Tests;

/// <summary>Real files, made and tagged by the programs that people use.</summary>
public sealed class MediaToolTests
{
    private const string Sound = "sine=frequency=440:sample_rate=44100:duration=0.7";
    private const string Picture = "testsrc=size=97x61:rate=5";

    // Ending, what ffmpeg makes it of, program, its Debian package, its words before the file's name.
    public static TheoryData<string, string, string, string, string> Tools { get; } = new()
    {
        { "mp3", $"-f lavfi -i {Sound} -b:a 96k", "id3v2", "id3v2", "-t Title -a Artist -y 1999" },
        { "flac", $"-f lavfi -i {Sound}", "metaflac", "flac", "--set-tag=TITLE=New --import-picture-from=COVER" },
        { "jpg", $"-f lavfi -i {Picture} -frames:v 1", "exiftool", "libimage-exiftool-perl",
            "-q -overwrite_original -Artist=Me -XMP:Rating=5 -DateTimeOriginal=2001:02:03<SPACE>04:05:06" },
        { "png", $"-f lavfi -i {Picture} -frames:v 1", "exiftool", "libimage-exiftool-perl",
            "-q -overwrite_original -Title=x -XMP:Rating=3" },
        { "webp", $"-f lavfi -i {Picture} -frames:v 1", "exiftool", "libimage-exiftool-perl",
            "-q -overwrite_original -EXIF:Artist=Me" },
        { "gif", $"-f lavfi -i {Picture} -frames:v 3", "exiftool", "libimage-exiftool-perl",
            "-q -overwrite_original -Comment=Hello" },
        { "mp4", $"-f lavfi -i {Picture} -f lavfi -i {Sound} -t 0.7 -c:v mpeg4", "exiftool",
            "libimage-exiftool-perl", "-q -overwrite_original -Title=x" },
        { "m4a", $"-f lavfi -i {Sound}", "AtomicParsley", "atomicparsley",
            "--title New --artwork COVER --overWrite" },
    };

    [Theory, MemberData(nameof(Tools))]
    public void Tagged_files_are_planned_removed_and_made_anew(
        string ending, string source, string program, string package, string words)
    {
        Needs("ffmpeg", "ffmpeg");
        Needs(program, package);
        using var tree = new ActingTree();
        string folder = tree.Files.Folder;
        string plain = $"{folder}/plain.{ending}";
        string tagged = $"{folder}/tagged.{ending}";
        Run("ffmpeg", $"-hide_banner -loglevel error {source}", plain);
        Run("ffmpeg", $"-hide_banner -loglevel error -f lavfi -i {Picture} -frames:v 1", $"{folder}/cover.jpg");
        File.Copy(plain, tagged);
        words = words.Replace("COVER", $"{folder}/cover.jpg", StringComparison.Ordinal);
        if (program == "AtomicParsley")
        {
            Run(program, $"{tagged} {words}");
        }
        else
        {
            Run(program, words, tagged);
        }

        byte[] lost = File.ReadAllBytes(plain);
        Assert.False(lost.AsSpan().SequenceEqual(File.ReadAllBytes(tagged)));
        tree.AddKnown([$"tagged.{ending}"], [$"plain.{ending}"]);
        tree.Remember();
        PlanGroup planned = Plan(tree, [$"tagged.{ending}", $"plain.{ending}"]);
        Assert.Equal($"tagged.{ending}", Path.GetFileName($"{planned.Keep[0].Names[0]}"));
        foreach (ActionKind action in MediaActTests.ForGood.Select(static row => row.Data))
        {
            tree.Act(action, plan: [planned]);
            Assert.Equal(("", ActStatus.Done), (tree.Results[0].Reason, tree.Results[0].Status));
            Assert.True(tree.Undo());
            tree.AssertAsBefore();
            tree.ForgetRuns();
            planned = Plan(tree, [$"tagged.{ending}", $"plain.{ending}"]);
        }

        // And the other way round, where what is lost is more.
        PlanGroup opposed = planned with { Keep = planned.Drop, Drop = planned.Keep };
        tree.Act(ActionKind.Delete, plan: [opposed]);
        Assert.Equal(("", ActStatus.Done), (tree.Results[0].Reason, tree.Results[0].Status));
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
    }

    private static PlanGroup Plan(ActingTree tree, string[] names)
    {
        using var planner = new Planner(
            ActingTree.Volume, new PlanOptions { WorkingDirectory = new ReportName(tree.Files.Folder) });
        PlanOutcome outcome = planner.Plan(new ReportMediaGroup
        {
            Format = "any",
            Policy = ReportMediaPolicy.Strict,
            Proof = Proof.Bytes,
            PayloadBytes = 1,
            RedundantBytes = 0,
            Copies =
            [
                .. names.Select(static name => new ReportMediaCopy
                {
                    Copy = new ReportCopy { Names = [new ReportName(name)], Roots = [-1] },
                    Size = -1,
                    Content = -1,
                }),
            ],
        });
        return outcome.Group!;
    }

    private static void Needs(string program, string package)
    {
        if (Tool.Find(program) is null)
        {
            Assert.SkipUnless(TestRun.IsBuildServer, $"needs {program}: apt install {package}");
            Assert.Fail($"needs {program}");
        }
    }

    private static void Run(string program, string words, params string[] last)
    {
        string[] all = [.. words.Split(' ').Select(
            static word => word.Replace("<SPACE>", " ", StringComparison.Ordinal)), .. last];
        Tool.Run(program, [.. all.Select(static word => (ByteName)word)]).MustSucceed();
    }
}

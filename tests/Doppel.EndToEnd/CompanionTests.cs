using System.Buffers.Binary;
using System.Text;

namespace Doppel.EndToEnd;

/// <summary>Photos, songs and films with companions, acted on by the real executable.</summary>
public sealed class CompanionTests
{
    private const string Identifier = "6A3F9C1E-0D4B-4E7A-9B61-1C2D3E4F5A6B";

    [Theory]
    [InlineData("trash")]
    [InlineData("delete")]
    [InlineData("move")]
    public void A_raw_file_goes_with_its_photo_and_their_sidecars_and_one_undo_brings_all_back(string action)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        AddShot(tree, "camera");
        AddShot(tree, "backup");
        string[] before = Names(tree);
        string[] target = action == "move" ? ["--to", $"{state.Folder}/moved"] : [];
        Directory.CreateDirectory($"{state.Folder}/moved");
        ProcessEnd dry = Run(tree, state, [action, "camera", "backup", "--dry-run", .. target]);
        Assert.True(dry.ExitCode == 0, dry.ErrorText);
        Assert.Equal(4, dry.OutputText.Count(static letter => letter == '\n'));
        Assert.Contains("companion of", dry.OutputText);
        ProcessEnd acted = Run(tree, state, [action, "camera", "backup", "--yes", .. target]);
        Assert.True(acted.ExitCode == 0, acted.ErrorText);
        Assert.Contains("3 companions of these files go with them", acted.ErrorText);
        Assert.Equal(before.Where(static name => name.StartsWith("camera", StringComparison.Ordinal)), Names(tree));
        Assert.Equal(0, Run(tree, state, ["undo", "--yes"]).ExitCode);
        Assert.Equal(before, Names(tree));
    }

    [Theory]
    [InlineData("text")]
    [InlineData("json")]
    [InlineData("html")]
    public void A_report_names_companions_and_plans_of_it_do_not_take_them_for_copies(string format)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        AddShot(tree, "camera");
        AddShot(tree, "backup");
        string[] find = ["find", "camera", "backup", "--format", format, "-o", $"{state.Folder}/report"];
        Assert.Equal(0, Run(tree, state, find).ExitCode);
        string report = File.ReadAllText($"{state.Folder}/report");
        Assert.Contains(
            format switch
            {
                "text" => $"\n  + {tree.Folder}/camera/P1.xmp\n",
                "json" => "/camera/P1.xmp\"],\"links\":",
                _ => ">+ P1.xmp</li>",
            },
            report);
        ProcessEnd acted = Run(tree, state, ["trash", $"{state.Folder}/report", "--yes"]);
        Assert.True(acted.ExitCode == 0, acted.ErrorText);
        Assert.Contains("3 companions of these files go with them", acted.ErrorText);
    }

    [Fact]
    public void A_copy_with_other_companions_stays_and_the_message_names_the_option()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        AddShot(tree, "camera");
        AddShot(tree, "backup");
        Write(tree, "backup/P1.xmp", "rated five stars");
        string[] before = Names(tree);
        ProcessEnd acted = Run(tree, state, ["trash", "camera", "backup", "--yes"]);
        Assert.Equal(1, acted.ExitCode);
        Assert.Contains(
            "its companion P1.xmp differs from the one beside the file that stays; see --companions", acted.ErrorText);
        Assert.Equal(before, Names(tree));
        ProcessEnd ignored = Run(tree, state, ["trash", "camera", "backup", "--yes", "--companions", "ignore"]);
        Assert.True(ignored.ExitCode == 0, ignored.ErrorText);
        Assert.Equal(
            ["backup/P1.xmp"], Names(tree).Where(static name => name.StartsWith("backup", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("trash")]
    [InlineData("delete")]
    [InlineData("move")]
    public void Companions_that_move_get_the_name_of_the_file_that_stays(string action)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Write(tree, "1/lake.jpg", "a photo that is not read");
        Write(tree, "2/IMG_1.jpg", "a photo that is not read");
        Write(tree, "2/IMG_1.jpg.xmp", "rated five stars");
        Write(tree, "2/IMG_1.aae", "cropped");
        string[] before = Names(tree);
        string[] options =
        [
            "1", "2", "--prefer", "root-order", "--companions", "move",
            .. action == "move" ? ["--to", $"{state.Folder}/moved"] : (string[])[],
        ];
        Directory.CreateDirectory($"{state.Folder}/moved");
        ProcessEnd dry = Run(tree, state, [action, .. options, "--dry-run"]);
        Assert.True(dry.ExitCode == 0, dry.ErrorText);
        Assert.Contains(
            $"move '{tree.Folder}/2/IMG_1.aae'  to '{tree.Folder}/1/lake.aae'  "
                + $"companion of '{tree.Folder}/2/IMG_1.jpg'\n",
            dry.OutputText);
        ProcessEnd script = Run(tree, state, [action, .. options, "--script"]);
        ProcessEnd acted = Run(tree, state, [action, .. options, "--yes"]);
        Assert.True(acted.ExitCode == 0, acted.ErrorText);
        string[] moved = ["1/lake.aae", "1/lake.jpg", "1/lake.jpg.xmp"];
        Assert.Equal(moved, Names(tree));
        ProcessEnd undone = Run(tree, state, ["undo", "--yes"]);
        Assert.True(undone.ExitCode == 0, undone.ErrorText);
        Assert.Contains("restored 3 files\n", undone.ErrorText);
        Assert.Equal(before, Names(tree));

        // If one cannot move, the script leaves all.
        if (action != "trash")
        {
            File.WriteAllText($"{state.Folder}/script", script.OutputText);
            Write(tree, "1/lake.jpg.xmp", "another program's");
            Assert.Equal(1, Tool.Run("sh", $"{state.Folder}/script").ExitCode);
            Assert.Contains("2/IMG_1.jpg", Names(tree));
            Assert.Contains("2/IMG_1.jpg.xmp", Names(tree));
            File.Delete($"{tree.Folder}/1/lake.jpg.xmp");
            Tool.Run("sh", $"{state.Folder}/script").MustSucceed();
            Assert.Equal(moved, Names(tree));
        }
    }

    [Fact]
    public void The_copy_with_companions_is_kept_and_links_need_none()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Write(tree, "1/song.mp3", "a song that is not read");
        Write(tree, "2/song.mp3", "a song that is not read");
        Write(tree, "2/song.lrc", "[00:01]la");
        Assert.Equal(0, Run(tree, state, ["link", "1", "2", "--yes"]).ExitCode);
        Assert.Equal(["1/song.mp3", "2/song.lrc", "2/song.mp3"], Names(tree));
        Assert.Equal(0, Run(tree, state, ["undo", "--yes"]).ExitCode);
        Assert.Equal(0, Run(tree, state, ["trash", "1", "2", "--yes"]).ExitCode);
        Assert.Equal(["2/song.lrc", "2/song.mp3"], Names(tree));
    }

    [Fact]
    public void A_script_and_a_saved_plan_do_the_same()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        AddShot(tree, "camera");
        AddShot(tree, "backup");
        string[] before = Names(tree);
        ProcessEnd script = Run(tree, state, ["delete", "camera", "backup", "--script"]);
        Assert.Equal(0, Run(tree, state, ["find", "camera", "backup", "-o", $"{state.Folder}/report"]).ExitCode);
        Assert.Equal(0, Run(tree, state, ["plan", $"{state.Folder}/report", "-o", $"{state.Folder}/plan"]).ExitCode);
        ProcessEnd linked = Run(tree, state, ["link", $"{state.Folder}/plan", "--yes"]);
        Assert.True(linked.ExitCode == 0, linked.ErrorText);
        Assert.StartsWith("1 group, 1 file", linked.ErrorText, StringComparison.Ordinal);

        // The linked file is another one after the undo.
        Assert.Equal(0, Run(tree, state, ["undo", "--yes"]).ExitCode);
        Assert.Equal(0, Run(tree, state, ["plan", "camera", "backup", "-o", $"{state.Folder}/later"]).ExitCode);
        Assert.Equal(0, Run(tree, state, ["trash", $"{state.Folder}/later", "--yes"]).ExitCode);
        Assert.Equal(4, Names(tree).Length);
        Assert.Equal(0, Run(tree, state, ["undo", "--yes"]).ExitCode);
        Assert.Equal(before, Names(tree));

        // With another sidecar, the script leaves the whole shot.
        File.WriteAllText($"{state.Folder}/script", script.OutputText);
        Write(tree, "backup/P1.NEF.xmp", "rated five stars");
        Assert.Equal(1, Tool.Run("sh", $"{state.Folder}/script").ExitCode);
        Assert.Equal(before, Names(tree));
        AddShot(tree, "backup");
        Tool.Run("sh", $"{state.Folder}/script").MustSucceed();
        Assert.Equal(4, Names(tree).Length);
    }

    [Fact]
    public void The_film_of_a_live_photo_goes_with_it_and_a_film_of_that_name_alone_does_not()
    {
        Needs.Program("ffmpeg", "ffmpeg");
        Needs.Program("exiftool", "libimage-exiftool-perl");
        using var tree = new TempTree();
        using var state = new TempTree();
        foreach (string folder in (string[])["phone", "cloud"])
        {
            AddPhoto(tree, $"{folder}/IMG_1.JPG");
            AddFilm(tree, $"{folder}/IMG_1.MOV", Identifier, "red");
            AddPhoto(tree, $"{folder}/IMG_2.JPG", "blue");
            AddFilm(tree, $"{folder}/IMG_2.MOV", "another", folder == "phone" ? "green" : "blue");
        }

        // Judges that read the maker note of Apple and the keys of QuickTime.
        Assert.Contains(
            Identifier, Tool.Run("exiftool", "-Apple:all", tree["phone/IMG_1.JPG"]).MustSucceed().OutputText);
        Assert.Contains(
            Identifier, Tool.Run("ffprobe", "-v", "error", "-show_format", tree["phone/IMG_1.MOV"]).MustSucceed()
                .OutputText);
        ProcessEnd acted = Run(tree, state, ["trash", "phone", "cloud", "--yes"]);
        Assert.True(acted.ExitCode == 0, acted.ErrorText);
        Assert.Contains("1 companion of these files goes with them", acted.ErrorText);
        Assert.Equal(
            ["cloud/IMG_2.MOV", "phone/IMG_1.JPG", "phone/IMG_1.MOV", "phone/IMG_2.JPG", "phone/IMG_2.MOV"],
            Names(tree));
        Assert.Equal(0, Run(tree, state, ["undo", "--yes"]).ExitCode);
        AddFilm(tree, "cloud/IMG_1.MOV", Identifier, "white");
        acted = Run(tree, state, ["trash", "phone", "cloud", "--yes"]);
        Assert.Equal(1, acted.ExitCode);
        Assert.Contains("its companion IMG_1.MOV differs from the one beside the file that stays", acted.ErrorText);
        Assert.Contains("cloud/IMG_1.JPG", Names(tree));
    }

    private static void AddShot(TempTree tree, string folder)
    {
        Write(tree, $"{folder}/P1.NEF", new string('r', 50_000));
        Write(tree, $"{folder}/P1.JPG", new string('j', 40_000));
        Write(tree, $"{folder}/P1.xmp", "for both");
        Write(tree, $"{folder}/P1.NEF.xmp", "for the raw file");
    }

    // A picture whose Exif has a maker note of Apple: "Apple iOS", the order of bytes, and one entry.
    private static void AddPhoto(TempTree tree, string name, string color = "red")
    {
        Write(tree, name, "");
        Tool.Run(
            "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", $"color={color}:size=64x64", "-frames:v", "1",
            "-bitexact", tree[name]).MustSucceed();
        byte[] text = [.. Encoding.ASCII.GetBytes(Identifier), 0];
        byte[] note =
        [
            .. "Apple iOS\0\0\u0001MM"u8, 0, 1, 0, 0x11, 0, 2, .. Number(text.Length), .. Number(32), .. Number(0),
            .. text,
        ];
        byte[] exif =
        [
            .. "MM\0*"u8, .. Number(8), 0, 1, 0x87, 0x69, 0, 4, .. Number(1), .. Number(26), .. Number(0),
            0, 1, 0x92, 0x7C, 0, 7, .. Number(note.Length), .. Number(44), .. Number(0), .. note,
        ];
        byte[] picture = File.ReadAllBytes($"{tree.Folder}/{name}");
        int bytes = exif.Length + 8;
        File.WriteAllBytes(
            $"{tree.Folder}/{name}",
            [
                .. picture[..2], 0xFF, 0xE1, (byte)(bytes >> 8), (byte)bytes, .. "Exif\0\0"u8, .. exif, .. picture[2..],
            ]);
    }

    private static void AddFilm(TempTree tree, string name, string identifier, string color)
    {
        Write(tree, name, "");
        Tool.Run(
            "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", $"color={color}:size=64x64", "-t", "0.2", "-bitexact",
            "-metadata", $"com.apple.quicktime.content.identifier={identifier}", "-movflags", "use_metadata_tags",
            $"{tree.Folder}/{name}").MustSucceed();
    }

    private static void Write(TempTree tree, string name, string content)
    {
        string path = $"{tree.Folder}/{name}";
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, content);
    }

    private static byte[] Number(int number)
    {
        byte[] bytes = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(bytes, number);
        return bytes;
    }

    private static string[] Names(TempTree tree) =>
    [
        .. Directory.EnumerateFiles(tree.Folder, "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(tree.Folder, path))
            .Where(static name => !name.StartsWith('.')).Order(StringComparer.Ordinal),
    ];

    // A name of a folder in the tree stands for its path.
    private static ProcessEnd Run(TempTree tree, TempTree state, IEnumerable<string> arguments) => Tool.Run(
        DoppelProgram.Start(
            [
                .. arguments.Select(argument => (ByteName)(Directory.Exists($"{tree.Folder}/{argument}")
                    ? $"{tree.Folder}/{argument}" : argument)),
            ])
            .WithState(state.Folder));
}

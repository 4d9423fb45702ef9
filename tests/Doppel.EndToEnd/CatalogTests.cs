using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary>The catalog as the executable keeps it: what it is for, where it is, and what damage does.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class CatalogTests : IDisposable
{
    private readonly TempTree _tree = new();
    private readonly TempTree _catalog = new();

    public void Dispose()
    {
        _tree.Dispose();
        _catalog.Dispose();
    }

    [Fact]
    public void A_second_search_reads_only_what_is_new()
    {
        Fill(40);
        FindReport first = Find();
        Assert.InRange(first.BytesRead, 1, long.MaxValue);
        FindReport second = Find();
        Assert.Equal((0, 0), (second.Opened, second.BytesRead));
        Assert.Equal(GroupsOf(first), GroupsOf(second));

        _tree.AddFile("new", Content(1, 5_000));
        Settle();
        FindReport third = Find();
        Assert.Equal((1, 5_000), (third.Opened, third.BytesRead));
        Assert.Equal(GroupsOf(Find("--catalog", "none")), GroupsOf(third));
    }

    // What the kernel was asked, as strace saw it.
    [Fact]
    public void A_second_search_for_media_opens_nothing_and_every_format_shows_the_same()
    {
        Needs.Program("strace", "strace");
        using var place = new TempTree();
        int[] sizes = [100, 40_000, 300_000];
        for (int i = 0; i < 36; i++)
        {
            byte[] file = Wav(Content(i % 6, sizes[i % 3]), $"title {i}");
            _tree.AddFile($"{i % 2}/{i}.wav", file);
            _tree.AddFile($"{i % 2}/{i}.cut", file.AsSpan(0, 20 + i).ToArray());
        }

        Settle();
        Assert.InRange(Find("--media").Opened, 72, long.MaxValue);
        foreach (string format in (string[])["text", "json"])
        {
            ByteName[] arguments = ["find", "--media", "--format", format, _tree.Folder];
            string expected = Shown(DoppelProgram.Run([.. arguments, "--catalog", "none"]));
            ProcessEnd end = Tool.Run(DoppelProgram.Start() with
            {
                Program = "strace",
                Arguments =
                [
                    "-f", "-e", "trace=open,openat,openat2", "-o", place["trace"], DoppelProgram.Path, .. arguments,
                    .. Catalog,
                ],
            });
            Assert.Equal(expected, Shown(end));
            Assert.Contains("title 31", expected, StringComparison.Ordinal);
            string[] calls = File.ReadAllLines($"{place["trace"]}");
            Assert.Contains(calls, line => line.Contains(_tree.Folder, StringComparison.Ordinal));
            Assert.DoesNotContain(calls, static line => line.Contains(".wav\"", StringComparison.Ordinal)
                || line.Contains(".cut\"", StringComparison.Ordinal));
        }

        FindReport second = Find("--media");
        Assert.Equal((0, 0), (second.Opened, second.BytesRead));

        // Without the arguments, and the summary, which has times.
        static string Shown(ProcessEnd end) => string.Join('\n', end.MustSucceed().OutputText.Split('\n').Where(
            static line => !line.Contains("\"cwd\":", StringComparison.Ordinal)
                && !line.StartsWith("{\"type\":\"summary\"", StringComparison.Ordinal)));
    }

    [Fact]
    public void The_statistics_say_what_was_known()
    {
        Fill(10);
        Find();
        ProcessEnd end = DoppelProgram.Run(["find", "--stats", .. Catalog, _tree.Folder]);
        Assert.Matches(@"\n  known +[1-9]\d*\n  opened +0\n  read +0 B\n", end.ErrorText);
    }

    [Fact]
    public void Nobody_else_can_read_it_and_none_leaves_none()
    {
        Fill(40);
        foreach (string command in (string[])
            ["find -q", "find -q --since-last", "catalog limit 2M", "catalog verify -q", "catalog add -q disk"])
        {
            string catalog = Path.Combine(_catalog.Folder, command.Replace(' ', '-'), "catalog");
            string root = command.StartsWith("catalog limit", StringComparison.Ordinal) ? "" : $"'{_tree.Folder}'";
            string line = $"umask 0; exec '{DoppelProgram.Path}' {command} --catalog '{catalog}' {root}";
            Tool.Run("sh", "-c", line).MustSucceed();
            string[] kept = Directory.GetFileSystemEntries(catalog, "*", s_all);
            Assert.NotEmpty(kept);
            Assert.All(
                [catalog, .. kept],
                static path => Assert.Equal(UnixFileMode.None, File.GetUnixFileMode(path) & ~ForUser));
        }

        using var home = new TempTree();
        ProcessStart start = DoppelProgram.Start("find", "-q", "--catalog", "none", _tree.Folder);
        Tool.Run(start with
        {
            Environment = new Dictionary<string, string?>(start.Environment) { ["XDG_CACHE_HOME"] = home.Folder },
        }).MustSucceed();
        Assert.Empty(Directory.GetFileSystemEntries(home.Folder));
    }

    [Fact]
    public void Files_read_by_a_killed_search_are_not_read_again()
    {
        for (int i = 0; i < 6_000; i++)
        {
            _tree.AddFile($"{i % 40}/{i}", Content(i / 2, 20_000));
        }

        Needs.Program("strace", "strace");
        Settle();
        using (ChildProcess search = ChildProcess.Start(DoppelProgram.Start(["find", .. Catalog, _tree.Folder]) with
        {
            Program = "strace",
            Arguments =
            [
                "-f", "-o", "/dev/null", "-e", "inject=close:delay_exit=300",
                DoppelProgram.Path, "find", .. Catalog, _tree.Folder,
            ],
        }))
        {
            SpinWait.SpinUntil(() => !search.Runs || Directory.Exists(Path.Combine(Folder, "1")));
            search.Signal(9);
            search.WaitForEnd();
        }

        FindReport rest = Find();
        Assert.Equal(3_000, rest.Groups.Count);
        Assert.InRange(rest.Opened, 0, 5_999);
    }

    [Theory]
    [InlineData("flip")]
    [InlineData("cut")]
    [InlineData("empty")]
    [InlineData("folder")]
    public void A_damaged_catalog_changes_no_result(string damage)
    {
        Fill(60);
        string groups = GroupsOf(Find());
        var random = new Random(TestRun.SeedOffset + 5);
        for (int i = 0; i < TestRun.Count(3, 100); i++)
        {
            string file = Directory.GetFiles(Folder, "*.run", s_all)[0];
            byte[] bytes = File.ReadAllBytes(file);
            Damage(damage, file, bytes, random);
            ProcessEnd end = DoppelProgram.Run(["find", "--json", .. Catalog, _tree.Folder]);
            Assert.Equal(0, end.ExitCode);
            Assert.Equal(groups, GroupsOf(DoppelProgram.ReadOutput(end)));
            Directory.Delete(Folder, recursive: true);
            Find();
        }
    }

    [Fact]
    public void It_is_shown_limited_and_cleared()
    {
        Fill(10);
        Find();
        ProcessEnd status = DoppelProgram.Run(["catalog", "status", .. Catalog]);
        status.MustSucceed();
        Assert.Matches(@"^'.*': .* of 512 MiB\n  /.*: [1-9]\d* files known, .*, oldest 20", status.OutputText);
        DoppelProgram.Run(["catalog", "limit", .. Catalog, "2M"]).MustSucceed();
        ProcessEnd json = DoppelProgram.Run(["catalog", "status", "--json", .. Catalog]);
        string[] lines = json.OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(2 << 20, JsonDocument.Parse(lines[^1]).RootElement.GetProperty("bytes_max").GetInt64());
        JsonElement disk = JsonDocument.Parse(lines[0]).RootElement;
        Assert.InRange(disk.GetProperty("files").GetInt64(), 1, long.MaxValue);
        Assert.All(
            disk.GetProperty("mount_points").EnumerateArray(),
            static mount => Assert.StartsWith("/", mount.GetString(), StringComparison.Ordinal));
        Assert.Equal(2, DoppelProgram.Run(["catalog", "limit", .. Catalog, "2 apples"]).ExitCode);
        Assert.Equal(2, DoppelProgram.Run(["catalog", "limit", .. Catalog, "1k"]).ExitCode);
        DoppelProgram.Run(["catalog", "clear", .. Catalog]).MustSucceed();
        Assert.InRange(Find().BytesRead, 1, long.MaxValue);
        Assert.Equal(2, DoppelProgram.Run("catalog", "status", "--catalog", "none").ExitCode);
    }

    // The disk of the file system is a file, and a byte of it is changed below the file system.
    [Fact]
    public void Bits_that_rot_on_the_disk_are_found_and_nothing_else()
    {
        Needs.Root();
        Needs.Program("mkfs.ext4", "e2fsprogs");
        const int Files = 400;
        const int Flips = 50;
        _tree.AddSparseFile("image", 64L << 20);
        Tool.Run("mkfs.ext4", "-q", _tree["image"]).MustSucceed();
        var random = new Random(TestRun.SeedOffset + 6);
        byte[][] contents = new byte[Files][];
        using (Mount.Make(_tree, "m", "-o", "loop", _tree["image"]))
        {
            for (int i = 0; i < Files; i++)
            {
                contents[i] = Content(1_000 + i, random.Next(100, 60_000));
                _tree.AddFile($"m/{i % 7}/{i}", contents[i]);
            }

            CatalogTrial.WaitUntilSettled(_tree["m"]);
            Assert.Contains($"0 verified, {Files} new", Verify(0).ErrorText, StringComparison.Ordinal);
            Assert.Contains($"{Files} verified, 0 new", Verify(0).ErrorText, StringComparison.Ordinal);
        }

        int[] flipped = [.. Enumerable.Range(0, Files).OrderBy(_ => random.Next()).Take(Flips).Order()];
        byte[] image = File.ReadAllBytes($"{_tree["image"]}");
        foreach (int file in flipped)
        {
            // Random bytes occur once. A file is in pieces at most where it is longer than a block.
            int piece = random.Next(0, (contents[file].Length + 4095) / 4096) * 4096;
            ReadOnlySpan<byte> sample = contents[file].AsSpan(piece)[..Math.Min(64, contents[file].Length - piece)];
            int at = image.AsSpan().IndexOf(sample);
            Assert.True(at > 0, $"Content of {file} is not on the disk.");
            image[at + random.Next(sample.Length)] ^= (byte)(1 << random.Next(8));
        }

        File.WriteAllBytes($"{_tree["image"]}", image);
        using (Mount.Make(_tree, "m", "-o", "loop", _tree["image"]))
        {
            // Neither a touch nor another program's change is corruption.
            int[] spared = [.. Enumerable.Range(0, Files).Except(flipped).Take(2)];
            File.SetLastWriteTimeUtc($"{_tree[$"m/{spared[0] % 7}/{spared[0]}"]}", DateTime.UnixEpoch);
            File.AppendAllText($"{_tree[$"m/{spared[1] % 7}/{spared[1]}"]}", "more");
            CatalogTrial.WaitUntilSettled(_tree["m"]);
            ProcessEnd end = Verify(1);
            int[] found = [.. end.OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Where(static line => line.StartsWith("{\"type\":\"corrupt\"", StringComparison.Ordinal))
                .Select(static line => JsonDocument.Parse(line).RootElement.GetProperty("names")[0].GetString()!)
                .Select(static name => int.Parse(Path.GetFileName(name), CultureInfo.InvariantCulture)).Order()];
            Assert.Equal(flipped, found);

            // They are reported until they are accepted.
            Verify(1);
            Verify(1, "--accept");
            Verify(0);
        }

        ProcessEnd Verify(int exitCode, params ByteName[] more)
        {
            ProcessEnd end = DoppelProgram.Run(["catalog", "verify", "--json", .. Catalog, .. more, _tree["m"]]);
            Assert.True(end.ExitCode == exitCode, end.ErrorText);
            return end;
        }
    }

    private static readonly EnumerationOptions s_all = new() { RecurseSubdirectories = true };

    private const UnixFileMode ForUser =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    private string Folder => Path.Combine(_catalog.Folder, "c");

    private ByteName[] Catalog => ["--catalog", Folder];

    private static byte[] Content(int seed, int size)
    {
        byte[] content = new byte[size];
        new Random(seed).NextBytes(content);
        return content;
    }

    private static byte[] Wav(byte[] samples, string title)
    {
        byte[] name = [.. "INFO"u8, .. Chunk("INAM"u8, [.. Encoding.UTF8.GetBytes(title), 0])];
        byte[] format = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0];
        return Chunk("RIFF"u8,
            [.. "WAVE"u8, .. Chunk("fmt "u8, format), .. Chunk("LIST"u8, name), .. Chunk("data"u8, samples)]);
    }

    private static byte[] Chunk(ReadOnlySpan<byte> id, byte[] content) =>
        [.. id, .. BitConverter.GetBytes(content.Length), .. content, .. new byte[content.Length & 1]];

    private static string GroupsOf(FindReport report)
    {
        var text = new StringBuilder();
        foreach (ContentGroup group in report.Groups)
        {
            text.Append(CultureInfo.InvariantCulture, $"{group.Size}:")
                .AppendJoin(' ', group.Copies.SelectMany(static copy => copy.Names).Select(static name => $"{name}"))
                .Append('\n');
        }

        return text.ToString();
    }

    private static void Damage(string how, string file, byte[] bytes, Random random)
    {
        switch (how)
        {
            case "flip":
                bytes[random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
                File.WriteAllBytes(file, bytes);
                break;
            case "cut":
                File.WriteAllBytes(file, bytes[..random.Next(bytes.Length)]);
                break;
            case "empty":
                File.WriteAllBytes(file, []);
                break;
            default:
                File.Delete(file);
                Directory.CreateDirectory(file);
                break;
        }
    }

    private void Settle() => CatalogTrial.WaitUntilSettled(_tree.Folder);

    private void Fill(int files)
    {
        for (int i = 0; i < files; i++)
        {
            int size = (i % 4) switch { 0 => 100, 1 => 5_000, 2 => 70_000, _ => 300_000 };
            _tree.AddFile($"{i % 3}/{i}", Content(i % 8, size));
        }

        Settle();
    }

    private FindReport Find(params ByteName[] more) =>
        DoppelProgram.Find([.. Catalog, .. more, _tree.Folder]);
}

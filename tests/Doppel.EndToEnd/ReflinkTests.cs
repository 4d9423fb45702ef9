using System.Security.Cryptography;

namespace Doppel.EndToEnd;

/// <summary>Files share blocks where the file system can; filefrag and df judge what is where.</summary>
public sealed class ReflinkTests
{
    private const int Large = (40 << 20) + 12_345;

    public static TheoryData<string, string> FileSystems { get; } = new()
    {
        { "btrfs", "" }, { "btrfs", "compress-force=zstd" }, { "xfs", "" },
    };

    [Theory, MemberData(nameof(FileSystems))]
    public void Blocks_are_shared_and_the_files_stay_what_they_were(string fileSystem, string options)
    {
        using var image = new ImageMount(fileSystem, options);
        foreach ((string name, int size) in ((string, int)[])[("large", Large), ("small", 9000), ("tiny", 40)])
        {
            byte[] content = Content(name.Length, size);
            image.Tree.AddFile($"m/a/{name}", content);
            image.Tree.AddFile($"m/b/{name}", content);
            image.Tree.AddHardLink($"m/b/{name} again", $"m/b/{name}");
            Tool.Run("chmod", "640", image.Tree[$"m/b/{name}"]).MustSucceed();
            Tool.Run("chown", "1234:99", image.Tree[$"m/b/{name}"]).MustSucceed();
        }

        Tool.Run("sync", "-f", image.Folder).MustSucceed();
        string before = Look(image.Folder);
        long used = Used(image.Folder);
        using var state = new TempTree();
        ProcessEnd end = Act(state, "reflink", "--yes", "-v", image.Folder);
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.Equal(before, Look(image.Folder));
        Assert.Equal(Places(image.Tree["m/a/large"]), Places(image.Tree["m/b/large"]));
        Assert.Equal(Places(image.Tree["m/a/small"]), Places(image.Tree["m/b/small"]));
        if (options.Length == 0)
        {
            Tool.Run("sync", "-f", image.Folder).MustSucceed();
            Assert.True(used - Used(image.Folder) > Large * 9L / 10, $"{used} before, {Used(image.Folder)} after");
            ProcessEnd again = Act(state, "reflink", "--yes", image.Folder);
            Assert.Contains("with nothing to do", again.ErrorText);
        }

        ProcessEnd undone = Act(state, "undo", "--yes");
        Assert.Equal(0, undone.ExitCode);
        Assert.Equal(before, Look(image.Folder));
    }

    [Theory]
    [InlineData("btrfs")]
    [InlineData("xfs")]
    public void A_file_that_differs_in_one_byte_is_left_alone_whatever_the_report_says(string fileSystem)
    {
        using var image = new ImageMount(fileSystem);
        byte[] content = Content(1, 20 << 20);
        image.Tree.AddFile("m/a", content);
        image.Tree.AddFile("m/b", content);
        ByteName report = image.Tree["report"];
        File.WriteAllBytes($"{report}", DoppelProgram.Run("find", "--json", image.Folder).Output);
        var time = File.GetLastWriteTimeUtc($"{image.Tree["m/b"]}");
        image.Write("m/b", content.Length - 5, [(byte)(content[^5] + 1)]);
        Tool.Run("touch", "-r", image.Tree["m/a"], image.Tree["m/b"]).MustSucceed();
        File.SetLastWriteTimeUtc($"{image.Tree["m/b"]}", time);
        using var state = new TempTree();
        ProcessEnd end = Act(state, "reflink", "--yes", report);
        Assert.Equal(1, end.ExitCode);
        Assert.Matches("content differs|changed", end.ErrorText);
        Assert.Equal((byte)(content[^5] + 1), File.ReadAllBytes($"{image.Tree["m/b"]}")[^5]);
    }

    [Fact]
    public void Reflink_is_skipped_with_a_reason_where_unsupported()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        using Mount mount = Mount.Make(tree, "m", "-t", "tmpfs", "none");
        tree.AddFile("m/a", "same");
        tree.AddFile("m/b", "same");
        string before = Look(tree["m"]);
        ProcessEnd end = Act(state, "reflink", "--yes", tree["m"]);
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("does not support reflinks", end.ErrorText);
        Assert.Equal(before, Look(tree["m"]));
    }

    // The call itself succeeds there, and says in its answer that nothing was shared.
    [Fact]
    public void An_overlay_says_that_it_shares_nothing()
    {
        using var image = new ImageMount("btrfs");
        foreach (string folder in (string[])["m/upper", "m/work", "m/lower"])
        {
            image.Tree.AddFolder(folder);
        }

        ByteName options = $"lowerdir={image.Tree["m/lower"]},upperdir={image.Tree["m/upper"]},"
            + $"workdir={image.Tree["m/work"]}";
        image.Tree.AddFile("m/lower/a", Content(1, 100_000));
        image.Tree.AddFile("m/lower/b", Content(1, 100_000));
        using Mount mount = Mount.Make(image.Tree, "o", "-t", "overlay", "overlay", "-o", options);
        using var state = new TempTree();
        ProcessEnd end = Act(state, "reflink", "--yes", image.Tree["o"]);
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("blocks cannot be shared", end.ErrorText);
    }

    private static byte[] Content(int seed, int bytes)
    {
        byte[] content = new byte[bytes];
        new Random(seed).NextBytes(content);
        return content;
    }

    private static ProcessEnd Act(TempTree state, params IReadOnlyList<ByteName> arguments)
    {
        ProcessStart start = DoppelProgram.Start(arguments);
        return Tool.Run(start with
        {
            Environment = new Dictionary<string, string?>(start.Environment) { ["XDG_STATE_HOME"] = state.Folder },
        });
    }

    private static long Used(ByteName folder) => long.Parse(
        Tool.Run("df", "--output=used", "-B1", folder).MustSucceed().OutputText.Split('\n')[1],
        System.Globalization.CultureInfo.InvariantCulture);

    // Where on the device each stretch lies.
    private static string Places(ByteName path)
    {
        IEnumerable<string> lines = Tool.Run("filefrag", "-v", path).MustSucceed().OutputText.Split('\n')
            .Where(static line => line.Contains("..", StringComparison.Ordinal));
        string[] places = [.. lines.Select(static line => string.Join(':', line.Split(':')[1..4]))];
        Assert.NotEmpty(places);
        Assert.All(lines, static line => Assert.Contains("shared", line));
        return string.Join('\n', places);
    }

    private static string Look(ByteName folder)
    {
        string[] lines = Tool.Run("find", folder, "-type", "f", "-printf", "%P %s %T@ %U:%G %m %n\\n")
            .MustSucceed().OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        return string.Join('\n', lines.Order(StringComparer.Ordinal).Select(
            line => line + " " + Convert.ToHexString(SHA256.HashData(
                File.ReadAllBytes($"{folder}/{line[..line.LastIndexOf(' ', LastFields(line))]}")))));
    }

    // Names may have spaces; the five fields behind them have none.
    private static int LastFields(string line)
    {
        int at = line.Length - 1;
        for (int i = 0; i < 4; i++)
        {
            at = line.LastIndexOf(' ', at) - 1;
        }

        return at;
    }
}

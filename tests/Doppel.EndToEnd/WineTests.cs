using System.Text;
using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary>The Windows build under Wine: drives, backslashes, names that ignore case, file ids as identity.</summary>
public sealed partial class WineTests : IClassFixture<WinePrefix>
{
    // Wine knows the file system of a drive, but not one that is mounted below, so there it identifies no file twice.
    internal const string Disk = "/var/tmp";

    private readonly WinePrefix _wine;

    public WineTests(WinePrefix wine) => _wine = wine;

    [Fact]
    public void It_says_its_version()
    {
        ProcessEnd end = _wine.Run("--version").MustSucceed();
        Assert.Equal(DoppelProgram.Run("--version").OutputText.Trim(), end.OutputText.Trim());
    }

    [Fact]
    public void Two_hard_links_are_one_copy_by_their_file_id()
    {
        using var tree = new TempTree(Disk);
        tree.AddFile("a", "content");
        tree.AddHardLink("c", "a");
        tree.AddFile("b", "content");
        tree.AddFile("sub/d", "other content");
        tree.AddHardLink("sub/e", "sub/d");
        string[] groups = Groups(_wine.Run("find", "--json", Windows(tree, "")), tree);
        Assert.Equal(["a = c | b"], groups);
    }

    // Wine follows symbolic links of the system below it by itself, so it shows none.
    [Fact]
    public void Names_of_one_file_are_listed_by_its_file_id()
    {
        using var tree = new TempTree(Disk);
        tree.AddFile("in/a", "content");
        tree.AddHardLink("in/sub/b", "in/a");
        tree.AddHardLink("out/c", "in/a");
        tree.AddFile("in/alone", "content");
        LinkListing listing = LinkListing.Parse(
            _wine.Run("list-links", "--json", Windows(tree, "in")).MustSucceed().Output);
        LinkListing.HardSet set = Assert.Single(listing.Hard);
        Assert.Equal((3, 1, 7), (set.Links, set.Outside, set.Size));
        Assert.Equal(["in/a", "in/sub/b"], set.Copy.Names.Select(name => Below(tree, $"{name}")));
    }

    [Theory]
    [InlineData('/')]
    [InlineData('\\')]
    public void Roots_have_drive_letters_and_slashes_of_both_kinds(char slash)
    {
        using var tree = new TempTree(Disk);
        tree.AddFile("sub/one", "content");
        tree.AddFile("sub/two", "content");
        string root = Windows(tree, "sub").Replace('\\', slash);
        Assert.Equal(["sub/one | sub/two"], Groups(_wine.Run("find", "--json", root), tree));
    }

    [Fact]
    public void A_root_in_another_case_is_the_same_root()
    {
        using var tree = new TempTree(Disk);
        tree.AddFile("Sub/one", "content");
        tree.AddFile("Sub/two", "content");
        string root = Windows(tree, "Sub");
        string other = Windows(tree, "sUB");
        string[] groups = Groups(_wine.Run("find", "--json", root, other), tree);
        Assert.Single(groups);
        Assert.Equal(2, groups[0].Split(" | ").Length);
        Assert.DoesNotContain("=", groups[0]);
    }

    [Fact]
    public void Names_and_sizes_around_the_limits_give_the_groups_of_the_oracle()
    {
        using var tree = new TempTree(Disk);
        foreach (int size in (int[])[1, 4095, 4096, 4097, 65535, 65536, 65537, 1 << 20])
        {
            byte[] content = new byte[size];
            tree.AddFile($"ünï {size}/日本 1", content);
            tree.AddFile($"ünï {size}/日本 2", content);
            content[^1] = 1;
            tree.AddFile($"ünï {size}/last differs", content);
        }

        tree.AddFile("empty1", "");
        tree.AddFile("empty2", "");
        string[] expected = [.. Oracle.Find(tree.Folder).Select(group => string.Join(
            " | ", group.Copies.Select(copy => Encoding.UTF8.GetString(copy.Names[0].Bytes))
                .Select(name => name[(tree.Folder.Length + 1)..])))];
        Assert.Equal(expected.Order(), Groups(_wine.Run("find", "--json", Windows(tree, "")), tree).Order());
    }

    [Theory]
    [InlineData("Z:\\", "Z:/")]
    [InlineData("C:\\windows", "C:/")]
    public void A_drive_leads_to_its_disk(string path, string mount)
    {
        string[] columns = _wine.Run("devices", path).MustSucceed().OutputText.TrimEnd('\n').Split('\t');
        Assert.Equal(mount, columns[1]);
        Assert.Matches("^PhysicalDrive[0-9]+$", columns[3]);
    }

    [Fact]
    public void A_root_that_is_missing_is_said_in_one_line_with_exit_code_2()
    {
        using var tree = new TempTree(Disk);
        ProcessEnd end = _wine.Run("find", Windows(tree, "nowhere"));
        Assert.Equal(2, end.ExitCode);
        Assert.Contains("nowhere", end.ErrorText);
    }

    [Fact]
    public void A_report_is_written_to_a_file_whole()
    {
        using var tree = new TempTree(Disk);
        tree.AddFile("roots/one", "content");
        tree.AddFile("roots/two", "content");
        tree.AddFile("report", "old");
        ProcessEnd end = _wine.Run("find", "--json", "-o", Windows(tree, "report"), Windows(tree, "roots"));
        Assert.Empty(end.MustSucceed().Output);
        Assert.Contains("\"group\"", File.ReadAllText($"{tree["report"]}"));
        Assert.Equal(["report", "roots"], Directory.GetFileSystemEntries(tree.Folder).Select(Path.GetFileName).Order());
    }

    // Wine's drive Z: is the root of the file system.
    private static string Windows(TempTree tree, string path) =>
        ("Z:" + Path.Combine(tree.Folder, path)).TrimEnd('/').Replace('/', '\\');

    // Groups in short, with the names below the tree and '/'.
    private static string[] Groups(ProcessEnd end, TempTree tree)
    {
        end.MustSucceed();
        return [.. end.OutputText.Split('\n')
            .Where(line => line.Contains("\"type\":\"group\"", StringComparison.Ordinal))
            .Select(line => string.Join(" | ", JsonSerializer.Deserialize<JsonElement>(line)
                .GetProperty("copies").EnumerateArray()
                .Select(copy => string.Join(" = ", copy.GetProperty("names").EnumerateArray()
                    .Select(name => Below(tree, name.GetString()!))))))];
    }

    private static string Below(TempTree tree, string name)
    {
        Assert.Equal("Z:", name[..2]);
        return name.Replace('\\', '/')[(2 + tree.Folder.Length + 1)..];
    }
}

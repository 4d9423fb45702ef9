namespace Doppel.EndToEnd;

/// <summary>Lists that other programs made of a disk are searched in its place.</summary>
public sealed class ListImportTests : IDisposable
{
    private static readonly int[] s_sizes = [1, 100, 4096, 65_537, 70_000, 262_145, 300_000];

    private readonly TempTree _tree = new();
    private readonly TempTree _cache = new();

    public void Dispose()
    {
        _tree.Dispose();
        _cache.Dispose();
    }

    [Theory]
    [InlineData("md5sum", "find . -type f -exec md5sum {} + >../list.md5", "md5, without sizes")]
    [InlineData("sha256sum", "find . -type f -exec sha256sum --tag {} + >../list.txt", "sha256, without sizes")]
    [InlineData("b2sum", "find . -type f -exec b2sum {} + >../list.b2", "blake2b, without sizes")]
    [InlineData("xxhsum", "find . -type f -exec xxhsum -H1 {} + >../list.xxh64", "xxh64, without sizes")]
    [InlineData("xxhsum", "find . -type f -exec xxhsum -H2 {} + >../list.xxh128", "xxh3-128, without sizes")]
    [InlineData("hashdeep", "hashdeep -r -l . >../list.hashdeep", "sha256 by hashdeep")]
    [InlineData("rmlint", "rmlint -a sha1 -o json:../list.json . >../ignored", "sha1 by rmlint")]
    public void A_list_has_the_groups_of_its_disk_and_a_second_search_reads_nothing(
        string program, string command, string told)
    {
        Needs.Program(program, program == "xxhsum" ? "xxhash" : program);
        for (int seed = 1; seed <= (TestRun.IsFull ? 20 : 2); seed++)
        {
            Fill(new Random(seed), isReport: program == "rmlint");
            SortedSet<string> expected = Mixed(Oracle.Find(_tree["drawer"], _tree["disk"]));
            Tool.Run(new ProcessStart("/bin/sh", ["-c", command]) { Folder = _tree["drawer"] }).MustSucceed();
            string list = Path.GetFileName(Directory.GetFiles(_tree.Folder, "list.*").Single());
            Assert.Contains(told, Run($"catalog import --replace {list}").ErrorText, StringComparison.Ordinal);
            Directory.Delete($"{_tree["drawer"]}", recursive: true);

            string options = command.Contains("-H1", StringComparison.Ordinal) ? "--json --trust xxh64" : "--json";
            FindReport found = Find("list", options);
            Assert.Equal(expected, Mixed(found.Groups));
            Assert.Empty(found.Problems);
            FindReport again = Find("list", options);
            Assert.Equal(expected, Mixed(again.Groups));
            Assert.Equal((0, 0), (again.Opened, again.BytesRead));
            Assert.Equal(expected, Mixed(Find("list", $"{options} --reread").Groups));

            Run("catalog export list -o copy");
            Run("catalog import --replace copy");
            Assert.Equal(expected, Mixed(Find("copy", options).Groups));
            _tree.Remove(list);
            _tree.Remove("copy");
        }
    }

    [Fact]
    public void A_listed_file_is_shown_with_its_proof_and_without_a_time()
    {
        _tree.AddFile("disk/a", "hello world");
        File.WriteAllText($"{_tree["x.md5"]}", "5eb63bbbe01eeed093cb22bb8f5acdc3  ./far/away\n");
        Run("catalog import x.md5");
        string groups = Run("find disk catalog:x").OutputText;
        Assert.Contains("redundant, md5, xxh3-128 df8d09e93f874900a99b8775cc15b6c7\n    catalog:x/far/away\n", groups);
        Assert.Contains(
            "hashes    1 file, md5 from a list", Run("catalog show x").OutputText, StringComparison.Ordinal);
        Assert.Contains("\"algorithms\":[\"md5\"]", Run("catalog show --json x").OutputText, StringComparison.Ordinal);
        Assert.Contains("  11 B  -                 catalog:x/far/away", Run("find -l disk catalog:x").OutputText);
        Assert.Equal(groups, Run("find disk catalog:x/far").OutputText);
        File.WriteAllText($"{_tree["y.txt"]}", "MD5 (b) = 5eb63bbbe01eeed093cb22bb8f5acdc3\n");
        Run("catalog import y.txt");
        Assert.StartsWith(
            "2 copies of unknown size, md5\n    catalog:x/far/away\n    catalog:y/b\n",
            Run("find catalog:x catalog:y").OutputText);
        Assert.Contains(
            "\"size\":-1,\"proof\":\"md5\",\"redundant_bytes\":0", Run("find --json catalog:x catalog:y").OutputText);
        Assert.Contains(
            "needs a digest that lists do not have",
            Tool.Run(Start("find --format fclones catalog:x catalog:y")).ErrorText, StringComparison.Ordinal);
        Assert.Contains("no duplicates", Run("find catalog:x").OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public void A_digest_of_64_bits_is_a_proof_only_if_it_is_trusted()
    {
        _tree.AddFile("disk/a", "hello world");
        _tree.AddFile("disk/b", "hello worms");
        File.WriteAllText($"{_tree["x.xxh64"]}", "45ab6734b21e6968  far\n");
        Run("catalog import x.xxh64");
        ProcessEnd end = Run("find disk catalog:x");
        Assert.Contains("no duplicates", end.OutputText, StringComparison.Ordinal);
        Assert.Contains(
            "1 file in lists or buckets (x) has the digest of another file, which with 64 bits is not accepted as "
                + "proof; doppel find --trust xxh64 accepts it\n",
            end.ErrorText, StringComparison.Ordinal);
        end = Run("find --trust xxh64 disk catalog:x");
        Assert.Contains(", xxh64, xxh3-128 ", end.OutputText, StringComparison.Ordinal);
        Assert.DoesNotContain("warning", end.ErrorText, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("text")]
    [InlineData("json")]
    [InlineData("html")]
    [InlineData("csv")]
    [InlineData("fdupes")]
    [InlineData("fclones")]
    public void Nothing_is_removed_because_a_list_has_it(string format)
    {
        _tree.AddFile("disk/a", "hello world");
        File.WriteAllText($"{_tree["x.md5"]}", "5eb63bbbe01eeed093cb22bb8f5acdc3  far\n");
        Run("catalog import x.md5");
        Run($"find --format {format} -o report disk catalog:x");
        Run("delete --yes report");
        Assert.True(File.Exists($"{_tree["disk/a"]}"));
        _tree.AddFile("disk/b", "hello world");
        Run($"find --format {format} -o report disk catalog:x");
        Run("delete --yes report");
        Assert.Single(Directory.GetFiles($"{_tree["disk"]}"));
    }

    [Theory]
    [InlineData("nonsense", "line 1: this is not a digest with the name of a file")]
    [InlineData("", "the input is empty")]
    [InlineData("# nothing\n", "it has no digest of a file")]
    [InlineData("5eb63bbbe01eeed093cb22bb8f5acdc3  ../up\n", "line 1: '../up' is not the path of a file below the")]
    [InlineData("cebb6622  a\n", "line 1: the hash function with 32 bits is not supported")]
    public void A_list_that_cannot_be_used_is_one_error_and_nothing_is_saved(string list, string message)
    {
        File.WriteAllText($"{_tree["list"]}", list);
        ProcessEnd end = Tool.Run(Start("catalog import list"));
        Assert.Equal((2, ""), (end.ExitCode, end.OutputText));
        Assert.Contains($"cannot import 'list': {message}", end.ErrorText, StringComparison.Ordinal);
        Assert.Empty(Run("catalog list").OutputText);
        Assert.Empty(Directory.GetFiles($"{_cache["doppel/catalog/volumes"]}"));
    }

    [Fact]
    public void The_last_line_of_a_name_counts_and_folders_need_not_be_together()
    {
        _tree.AddFile("disk/a", "hello world");
        File.WriteAllText(
            $"{_tree["x.md5"]}",
            """
            00000000000000000000000000000000  one/a
            00000000000000000000000000000001  two/a
            5eb63bbbe01eeed093cb22bb8f5acdc3  one/a
            5eb63bbbe01eeed093cb22bb8f5acdc3  two/b
            5eb63bbbe01eeed093cb22bb8f5acdc3  two/b
            """);
        Assert.Contains("imported as x: 3 files", Run("catalog import x.md5").ErrorText, StringComparison.Ordinal);
        Assert.Contains(
            "    catalog:x/one/a\n    catalog:x/two/b\n    disk/a\n", Run("find disk catalog:x").OutputText);
    }

    // The groups with a copy on the disk and one in the drawer or on its list, as names below the folder of the test.
    private SortedSet<string> Mixed(IEnumerable<ContentGroup> groups) =>
        new(groups.Select(group => group.Copies.SelectMany(static copy => copy.Names).Select(NameOf).ToList())
            .Where(static names => names.Exists(static name => name.StartsWith("drawer/", StringComparison.Ordinal))
                && names.Exists(static name => name.StartsWith("disk/", StringComparison.Ordinal)))
            .Select(static names => string.Join(' ', names.Order(StringComparer.Ordinal))), StringComparer.Ordinal);

    private string NameOf(ByteName name)
    {
        string text = $"{name}";
        if (!text.StartsWith("catalog:", StringComparison.Ordinal))
        {
            return text.Replace($"{_tree.Folder}/", "", StringComparison.Ordinal);
        }

        string path = text[(text.IndexOf('/', StringComparison.Ordinal) + 1)..];
        return "drawer/" + path.Replace($"{_tree["drawer"]}/"[1..], "", StringComparison.Ordinal);
    }

    // Reports list only files that have a duplicate in the drawer.
    private void Fill(Random random, bool isReport)
    {
        if (Directory.Exists($"{_tree["disk"]}"))
        {
            Directory.Delete($"{_tree["disk"]}", recursive: true);
        }

        for (int i = 0; i < 40; i++)
        {
            int size = s_sizes[random.Next(s_sizes.Length)];
            byte[] content = new byte[size];
            new Random(random.Next(3)).NextBytes(content);
            content[random.Next(size)] ^= (byte)(random.Next(4) == 0 ? 0x10 : 0);
            bool isInDrawer = i % 2 == 0;
            string folder = isInDrawer ? "drawer" : "disk";
            _tree.AddFile($"{folder}/{(char)('p' + random.Next(3))}/{i}", content);
            if (isInDrawer && isReport)
            {
                _tree.AddFile($"{folder}/{i} again", content);
            }
        }

        // What changed a moment ago is read again the next time, because a later change need not show in its times.
        DateTimeOffset after = TimeProvider.System.GetUtcNow().AddMilliseconds(200);
        SpinWait.SpinUntil(() => TimeProvider.System.GetUtcNow() > after);
    }

    private FindReport Find(string list, string options) =>
        FindReport.Parse(Run($"find {options} disk catalog:{list}").Output);

    private ProcessEnd Run(string command) => Tool.Run(Start(command)).MustSucceed();

    private ProcessStart Start(string command)
    {
        ProcessStart start = DoppelProgram.Start([.. command.Split(' ').Select(static word => (ByteName)word)]);
        return start with
        {
            Folder = _tree.Folder,
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_CACHE_HOME"] = _cache.Folder,
                ["XDG_STATE_HOME"] = $"{_cache["state"]}",
            },
        };
    }
}

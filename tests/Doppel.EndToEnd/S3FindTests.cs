using System.Globalization;
using System.Text;
using System.Text.Json;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.EndToEnd;

/// <summary><c>doppel find FOLDER s3://BUCKET</c>: duplicates across disks and buckets, by lists alone.</summary>
public sealed partial class S3FindTests : IDisposable
{
    private static readonly string s_bucket = $"s3://{FaultyS3.Bucket}";

    private readonly TempTree _tree = new();

    public void Dispose() => _tree.Dispose();

    // The oracle downloads everything: it knows the contents. Groups without a file on a disk are not asked for.
    [Fact]
    public async Task Random_files_and_objects_are_grouped_by_content_without_a_download()
    {
        for (int i = 0; i < TestRun.Count(reduced: 5, full: 100); i++)
        {
            int seed = TestRun.SeedOffset + i;
            var random = new Random(seed);
            await using var s3 = new FaultyS3();
            var contents = new Dictionary<string, string>();
            for (int file = random.Next(40); file > 0; file--)
            {
                string name = RandomName(random);
                string content = RandomContent(random);
                if (contents.TryAdd($"{seed}/{name}", content))
                {
                    _tree.AddFile($"{seed}/{name}", content);
                }
            }

            _tree.AddFolder($"{seed}");
            for (int file = random.Next(40); file > 0; file--)
            {
                string key = RandomName(random);
                string content = RandomContent(random);
                contents[$"{s_bucket}/{key}"] = content;
                s3.Memory.Put(FaultyS3.Bucket, key, Encoding.UTF8.GetBytes(content));
            }

            IEnumerable<IEnumerable<string>> expected = contents
                .GroupBy(static one => one.Value, static one => one.Key)
                .Where(static group => group.Count() > 1 && !group.All(IsObject));
            string output = Find(s3, "--format", "fdupes", $"{seed}", s_bucket).MustSucceed().OutputText;
            Expect.FdupesGroups(expected, output, $"seed {seed}");

            // Whether an ETag is an MD5 is asked where it is that of no file of the same size.
            string[] onDisk = [.. contents.Where(static one => !IsObject(one.Key)).Select(static one => one.Value)];
            int unmatched = contents.Count(one => IsObject(one.Key) && !onDisk.Contains(one.Value)
                && onDisk.Any(content => content.Length == one.Value.Length));
            Assert.Equal(["GET", .. Enumerable.Repeat("HEAD", unmatched)], Methods(s3));
            Assert.Contains("list-type=2", s3.Server.Requests[0].Query, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task No_object_is_requested_where_ETags_decide_and_a_second_search_opens_no_file()
    {
        await using var s3 = new FaultyS3();
        int count = TestRun.Count(reduced: 2500, full: 20_000);
        for (int i = 0; i < count; i++)
        {
            s3.Memory.Put(FaultyS3.Bucket, $"p/{i}", Encoding.UTF8.GetBytes($"content {i}"));
        }

        _tree.AddFile("disk/a", "content 7");
        _tree.AddFile("disk/b", "content 8");
        _tree.AddFile("disk/c", "content x");
        Assert.Equal(3, Opened());
        int pages = 1 + ((count - 1) / 1000);
        int lists = Methods(s3).Count(static method => method == "GET");

        // Two more look for folders below p/ in a long list.
        Assert.InRange(lists, pages, count < 10_000 ? pages : pages + 2);
        Assert.Equal(lists + 8, s3.Server.Requests.Count);
        Assert.Equal(0, Opened());

        long Opened()
        {
            ProcessEnd end = Find(s3, "--json", "--catalog", $"{_tree["cache"]}", "disk", s_bucket).MustSucceed();
            JsonElement[] lines = Lines(end);
            JsonElement[] groups = [.. lines.Where(static line => line.GetProperty("type").GetString() == "group")];
            Assert.Equal(2, groups.Length);
            Assert.All(groups, static group => Assert.Equal("md5", group.GetProperty("proof").GetString()));
            Assert.Equal(s_bucket, lines[0].GetProperty("catalogs")[0].GetProperty("catalog").GetString());
            return lines[^1].GetProperty("opened").GetInt64();
        }
    }

    [Fact]
    public async Task Keys_that_are_no_paths_are_problems_and_the_others_are_searched()
    {
        await using var s3 = new FaultyS3();
        _tree.AddFile("disk/a", "same");
        string[] strange = ["x//y", "../up", "/absolute", "a/./b", "full/", "trailing//"];
        string[] plain = ["a", "a/b", "line\nbreak", "\u001b[31m", "ü", "... "];
        foreach (string key in strange.Concat(plain))
        {
            s3.Memory.Put(FaultyS3.Bucket, key, "same"u8.ToArray());
        }

        s3.Memory.Put(FaultyS3.Bucket, "folder/", []);
        ProcessEnd end = Find(s3, "--json", "disk", s_bucket);
        Assert.Equal(1, end.ExitCode);
        JsonElement[] lines = Lines(end);
        Assert.Equal(
            strange.Select(static key => $"{s_bucket}/{key}").Order(StringComparer.Ordinal),
            lines.Where(static line => line.GetProperty("type").GetString() == "problem")
                .Select(static line => line.GetProperty("path").GetString()!).Order(StringComparer.Ordinal));
        JsonElement group = Assert.Single(lines, static line => line.GetProperty("type").GetString() == "group");
        Assert.Equal(
            plain.Select(static key => $"{s_bucket}/{key}").Append($"{_tree["disk/a"]}").Order(StringComparer.Ordinal),
            group.GetProperty("copies").EnumerateArray()
                .SelectMany(static copy => copy.GetProperty("names").EnumerateArray())
                .Select(static name => name.GetString()!).Order(StringComparer.Ordinal));
        Assert.Equal(strange.Length, lines[^1].GetProperty("problems").GetInt32());
    }

    [Theory]
    [InlineData("5MiB", 11)]
    [InlineData("8MiB", 9)]
    [InlineData("16MiB", 33)]
    [InlineData("5MiB", 5)]
    public async Task Objects_in_parts_of_a_common_size_are_compared_by_the_MD5s_of_the_parts(string size, int mebis)
    {
        await using var s3 = new FaultyS3();
        byte[] content = Big(mebis);
        _tree.AddFile("disk/big", content);
        content[^1] ^= 1;
        _tree.AddFile("disk/other", content);
        s3.Run("cp", "--resume", "--part-size", size, _tree["disk/big"], $"{s_bucket}/big").MustSucceed();
        int before = s3.Server.Requests.Count;
        ProcessEnd end = Find(s3, "disk", s_bucket).MustSucceed();
        bool isInParts = mebis > 5;
        Assert.Matches(
            $"^2 copies of .*, {(isInParts ? "md5-parts" : "md5")}, xxh3-128 [0-9a-f]{{32}}\n    {s_bucket}/big\n"
                + "    disk/big\n\nTotal: 1 group",
            end.OutputText);
        Assert.DoesNotContain("may have a copy", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(before + 1, s3.Server.Requests.Count);
    }

    [Fact]
    public async Task The_list_of_a_bucket_can_be_saved_and_searched_without_the_server()
    {
        await using var s3 = new FaultyS3();
        _tree.AddFile("disk/a", "same");
        _tree.AddFile("disk/b", "other");
        s3.Memory.Put(FaultyS3.Bucket, "p/x", "same"u8.ToArray());
        s3.Memory.Put(FaultyS3.Bucket, "q", "other"u8.ToArray());
        s3.Memory.Put(FaultyS3.Bucket, "p//bad", "same"u8.ToArray());
        ProcessEnd end = Catalog("add", "cloud", $"{s_bucket}/p");
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("saved as cloud: 1 object, 4 B; 1 object with an MD5", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains($"{s_bucket}/p//bad", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains(s_bucket, Catalog("show", "cloud").MustSucceed().OutputText, StringComparison.Ordinal);
        int before = s3.Server.Requests.Count;
        string groups = Find(s3, "--catalog", $"{_tree["kept"]}", "--format", "fdupes", "disk", "catalog:cloud")
            .MustSucceed().OutputText;
        Assert.Equal("catalog:cloud/p/x\ndisk/a\n\n", groups);
        Assert.Equal(before, s3.Server.Requests.Count);

        Assert.Equal(2, Catalog("add", "cloud", s_bucket).ExitCode);
        Catalog("add", "--replace", "cloud", $"{s_bucket}/q").MustSucceed();
        foreach (string[] wrong in (string[][])[["all", s_bucket, "disk"], ["all", s_bucket, "s3://other"],
            ["--sizes", "all", s_bucket], ["all", "s3://nowhere"]])
        {
            end = Catalog("add", wrong);
            Assert.Equal(2, end.ExitCode);
            Assert.DoesNotContain("all", Catalog("list").MustSucceed().OutputText, StringComparison.Ordinal);
        }

        ProcessEnd Catalog(string command, params string[] arguments) => Tool.Run(
            Start(s3, ["catalog", command, "--catalog", $"{_tree["kept"]}", .. arguments]));
    }

    [Fact]
    public async Task A_prefix_is_a_folder_or_an_object_and_each_object_counts_once()
    {
        await using var s3 = new FaultyS3();
        _tree.AddFile("disk/a", "same");
        foreach (string key in (string[])["p/one", "p/sub/two", "pp/three", "single"])
        {
            s3.Memory.Put(FaultyS3.Bucket, key, "same"u8.ToArray());
        }

        Assert.Equal(["disk/a", $"{s_bucket}/p/one", $"{s_bucket}/p/sub/two"], Names($"{s_bucket}/p"));
        Assert.Equal(["disk/a", $"{s_bucket}/p/one", $"{s_bucket}/p/sub/two"], Names($"{s_bucket}/p/"));
        Assert.Equal(["disk/a", $"{s_bucket}/single"], Names($"{s_bucket}/single"));
        Assert.Equal(
            ["disk/a", $"{s_bucket}/p/one", $"{s_bucket}/p/sub/two"], Names($"{s_bucket}/p/sub", $"{s_bucket}/p"));
        Assert.Equal(["disk/a", $"{s_bucket}/p/sub/two"], Names("--reference", $"{s_bucket}/p/sub"));

        // Buckets alone are compared, too.
        Assert.Equal(
            [$"{s_bucket}/p/one", $"{s_bucket}/p/sub/two"],
            Lines(Find(s3, "--format", "fdupes", $"{s_bucket}/p").MustSucceed()));

        // A local folder of such a name.
        _tree.AddFile("s3:/disk/x", "local");
        _tree.AddFile("disk/y", "local");
        Assert.Equal(["./s3:/disk/x", "disk/y"], Names("./s3:"));

        string[] Names(params string[] arguments) =>
            Lines(Find(s3, ["--format", "fdupes", "disk", .. arguments]).MustSucceed());

        static string[] Lines(ProcessEnd end) =>
            [.. end.OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries).Order(StringComparer.Ordinal)];
    }

    [Fact]
    public async Task Impossible_searches_are_refused_in_one_line_with_a_hint()
    {
        await using var s3 = new FaultyS3();
        _tree.AddFile("disk/a", "same");
        s3.Memory.Put(FaultyS3.Bucket, "a", "same"u8.ToArray());
        AssertRefused(
            ["find", "disk", $"{s_bucket}/nothing"], $"there is no object '{s_bucket}/nothing', and none below");
        AssertRefused(["find", "disk", "s3://nowhere"], "cannot list 's3://nowhere'");
        AssertRefused(["find", "disk", "s3://"], "no valid bucket name");
        AssertRefused(["find", "disk", $"{s_bucket}/a//b"], "The key has an empty name between or before slashes");
        AssertRefused(["find", "disk", $"{s_bucket}/../b"], "The key contains '.' or '..' as a name");
        int before = s3.Server.Requests.Count;
        AssertRefused(["find", "--exact", "disk", s_bucket], "--exact cannot be used with a bucket");
        AssertRefused(["find", "--media", "disk", s_bucket], "--media cannot be used with a bucket");
        AssertRefused(["find", "--folders", "disk", s_bucket], "--folders cannot be used with a bucket");
        AssertRefused(
            ["find", "--exact", "--reference", s_bucket, "disk"], "--exact cannot be used with a bucket");
        Assert.Equal(before, s3.Server.Requests.Count);
        foreach (string command in (string[])["list-links", "watch", "catalog verify"])
        {
            AssertRefused(
                [.. command.Split(' '), "disk", s_bucket],
                $"'{s_bucket}' is in a bucket, which this command cannot search");
        }

        Assert.True(File.Exists($"{_tree["disk/a"]}"));

        void AssertRefused(string[] arguments, string message)
        {
            ProcessEnd end = Tool.Run(Start(s3, arguments));
            Assert.Equal(2, end.ExitCode);
            string[] lines = end.ErrorText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
            Assert.Equal(2, lines.Length);
            Assert.Contains(message, lines[0], StringComparison.Ordinal);
            Assert.StartsWith("hint: ", lines[1], StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("text")]
    [InlineData("json")]
    [InlineData("html")]
    [InlineData("csv")]
    [InlineData("fdupes")]
    public async Task A_report_with_objects_is_acted_on_on_disks_as_its_references_say(string format)
    {
        await using var s3 = new FaultyS3();
        _tree.AddFile("disk/a", "twice");
        _tree.AddFile("disk/b", "twice");
        _tree.AddFile("disk/c", "once");
        s3.Memory.Put(FaultyS3.Bucket, "twice", "twice"u8.ToArray());
        s3.Memory.Put(FaultyS3.Bucket, "once", "once"u8.ToArray());
        Find(s3, "--format", format, "-o", "report", "disk", s_bucket).MustSucceed();
        int before = s3.Server.Requests.Count;
        Tool.Run(Start(s3, ["delete", "--yes", "report"])).MustSucceed();
        Assert.Equal(2, Directory.GetFiles($"{_tree["disk"]}").Length);
        Assert.True(File.Exists($"{_tree["disk/c"]}"));
        Assert.Equal(before, s3.Server.Requests.Count);

        Find(s3, "--json", "-o", "report", "--reference", s_bucket, "disk").MustSucceed();
        Tool.Run(Start(s3, ["delete", "--yes", "report"])).MustSucceed();
        Assert.Empty(Directory.GetFiles($"{_tree["disk"]}"));
        Assert.Equal(2, s3.Memory.Keys(FaultyS3.Bucket).Count);
    }

    [Fact]
    public async Task The_search_in_the_documentation_is_what_people_see()
    {
        await using var s3 = new FaultyS3();
        byte[] lake = new byte[3 << 20];
        new Random(1).NextBytes(lake);
        s3.Memory.AddBucket("backup");
        s3.Memory.Put("backup", "pictures/2023/lake.jpg", [.. lake]);
        _tree.AddFile("Pictures/2023/lake.jpg", lake);
        lake[^1] ^= 1;
        _tree.AddFile("Pictures/2024/lake.jpg", lake);
        ProcessEnd end = Find(s3, "--reference", "s3://backup", "Pictures").MustSucceed();
        DocumentedBlock.Check(
            "s3.md", "kept by a test",
            $"$ doppel find --reference s3://backup Pictures\n{end.OutputText}{end.ErrorText}");
    }

    [Fact]
    public async Task The_time_of_a_search_includes_that_of_listing_a_bucket()
    {
        const double Pause = 0.5; // seconds
        await using var s3 = new FaultyS3();
        _tree.AddFile("disk/a", "photo");
        s3.Memory.Put(FaultyS3.Bucket, "key", "photo"u8.ToArray());
        s3.Server.On(static _ => true, Fault.Drip(1 << 20, TimeSpan.FromSeconds(Pause)));
        ProcessEnd end = Find(s3, "--json", "--stats", "disk", s_bucket).MustSucceed();
        JsonElement summary = Lines(end)[^1];
        JsonElement first = summary.GetProperty("stages")[0];
        Assert.Equal("list", first.GetProperty("name").GetString());
        Assert.InRange(first.GetProperty("seconds").GetDouble(), Pause, summary.GetProperty("seconds").GetDouble());
        Assert.Contains("\n  list ", end.ErrorText, StringComparison.Ordinal);
    }

    [Fact]
    public void A_real_server_names_the_same_MD5s()
    {
        S3Server server = S3Server.Get();
        string bucket = server.NewBucket();
        _tree.AddFile("disk/a", "photo");
        _tree.AddFile("disk/b", "not there");
        _tree.AddFile("disk/ü/line\nbreak +&%41", "odd");
        server.Run("cp", "-r", _tree["disk"], $"s3://{bucket}/backup").MustSucceed();
        server.Run("rm", "--yes", $"s3://{bucket}/backup/b").MustSucceed();
        ProcessEnd end = Tool.Run(server.StartAny(
            ["find", "--json", "--reference", $"s3://{bucket}/backup", _tree["disk"]])).MustSucceed();
        Assert.Equal(2, end.OutputText.Split('\n').Count(static line => line.Contains("\"proof\":\"md5\"")));
        Assert.DoesNotContain("disk/b", end.OutputText, StringComparison.Ordinal);
    }

    private static bool IsObject(string name) => name.StartsWith("s3://", StringComparison.Ordinal);

    private static string[] Methods(FaultyS3 s3, int skipped = 0) =>
        [.. s3.Server.Requests.Skip(skipped).Select(static request => request.Method)];

    private static JsonElement[] Lines(ProcessEnd end) =>
    [
        .. end.OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(static line => JsonDocument.Parse(line).RootElement),
    ];

    private static byte[] Big(int mebis)
    {
        byte[] content = new byte[(mebis << 20) - 7];
        new Random(mebis).NextBytes(content);
        return content;
    }

    private static string RandomName(Random random)
    {
        string folder = string.Concat(Enumerable.Range(0, random.Next(3)).Select(_ => $"ordner ü{random.Next(3)}/"));
        return folder + random.Next(30).ToString(CultureInfo.InvariantCulture) + " +%41&";
    }

    private static string RandomContent(Random random) => new string('x', random.Next(1, 4)) + random.Next(3);

    private ProcessEnd Find(FaultyS3 s3, params string[] arguments) => Tool.Run(Start(s3, ["find", .. arguments]));

    private ProcessStart Start(FaultyS3 s3, string[] arguments)
    {
        ProcessStart start = s3.StartAny([.. arguments.Select(static one => (ByteName)one)]);
        return start.WithState($"{_tree["state"]}") with { Folder = _tree.Folder };
    }
}

using System.Globalization;
using System.Text;
using Doppel.S3.Server;

namespace Doppel.EndToEnd;

/// <summary>
/// <c>doppel s3 sync</c> makes both sides equal, transfers only what differs, and deletes only on request.
/// </summary>
public sealed class S3SyncTests
{
    private static readonly int s_trees = TestRun.Count(reduced: 4, full: 40);

    private static readonly string s_place = $"s3://{FaultyS3.Bucket}/some";

    [Fact]
    public async Task Random_trees_become_equal_both_ways()
    {
        for (int i = 0; i < s_trees; i++)
        {
            int seed = TestRun.SeedOffset + i;
            var random = new Random(seed);
            await using var s3 = new FaultyS3();
            using var tree = new TempTree();
            Dictionary<string, byte[]> files = RandomFiles(random);
            Dictionary<string, byte[]> objects = Changed(files, random);
            foreach ((string name, byte[] content) in objects)
            {
                s3.Memory.Put(FaultyS3.Bucket, "some/" + name, content);
            }

            s3.Memory.Put(FaultyS3.Bucket, "something", [1]);
            Write(tree, "up", files);
            int transferred = files.Count(file => !IsIn(objects, file));
            int gone = objects.Keys.Except(files.Keys).Count();

            // What only the target has stays unless it is to be deleted.
            ProcessEnd kept = s3.Run("sync", tree["up"], s_place).MustSucceed();
            bool isExact = kept.ErrorText.StartsWith(Total(transferred), StringComparison.Ordinal);
            Assert.True(isExact, $"seed {seed}: {kept.ErrorText}");
            AssertEqual(files.Concat(objects.Where(one => !files.ContainsKey(one.Key))), Objects(s3), seed);
            ProcessEnd end = s3.Run("sync", "--delete", "--yes", tree["up"], s_place).MustSucceed();
            Assert.StartsWith(Total(0), end.ErrorText);
            Assert.Equal(gone > 0, end.ErrorText.Contains("deleted", StringComparison.Ordinal));
            AssertEqual(files, Objects(s3), seed);

            Dictionary<string, byte[]> other = Changed(files, random);
            Write(tree, "down", other);
            transferred = files.Count(file => !IsIn(other, file));
            end = s3.Run("sync", "--delete", "--yes", s_place, tree["down"]).MustSucceed();
            Assert.StartsWith(Total(transferred), end.ErrorText);
            AssertEqual(files, Files(tree["down"]), seed);

            s3.Run("sync", s_place, $"s3://{FaultyS3.Bucket}/copy").MustSucceed();
            AssertEqual(files, Objects(s3, "copy/"), seed);
            Assert.NotNull(s3.Memory.Find(FaultyS3.Bucket, "something"));
        }
    }

    [Theory]
    [InlineData(null)]
    [InlineData("5MiB")]
    public async Task A_second_run_transfers_nothing_and_sends_one_list_for_a_thousand_keys(string? partSize)
    {
        await using var s3 = new FaultyS3(new MemoryS3Options { AddsChecksums = false });
        using var tree = new TempTree();
        int count = TestRun.Count(reduced: 1100, full: 5000);
        for (int i = 0; i < count; i++)
        {
            tree.AddFile($"up/{i}", $"{i}");
        }

        tree.AddFile("up/empty", "");
        tree.AddFile("up/big", Bytes(11 << 20));
        ByteName[] sync = partSize is null
            ? ["sync", tree["up"], s_place]
            : ["sync", "--part-size", partSize, tree["up"], s_place];
        s3.Run(sync).MustSucceed();
        AssertOnlyLists(sync);
        ByteName[] down = ["sync", s_place, tree["down"]];
        s3.Run(down).MustSucceed();
        AssertOnlyLists(down);
        ByteName[] across = ["sync", s_place, $"s3://{FaultyS3.Bucket}/copy"];
        s3.Run(across).MustSucceed();
        AssertOnlyLists(across, sides: 2);

        // One in a hundred changes, with the same size.
        for (int i = 0; i < count; i += 100)
        {
            tree.Remove($"up/{i}");
            tree.AddFile($"up/{i}", new string('x', $"{i}".Length));
        }

        int before = s3.Server.Requests.Count;
        s3.Run(sync).MustSucceed();
        ILookup<string, string> sent = s3.Server.Requests.Skip(before)
            .ToLookup(static one => one.Method, static one => one.Path);
        string[] changed =
        [
            .. Enumerable.Range(0, count).Where(static i => i % 100 == 0)
                .Select(static i => $"/bucket/some/{i}").Order(),
        ];
        Assert.Equal(changed, sent["HEAD"].Order());
        Assert.Equal(changed, sent["PUT"].Order());
        Assert.Equal(["GET", "HEAD", "PUT"], sent.Select(static one => one.Key).Order());

        void AssertOnlyLists(ByteName[] arguments, int sides = 1)
        {
            int start = s3.Server.Requests.Count;
            ProcessEnd end = s3.Run(arguments).MustSucceed();
            Assert.StartsWith(Total(0), end.ErrorText);
            Assert.Contains($"{count + 2:N0} unchanged", end.ErrorText, StringComparison.Ordinal);
            RawRequest[] sent = [.. s3.Server.Requests.Skip(start)];

            // One object of each kind of ETag is read, to see that the two in the bucket mean something.
            int reads = sent.Count(static one => one.Method == "GET" && one.Query.Length == 0);
            Assert.InRange(reads, 0, sides == 1 ? 0 : 2);
            sent = [.. sent.Where(static one => one.Query.Contains("list-type=2", StringComparison.Ordinal)
                || one.Method != "GET" || one.Query.Length > 0)];
            Assert.All(sent, static one => Assert.Contains("list-type=2", one.Query, StringComparison.Ordinal));

            // Between two buckets, one page more shows whether ETags of parts differ at all.
            Assert.InRange(sent.Length, 1, (sides * (1 + ((count + 2) / 1000))) + (sides - 1));
        }
    }

    [Fact]
    public async Task The_time_decides_where_nothing_identifies_the_content()
    {
        await using var s3 = new FaultyS3(new MemoryS3Options
        {
            AddsChecksums = false,
            Quirks = new S3Quirks { HasOpaqueETags = true },
        });
        using var tree = new TempTree();
        ByteName file = tree.AddFile("up/big", Bytes(11 << 20));
        ByteName[] sync = ["sync", "--part-size", "5MiB", tree["up"], s_place];
        s3.Run(sync).MustSucceed();
        string etag = s3.Memory.Find(FaultyS3.Bucket, "some/big")!.ETag;
        Assert.Equal(32, etag.Length);

        // Such an ETag looks like an MD5, and another content is transferred.
        Assert.StartsWith(Total(1), s3.Run(sync).MustSucceed().ErrorText);
        s3.Server.On(
            static request => request.Method == "HEAD",
            Doppel.S3.Server.Fault.Edit(static answer => answer.With("x-amz-server-side-encryption", "aws:kms")));
        Assert.StartsWith(Total(0), s3.Run(sync).MustSucceed().ErrorText);
        File.SetLastWriteTimeUtc($"{file}", TimeProvider.System.GetUtcNow().UtcDateTime.AddHours(-1));
        Assert.StartsWith(Total(1), s3.Run(sync).MustSucceed().ErrorText);
    }

    [Fact]
    public async Task Filters_leave_out_and_protect_and_a_dry_run_changes_nothing()
    {
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        tree.AddFile("up/a.jpg", "a");
        tree.AddFile("up/cache/b.jpg", "b");
        tree.AddFile("up/c.txt", "c");
        s3.Memory.Put(FaultyS3.Bucket, "some/old.jpg", [1]);
        s3.Memory.Put(FaultyS3.Bucket, "some/old.txt", [1]);
        s3.Memory.Put(FaultyS3.Bucket, "some/folder/", []);
        ByteName[] arguments =
            ["sync", "--delete", "--include", "*.jpg", "--exclude", "cache/", tree["up"], s_place];
        ProcessEnd dry = s3.Run(["sync", "--dry-run", .. arguments[1..]]).MustSucceed();
        Assert.Equal($"upload {s_place}/a.jpg\ndelete {s_place}/old.jpg\n", dry.OutputText);
        Assert.Equal(["folder/", "old.jpg", "old.txt"], Objects(s3).Keys.Order());
        ProcessEnd unasked = s3.Run(arguments);
        Assert.Equal(2, unasked.ExitCode);
        Assert.Contains("--yes", unasked.ErrorText, StringComparison.Ordinal);
        Assert.Equal(["folder/", "old.jpg", "old.txt"], Objects(s3).Keys.Order());
        s3.Run([.. arguments, "--yes"]).MustSucceed();
        Assert.Equal(["a.jpg", "folder/", "old.txt"], Objects(s3).Keys.Order());
    }

    [Fact]
    public async Task Each_transfer_is_printed_on_request_and_each_that_could_not_be_compared()
    {
        await using var s3 = new FaultyS3(new MemoryS3Options
        {
            AddsChecksums = false,
            Quirks = new S3Quirks { IgnoresChecksums = true },
        });
        using var tree = new TempTree();
        tree.AddFile("up/a\n", "a");
        s3.Memory.Put(FaultyS3.Bucket, "some/old", [1]);
        ProcessEnd up = s3.Run("sync", "-v", "--delete", "--yes", tree["up"], s_place).MustSucceed();
        Assert.StartsWith($"upload {s_place}/a\\n\ndelete {s_place}/old\n{Total(1)}", up.ErrorText);
        Assert.Equal(2, Lines(s3.Run("sync", "--no-verbose", tree["up"], $"{s_place}/other").MustSucceed()).Length);

        s3.Server.On(
            static _ => true,
            Doppel.S3.Server.Fault.Edit(static answer => answer.With("x-amz-server-side-encryption", "aws:kms")));
        string[] down = Lines(s3.Run("cp", "-r", "-v", s_place, tree["down"]).MustSucceed());
        Assert.Contains($"'{s_place}/a\\n': not compared", down);
        Assert.Contains("2 downloads not compared: the server has neither a checksum nor an MD5", down);

        static string[] Lines(ProcessEnd end) => end.ErrorText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    [Fact]
    public async Task Nothing_is_deleted_after_a_problem()
    {
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        tree.AddFile("up/a", "a");
        tree.AddSymbolicLink("up/link", tree["up/a"]);
        s3.Memory.Put(FaultyS3.Bucket, "some/link", [1]);
        ProcessEnd end = s3.Run("sync", "--delete", "--yes", tree["up"], s_place);
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("nothing was deleted", end.ErrorText, StringComparison.Ordinal);
        Assert.NotNull(s3.Memory.Find(FaultyS3.Bucket, "some/link"));
    }

    [Fact]
    public async Task Links_and_unfinished_downloads_in_the_target_stay_and_are_no_problem()
    {
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        s3.Memory.Put(FaultyS3.Bucket, "some/a", [1]);
        ByteName victim = tree.AddFile("victim", "old");
        tree.AddSymbolicLink("down/link", victim);
        ByteName part = tree.AddFile("down/.0123456789abcdef0123456789abcdef.s3part", "part");
        ProcessEnd end = s3.Run("sync", "--delete", "--yes", s_place, tree["down"]).MustSucceed();
        Assert.StartsWith(Total(1), end.ErrorText);
        Assert.True(File.Exists($"{part}"));
        Assert.Equal("old", File.ReadAllText($"{tree["down/link"]}"));
    }

    [Fact]
    public async Task Times_types_and_metadata_travel_with_the_files()
    {
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        ByteName file = tree.AddFile("up/lake.JPG", "photo");
        var time = new DateTime(2001, 2, 3, 4, 5, 6, DateTimeKind.Utc);
        File.SetLastWriteTimeUtc($"{file}", time.AddTicks(1_234_567));
        s3.Run(
            "sync", "--metadata", "color=blue", "--cache-control", "max-age=60", "--storage-class", "STANDARD_IA",
            "--sse", "AES256", tree["up"], s_place).MustSucceed();
        RawRequest put = s3.Server.Requests.Single(static one => one.Method == "PUT");
        Assert.Equal("image/jpeg", put.Header("content-type"));
        Assert.Equal("981173106.1234567", put.Header("x-amz-meta-mtime"));
        Assert.Equal("blue", put.Header("x-amz-meta-color"));
        Assert.Equal("max-age=60", put.Header("cache-control"));
        Assert.Equal("STANDARD_IA", put.Header("x-amz-storage-class"));
        Assert.Equal("AES256", put.Header("x-amz-server-side-encryption"));
        s3.Run("sync", s_place, tree["down"]).MustSucceed();
        Assert.Equal(time.AddTicks(1_234_567), File.GetLastWriteTimeUtc($"{tree["down/lake.JPG"]}"));
    }

    private static string Total(int files) =>
        string.Create(CultureInfo.InvariantCulture, $"{files:N0} {(files == 1 ? "object" : "objects")}, ");

    private static byte[] Bytes(int length)
    {
        byte[] bytes = new byte[length];
        new Random(length).NextBytes(bytes);
        return bytes;
    }

    private static Dictionary<string, byte[]> RandomFiles(Random random)
    {
        var files = new Dictionary<string, byte[]>(StringComparer.Ordinal);
        for (int i = random.Next(60); i > 0; i--)
        {
            string folder = string.Concat(Enumerable.Range(0, random.Next(3)).Select(_ => $"folder {random.Next(3)}/"));
            files[$"{folder}ü{random.Next(50)}"] = Encoding.UTF8.GetBytes($"{random.Next(1000)}");
        }

        return files;
    }

    // Some are the same, some have another content of the same size, some are missing, and some are new.
    private static Dictionary<string, byte[]> Changed(Dictionary<string, byte[]> files, Random random)
    {
        var changed = new Dictionary<string, byte[]>(StringComparer.Ordinal);
        foreach ((string name, byte[] content) in files)
        {
            switch (random.Next(4))
            {
                case 0:
                    changed[name] = [.. content.Select(static one => (byte)(one ^ 1))];
                    break;
                case 1:
                    changed[name + " new"] = content;
                    break;
                default:
                    changed[name] = content;
                    break;
            }
        }

        return changed;
    }

    private static bool IsIn(Dictionary<string, byte[]> others, KeyValuePair<string, byte[]> file) =>
        others.TryGetValue(file.Key, out byte[]? other) && other.SequenceEqual(file.Value);

    private static void Write(TempTree tree, string folder, Dictionary<string, byte[]> files)
    {
        tree.AddFolder(folder);
        foreach ((string name, byte[] content) in files)
        {
            tree.AddFile($"{folder}/{name}", content);
        }
    }

    /// <summary>The bucket may have the last copies of what is in such a folder.</summary>
    [Fact]
    public async Task A_folder_of_another_user_that_cannot_be_listed_stops_all_deletions()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "only root can run it as another user");
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        tree.AddFile("up/open", "1");
        tree.AddFile("up/closed/x", "2");
        tree.ChangeMode("up/closed", 0x1C0);
        tree.AddFolder("state");
        tree.ChangeMode("state", 0x1FF);
        foreach (string key in (string[])["open", "closed/x", "only here"])
        {
            s3.Memory.Put(FaultyS3.Bucket, "some/" + key, key == "open" ? "1"u8.ToArray() : [2]);
        }

        // The place of the program need not be open to others.
        File.Copy(DoppelProgram.Path, $"{tree["program"]}");
        tree.ChangeMode("program", 0x1ED);
        Tool.Run("chmod", "755", tree.Folder, tree["up"]).MustSucceed();
        ProcessStart start = s3.Start("sync", "--delete", "--yes", tree["up"], s_place).WithState($"{tree["state"]}");
        ProcessEnd end = Tool.Run(start with
        {
            Program = "setpriv",
            Arguments =
            [
                "--reuid=65534", "--regid=65534", "--clear-groups", tree["program"], .. start.Arguments,
            ],
        });
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("closed': it cannot be listed: Permission denied", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(
            ["closed/x", "only here", "open"],
            s3.Memory.Keys(FaultyS3.Bucket).Where(static key => key.StartsWith("some/", StringComparison.Ordinal))
                .Select(static key => key[5..]).Order(StringComparer.Ordinal));
    }

    private static Dictionary<string, byte[]> Objects(FaultyS3 s3, string prefix = "some/") => s3
        .Run("ls", "-r", "--json", $"s3://{FaultyS3.Bucket}/{prefix}").MustSucceed().OutputText
        .Split('\n', StringSplitOptions.RemoveEmptyEntries)
        .Select(static line => System.Text.Json.JsonDocument.Parse(line).RootElement.GetProperty("key").GetString()!)
        .ToDictionary(key => key[prefix.Length..], key => s3.Memory.Find(FaultyS3.Bucket, key)!.Body);

    private static Dictionary<string, byte[]> Files(ByteName folder) => Directory
        .EnumerateFiles($"{folder}", "*", SearchOption.AllDirectories)
        .ToDictionary(path => Path.GetRelativePath($"{folder}", path), File.ReadAllBytes);

    private static void AssertEqual(
        IEnumerable<KeyValuePair<string, byte[]>> expected, Dictionary<string, byte[]> found, int seed)
    {
        string[] Lines(IEnumerable<KeyValuePair<string, byte[]>> all) =>
            [.. all.Select(static one => $"{one.Key}={Convert.ToHexString(one.Value)}").Order(StringComparer.Ordinal)];
        Assert.True(Lines(expected).SequenceEqual(Lines(found)), $"seed {seed}");
    }
}

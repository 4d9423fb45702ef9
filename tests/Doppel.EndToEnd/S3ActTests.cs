using System.Text;
using Doppel.S3.Server;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.EndToEnd;

/// <summary>
/// <c>doppel delete</c> and <c>doppel move</c> on buckets: only what a copy that stays holds goes, and all comes back.
/// </summary>
public sealed partial class S3ActTests : IDisposable
{
    private const string Lock = ".doppel-lock";

    private static readonly string s_bucket = $"s3://{FaultyS3.Bucket}";

    private readonly TempTree _tree = new();
    private readonly TempTree _state = new();

    public void Dispose()
    {
        _tree.Dispose();
        _state.Dispose();
    }

    // The oracle knows the contents: an object goes if a file has its content, and nothing else changes.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Objects_that_a_reference_folder_has_are_deleted_and_undo_restores_them(bool ignoresETags)
    {
        for (int i = 0; i < TestRun.Count(reduced: 3, full: 60); i++)
        {
            int seed = TestRun.SeedOffset + i;
            var random = new Random(seed);
            await using FaultyS3 s3 = Serve(ignoresETags);
            HashSet<string> onDisk = [];
            for (int file = 1 + random.Next(20); file > 0; file--)
            {
                string content = $"content {random.Next(20)}";
                _tree.AddFile($"{seed}/{file}", content);
                onDisk.Add(content);
            }

            for (int file = random.Next(40); file > 0; file--)
            {
                Put(s3, $"{random.Next(5)}/ü {file}", $"content {random.Next(30)}", random.Next(100));
            }

            Dictionary<string, StoredObject> before = All(s3);
            Run(s3, "delete", "--yes", "--reference", $"{seed}", s_bucket);
            string[] expected =
                [.. before.Values.Where(one => !onDisk.Contains(TextOf(one))).Select(static one => one.Key)];
            Assert.Equal(expected.Order(StringComparer.Ordinal), All(s3).Keys.Order(StringComparer.Ordinal));
            UndoIf(expected.Length < before.Count, s3);
            AssertSame(before, All(s3), $"seed {seed}");
            Assert.Equal(onDisk.Count > 0, Directory.EnumerateFiles($"{_tree[$"{seed}"]}").Any());
        }
    }

    // The other way round: files go of which the bucket has a copy.
    [Fact]
    public async Task Files_that_a_reference_bucket_has_are_deleted_and_undo_downloads_them()
    {
        for (int i = 0; i < TestRun.Count(reduced: 3, full: 60); i++)
        {
            int seed = TestRun.SeedOffset + i;
            var random = new Random(seed);
            await using FaultyS3 s3 = Serve();
            HashSet<string> inBucket = [];
            for (int file = 1 + random.Next(20); file > 0; file--)
            {
                inBucket.Add($"content {random.Next(20)}");
                Put(s3, $"{file}", inBucket.Last(), file);
            }

            Dictionary<string, string> files = [];
            for (int file = random.Next(30); file > 0; file--)
            {
                string name = $"{seed}/{random.Next(3)}/{file}";
                files.Add(name, $"content {random.Next(30)}");
                _tree.AddFile(name, files[name]);
                File.SetLastWriteTimeUtc($"{_tree[name]}", new DateTime(2001, 2, 3, 4, 5, file, DateTimeKind.Utc));
                _tree.ChangeMode(name, 0x100u | (uint)(file & 7));
            }

            _tree.AddFolder($"{seed}");
            Dictionary<string, StoredObject> before = All(s3);
            string[] looks = Looks();
            string[] emptied = i % 2 == 1 ? ["--empty-folders"] : [];
            Run(s3, ["delete", "--yes", .. emptied, "--reference", s_bucket, $"{seed}"]);
            Assert.All(files.Keys.GroupBy(static name => Path.GetDirectoryName(name)!), folder => Assert.Equal(
                emptied.Length == 0 || folder.Any(name => File.Exists($"{_tree[name]}")),
                Directory.Exists($"{_tree[folder.Key]}")));
            Assert.Equal(
                files.Where(one => !inBucket.Contains(one.Value)).Select(static one => one.Key)
                    .Order(StringComparer.Ordinal),
                files.Keys.Where(name => File.Exists($"{_tree[name]}")).Order(StringComparer.Ordinal));
            Assert.Equal(before, All(s3, withLock: true));
            Assert.DoesNotContain(s3.Server.Requests, static one => one.Method is "PUT" or "DELETE" or "POST");
            UndoIf(looks.Length > Looks().Length, s3);
            Assert.Equal(looks, Looks());

            string[] Looks() =>
            [
                .. Tool.Run("find", _tree[$"{seed}"], "-type", "f", "-printf", "%P %m %T@\\n").MustSucceed().OutputText
                    .Split('\n', StringSplitOptions.RemoveEmptyEntries)
                    .Select(line => $"{line} {File.ReadAllText($"{_tree[$"{seed}/{line.Split(' ')[0]}"]}")}")
                    .Order(StringComparer.Ordinal),
            ];
        }
    }

    [Fact]
    public async Task Undo_says_that_a_file_is_too_large_and_restores_it_later()
    {
        await using FaultyS3 s3 = Serve();
        string large = new('x', 300_000);
        _tree.AddFile("disk/a", large);
        Put(s3, "keep", large, 1);
        Run(s3, "delete", "--yes", "--reference", s_bucket, "disk");
        ProcessStart start = Start(s3, "undo", "--yes");
        ProcessEnd end = Tool.Run(start with
        {
            Program = "sh",
            Arguments = ["-c", "ulimit -f 100; exec \"$0\" \"$@\"", DoppelProgram.Path, .. start.Arguments],
        });
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("File too large", end.ErrorText, StringComparison.Ordinal);
        Assert.DoesNotContain("internal error", end.ErrorText, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFiles($"{_tree["disk"]}"));
        Run(s3, "undo", "--yes");
        Assert.Equal(large, File.ReadAllText($"{_tree["disk/a"]}"));
    }

    [Fact]
    public async Task A_file_stays_if_its_copy_in_the_bucket_is_removed_or_replaced_at_the_last_moment()
    {
        foreach (bool isReplaced in (bool[])[false, true])
        {
            await using FaultyS3 s3 = Serve();
            _tree.AddFile($"{isReplaced}/a", "one");
            Put(s3, "keep", "one", 1);
            int looks = 0;
            s3.Server.On(
                request => request.Method == "HEAD" && ++looks == 2,
                new Fault("gone", async exchange =>
                {
                    s3.Memory.Remove(FaultyS3.Bucket, "keep");
                    if (isReplaced)
                    {
                        Put(s3, "keep", "two", 1);
                    }

                    await exchange.WriteAsync(await exchange.AnswerAsync());
                }));
            ProcessEnd end = Tool.Run(Start(s3, "delete", "--yes", "--reference", s_bucket, $"{isReplaced}"));
            Assert.Equal(1, end.ExitCode);
            Assert.Contains("the copy in the bucket no longer exists", end.ErrorText, StringComparison.Ordinal);
            Assert.Equal(["a"], Directory.GetFiles($"{_tree[$"{isReplaced}"]}").Select(Path.GetFileName));
        }

        // Another run may be removing that copy.
        await using FaultyS3 held = Serve();
        Put(held, "keep", "one", 1);
        held.Memory.Put(FaultyS3.Bucket, Lock, "doppel acts on bucket from elsewhere, run 7"u8.ToArray());
        ProcessEnd refused = Tool.Run(Start(held, "delete", "--yes", "--reference", s_bucket, "True"));
        Assert.Contains("another run acts on the bucket", refused.ErrorText, StringComparison.Ordinal);
        Assert.True(File.Exists($"{_tree["True/a"]}"));
    }

    [Fact]
    public async Task One_of_equal_objects_stays_and_undo_copies_it_on_the_server()
    {
        await using FaultyS3 s3 = Serve();
        Put(s3, "a/first", "same", 1);
        Put(s3, "b/second", "same", 2);
        Put(s3, "c/third", "same", 3);
        Put(s3, "other", "other", 4);
        Dictionary<string, StoredObject> before = All(s3);
        ProcessEnd end = Run(s3, "delete", "--yes", "--keep", $"{s_bucket}/b/", s_bucket);
        Assert.Contains("1 group, 2 objects to act on, 8 B would be freed", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(["b/second", "other"], All(s3).Keys.Order(StringComparer.Ordinal));
        int requests = s3.Server.Requests.Count;
        Run(s3, "undo", "--yes");
        AssertSame(before, All(s3), "");

        // One page of the list and one object show whether ETags are digests of the contents. Nothing else is read.
        Assert.Equal(
            ["/bucket/", "/bucket/b/second"],
            s3.Server.Requests.Skip(requests).Where(static one => one.Method == "GET")
                .Select(static one => one.Path).Where(static path => !path.Contains(Lock, StringComparison.Ordinal))
                .Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Moved_objects_keep_bucket_and_key_below_the_prefix_and_undo_moves_them_back()
    {
        await using FaultyS3 s3 = Serve();
        Put(s3, "a/x", "same", 1);
        Put(s3, "b/y", "same", 2);
        Dictionary<string, StoredObject> before = All(s3);
        Run(s3, "move", "--to", $"{s_bucket}/away/", "--yes", "--drop", "b/*", s_bucket);
        Assert.Equal(["a/x", "away/bucket/b/y"], All(s3).Keys.Order(StringComparer.Ordinal));
        Assert.Equal(before["b/y"].Tags, All(s3)["away/bucket/b/y"].Tags);
        Assert.Equal(before["b/y"].Headers, All(s3)["away/bucket/b/y"].Headers);
        Run(s3, "undo", "--yes");
        AssertSame(before, All(s3), "");
    }

    [Fact]
    public async Task Objects_that_changed_or_lost_their_keeper_after_the_plan_stay()
    {
        await using FaultyS3 s3 = Serve();
        _tree.AddFile("disk/a", "one");
        _tree.AddFile("disk/b", "two");
        _tree.AddFile("disk/c", "three");
        Put(s3, "a", "one", 1);
        Put(s3, "b", "two", 2);
        Put(s3, "c", "three", 3);
        string explained = Run(
            s3, "plan", "--explain", "--reference", "disk", "-o", "plan.json", s_bucket).OutputText;
        Assert.Contains(
            $"2 copies of 3 B: keep 1, drop 1\n  keep  '{_tree["disk/a"]}': reference", explained,
            StringComparison.Ordinal);
        Assert.Contains($"  drop  '{s_bucket}/a': another copy is kept", explained, StringComparison.Ordinal);
        Put(s3, "a", "two", 1);
        File.WriteAllText($"{_tree["disk/b"]}", "owt");
        ProcessEnd end = Tool.Run(Start(s3, "delete", "--yes", "plan.json"));
        Assert.Equal(1, end.ExitCode);
        Assert.Contains($"skipped: '{s_bucket}/a'", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains($"skipped: '{s_bucket}/b'", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(["a", "b"], All(s3).Keys);
    }

    [Fact]
    public async Task Another_run_keeps_away_from_a_bucket_and_a_server_without_conditions_is_named()
    {
        await using FaultyS3 s3 = Serve();
        _tree.AddFile("disk/a", "one");
        Put(s3, "a", "one", 1);
        s3.Memory.Put(FaultyS3.Bucket, Lock, "doppel acts on bucket from elsewhere, run 7"u8.ToArray());
        ProcessEnd end = Tool.Run(Start(s3, "delete", "--yes", "--reference", "disk", s_bucket));
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("another run acts on the bucket", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("from elsewhere, run 7", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(2, All(s3, withLock: true).Count);

        await using FaultyS3 careless = new(
            new MemoryS3Options
            {
                Quirks = new S3Quirks { IgnoresConditionalDelete = true, IgnoresConditionalPut = true },
            });
        Put(careless, "a", "one", 1);
        end = Run(careless, "delete", "--yes", "--reference", "disk", s_bucket);
        Assert.Contains("weaker guarantees in s3://bucket: the server deletes an object", end.ErrorText,
            StringComparison.Ordinal);
        Assert.Empty(All(careless, withLock: true));

        // Each deletion comes after a look at the very object.
        string[] last = [.. careless.Server.Requests.Where(static one => one.Target == "/bucket/a")
            .Select(static one => one.Method)];
        Assert.Equal(["HEAD", "HEAD", "DELETE"], last[..1].Concat(last[^2..]));
    }

    [Theory]
    [InlineData("link disk s3://bucket", "objects can only be deleted or moved")]
    [InlineData("trash s3://bucket", "objects can only be deleted or moved")]
    [InlineData("move --to disk s3://bucket", "its objects can only be moved to a bucket")]
    [InlineData("move --to s3://bucket/x disk", "only objects can be moved to a bucket")]
    [InlineData("delete disk s3://bucket", "which copies stay?")]
    [InlineData("plan disk s3://bucket", "which copies stay?")]
    [InlineData("move --to disk --reference s3://bucket disk", "can only be deleted")]
    [InlineData("delete --script s3://bucket", "--script does not support buckets")]
    public async Task Senseless_or_dangerous_commands_are_refused_before_any_request(string command, string message)
    {
        await using FaultyS3 s3 = Serve();
        _tree.AddFile("disk/a", "one");
        ProcessEnd end = Tool.Run(Start(s3, [.. command.Split(' ')]));
        Assert.Equal(2, end.ExitCode);
        Assert.Contains(message, end.ErrorText, StringComparison.Ordinal);
        Assert.Empty(s3.Server.Requests);
    }

    [Fact]
    public async Task Locked_and_archived_objects_stay()
    {
        await using FaultyS3 s3 = Serve();
        _tree.AddFile("disk/a", "one");
        Put(s3, "archived", "one", 1, ("x-amz-storage-class", "GLACIER"));
        Put(s3, "held", "one", 2, ("x-amz-object-lock-legal-hold", "ON"));
        Put(s3, "kept", "one", 3, ("x-amz-object-lock-retain-until-date", "2999-01-01T00:00:00Z"));
        Put(s3, "free", "one", 4, ("x-amz-object-lock-retain-until-date", "2001-01-01T00:00:00Z"));
        ProcessEnd end = Tool.Run(Start(s3, "delete", "--yes", "--reference", "disk", s_bucket));
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("'s3://bucket/archived': it is archived", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("'s3://bucket/held': it is locked by a legal hold", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("'s3://bucket/kept': it is locked until 2999-01-01", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(["archived", "held", "kept"], All(s3).Keys.Order(StringComparer.Ordinal));
    }

    // An encrypted object has an ETag that tells nothing: only its content does.
    [Fact]
    public async Task Content_is_read_only_if_that_is_allowed()
    {
        await using FaultyS3 s3 = Serve();
        _tree.AddFile("disk/a", "one");
        Put(s3, "a", "one", 1, ("x-amz-server-side-encryption", "aws:kms"));
        s3.Memory.Put(FaultyS3.Bucket, "a", "one"u8.ToArray(), static stored => stored with
        {
            ETag = "0123456789abcdef0123456789abcdef",
            Headers = new Dictionary<string, string> { ["x-amz-server-side-encryption"] = "aws:kms" },
        });
        Assert.Contains(
            "nothing to do", Run(s3, "delete", "--yes", "--reference", "disk", s_bucket).ErrorText,
            StringComparison.Ordinal);
        Run(s3, "plan", "--max-download", "1k", "--reference", "disk", "-o", "plan.json", s_bucket);
        ProcessEnd end = Tool.Run(Start(s3, "delete", "--yes", "plan.json"));
        Assert.Contains("use --max-download to compare it", end.ErrorText, StringComparison.Ordinal);
        Run(s3, "delete", "--yes", "--max-download", "1k", "plan.json");
        Assert.Empty(All(s3));
        Run(s3, "undo", "--yes");
        Assert.Equal("one", TextOf(All(s3)["a"]));

        // An MD5 can be forged.
        Put(s3, "b", "one", 2);
        Run(s3, "plan", "--reference", "disk", "-o", "plan.json", $"{s_bucket}/b");
        end = Tool.Run(Start(s3, "delete", "--yes", "--trust", "sha256", "plan.json"));
        Assert.Contains("use --max-download to compare it", end.ErrorText, StringComparison.Ordinal);
        Run(s3, "delete", "--yes", "plan.json");
        Assert.Equal(["a"], All(s3).Keys);
    }

    private static FaultyS3 Serve(bool ignoresETags = false) => new(
        new MemoryS3Options { Quirks = new S3Quirks { IgnoresConditionalDelete = ignoresETags } });

    private static string TextOf(StoredObject stored) => Encoding.UTF8.GetString(stored.Body);

    private static Dictionary<string, StoredObject> All(FaultyS3 s3, bool withLock = false) =>
        s3.Memory.Keys(FaultyS3.Bucket).Where(key => withLock || key != Lock)
            .ToDictionary(static key => key, key => s3.Memory.Find(FaultyS3.Bucket, key)!);

    private static void Put(FaultyS3 s3, string key, string content, int number, params (string, string)[] headers) =>
        s3.Put(key, Encoding.UTF8.GetBytes(content), number, headers);

    private static void AssertSame(
        Dictionary<string, StoredObject> expected, Dictionary<string, StoredObject> actual, string seed)
    {
        Assert.Equal(expected.Keys.Order(StringComparer.Ordinal), actual.Keys.Order(StringComparer.Ordinal));
        foreach ((string key, StoredObject before) in expected)
        {
            StoredObject now = actual[key];
            Assert.True(before.Body.AsSpan().SequenceEqual(now.Body), $"{seed}: {key}");
            Assert.Equal(before.Headers.OrderBy(static one => one.Key), now.Headers.OrderBy(static one => one.Key));
            Assert.Equal(before.Tags, now.Tags);
            Assert.Equal(before.ETag, now.ETag);
        }
    }

    private ProcessStart Start(FaultyS3 s3, params string[] arguments) =>
        s3.StartAny([.. arguments.Select(static one => (ByteName)one)]).WithState(_state.Folder) with
        {
            Folder = _tree.Folder,
        };

    private void UndoIf(bool isChanged, FaultyS3 s3)
    {
        if (isChanged)
        {
            Run(s3, "undo", "--yes");
        }
    }

    private ProcessEnd Run(FaultyS3 s3, params string[] arguments) => Tool.Run(Start(s3, arguments)).MustSucceed();
}

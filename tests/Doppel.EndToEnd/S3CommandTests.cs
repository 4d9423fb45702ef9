using System.Text;
using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary><c>doppel s3</c> against a real server.</summary>
public sealed class S3CommandTests
{
    private static readonly string[] s_awkward =
    [
        "plain", "with blank", "ü/日本/ﬁ.txt", "a+b&c=d?e#f%20g", "line\nfeed", "tab\tkey", "'\"<>|*", "...", "~",
        "deep/" + string.Concat(Enumerable.Repeat("x/", 200)) + "end",
    ];

    private static readonly string[] s_hostile =
        ["../out", "a/../../out", "/out", "//out", "b//c", "b/./c", "b/..", "..",
            ".0123456789abcdef0123456789abcdef.s3part"];

    // The file in which the object part is collected while it is downloaded.
    private const string Part = ".62562f270e622045df040e3837328483.s3part";

    private readonly S3Server _server = S3Server.Get();

    [Fact]
    public void Awkward_keys_survive_a_round_trip()
    {
        string bucket = _server.NewBucket();
        using var tree = new TempTree();
        foreach (string key in s_awkward)
        {
            tree.AddFile("up/" + key, "content of " + key);
        }

        AssertCode(0, _server.Run("cp", "-r", tree["up"], $"s3://{bucket}/some"));
        Assert.Equal(
            s_awkward.Select(key => "some/" + key).Order(StringComparer.Ordinal),
            Json(_server.Run("ls", "-r", "--json", $"s3://{bucket}"))
                .Select(line => line.GetProperty("key").GetString()!).Order(StringComparer.Ordinal));
        AssertCode(0, _server.Run("cp", "-r", $"s3://{bucket}/some", tree["down"]));
        foreach (string key in s_awkward)
        {
            Assert.Equal("content of " + key, File.ReadAllText($"{tree["down"]}/{key}"));
            Assert.Equal("content of " + key, Encoding.UTF8.GetString(_server.Get(bucket, "some/" + key)));
        }

        Assert.Equal(s_awkward.Length, FilesBelow(tree["down"]).Length);
    }

    [Fact]
    public void Keys_that_lead_elsewhere_are_problems_and_write_nothing()
    {
        string bucket = _server.NewBucket();
        foreach (string key in s_hostile)
        {
            _server.Put(bucket, key, "hostile"u8.ToArray());
        }

        _server.Put(bucket, "good/one", "good"u8.ToArray());
        using var tree = new TempTree();
        tree.AddFolder("above/target");
        ProcessEnd end = AssertCode(1, _server.Run("cp", "-r", $"s3://{bucket}", tree["above/target"]));
        Assert.Equal([$"{tree["above/target/good/one"]}"], FilesBelow(tree.Folder));
        Assert.All(
            s_hostile, key => Assert.Contains($"'s3://{bucket}/{key}': ", end.ErrorText, StringComparison.Ordinal));
        AssertCode(2, _server.Run("cp", $"s3://{bucket}/..", tree["above/target"]));
        AssertCode(2, _server.Run("cp", $"s3://{bucket}/b/..", tree["above/target"]));
        Assert.Equal([$"{tree["above/target/good/one"]}"], FilesBelow(tree.Folder));
    }

    [Theory]
    [InlineData(VolumeKind.Native)]
    [InlineData(VolumeKind.Portable)]
    public void Symbolic_links_in_the_target_are_not_followed(VolumeKind kind)
    {
        string bucket = _server.NewBucket();
        _server.Put(bucket, "link/x", "new"u8.ToArray());
        _server.Put(bucket, "part", "new"u8.ToArray());
        _server.Put(bucket, "file", "new"u8.ToArray());
        using var tree = new TempTree();
        tree.AddFolder("outside");
        ByteName victim = tree.AddFile("victim", "old");
        tree.AddSymbolicLink("target/link", tree["outside"]);
        tree.AddSymbolicLink("target/" + Part, victim);
        tree.AddSymbolicLink("target/file", victim);
        ProcessStart start = _server.Start("cp", "-r", "--overwrite", $"s3://{bucket}", tree["target"]);
        ProcessEnd end = AssertCode(1, Tool.Run(start.Through(kind)));
        Assert.Equal("old", File.ReadAllText($"{victim}"));
        Assert.Empty(FilesBelow(tree["outside"]));
        Assert.Contains("'link' is a symbolic link", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains($"'{Part}' is not a file", end.ErrorText, StringComparison.Ordinal);

        // A link under the file's own name is replaced by the file, as by every rename.
        Assert.Null(new FileInfo($"{tree["target/file"]}").LinkTarget);
        Assert.Equal("new", File.ReadAllText($"{tree["target/file"]}"));
    }

    [Fact]
    public void Existing_targets_are_not_overwritten_without_the_flag()
    {
        string bucket = _server.NewBucket();
        using var tree = new TempTree();
        ByteName file = tree.AddFile("file", "first");
        AssertCode(0, _server.Run("cp", file, $"s3://{bucket}/key"));
        tree.Remove("file");
        tree.AddFile("file", "second");
        ProcessEnd up = AssertCode(2, _server.Run("cp", file, $"s3://{bucket}/key"));
        Assert.Contains("it already exists\nhint: --overwrite", up.ErrorText, StringComparison.Ordinal);
        AssertCode(2, _server.Run("cp", $"s3://{bucket}/key", file));
        AssertCode(0, _server.Run("cp", "-r", tree.Folder, $"s3://{bucket}/folder"));
        ProcessEnd again = AssertCode(0, _server.Run("cp", "-r", tree.Folder, $"s3://{bucket}/folder"));
        Assert.Contains("1 object already there and skipped", again.ErrorText, StringComparison.Ordinal);
        Assert.Equal("first"u8.ToArray(), _server.Get(bucket, "key"));
        Assert.Equal("second", File.ReadAllText($"{file}"));
        AssertCode(0, _server.Run("cp", "--overwrite", $"s3://{bucket}/key", file));
        Assert.Equal("first", File.ReadAllText($"{file}"));
    }

    [Fact]
    public void Objects_are_copied_within_the_server_and_deleted_below_one_folder_only()
    {
        string bucket = _server.NewBucket();
        _server.Put(bucket, "log/a", "1"u8.ToArray());
        _server.Put(bucket, "log/b", "22"u8.ToArray());
        _server.Put(bucket, "logs/c", "333"u8.ToArray());
        AssertCode(0, _server.Run("cp", "-r", $"s3://{bucket}/log", $"s3://{bucket}/copy"));
        Assert.Equal("22"u8.ToArray(), _server.Get(bucket, "copy/b"));
        ProcessEnd unasked = AssertCode(2, _server.Run("rm", "-r", $"s3://{bucket}/log"));
        Assert.Contains("--yes", unasked.ErrorText, StringComparison.Ordinal);
        ProcessEnd dry = AssertCode(0, _server.Run("rm", "-r", "--dry-run", $"s3://{bucket}/log"));
        Assert.Equal($"s3://{bucket}/log/a\ns3://{bucket}/log/b\n", dry.OutputText);
        ProcessEnd end = AssertCode(0, _server.Run("rm", "-r", "--yes", $"s3://{bucket}/log"));
        Assert.Contains("2 objects, 3 B, below", end.ErrorText, StringComparison.Ordinal);
        AssertCode(0, _server.Run("rm", "--yes", $"s3://{bucket}/copy/a"));
        Assert.Equal(
            ["copy/b", "logs/c"],
            Json(_server.Run("ls", "-r", "--json", $"s3://{bucket}"))
                .Select(line => line.GetProperty("key").GetString()));
        AssertCode(2, _server.Run("rb", $"s3://{bucket}"));
        AssertCode(0, _server.Run("rm", "-r", "--yes", "-q", $"s3://{bucket}"));
        AssertCode(0, _server.Run("rb", $"s3://{bucket}"));
    }

    [Fact]
    public void Copied_objects_are_counted_to_the_byte()
    {
        string bucket = _server.NewBucket();
        using var tree = new TempTree();
        tree.AddFile("up/a", "12");
        tree.AddFile("up/b", "34");
        Check(_server.Run("cp", "-r", tree["up"], $"s3://{bucket}/up"));
        Check(_server.Run("cp", "-r", $"s3://{bucket}/up", $"s3://{bucket}/across"));
        Check(_server.Run("cp", "-r", $"s3://{bucket}/across", tree["down"]));

        static void Check(ProcessEnd end) =>
            Assert.Equal("2 objects, 4 B copied\n", AssertCode(0, end).ErrorText);
    }

    [Fact]
    public void Lists_and_looks_are_lines_of_JSON_or_of_tabs()
    {
        string bucket = _server.NewBucket();
        _server.Put(bucket, "a/b", "12345"u8.ToArray());
        _server.Put(bucket, "k", "123"u8.ToArray());
        Assert.Contains(
            bucket, Json(_server.Run("ls", "--json")).Select(line => line.GetProperty("bucket").GetString()));
        List<JsonElement> lines = Json(_server.Run("ls", "--json", $"s3://{bucket}"));
        Assert.Equal(["object k", "prefix a/"], lines
            .Select(line => $"{line.GetProperty("type")} {line.GetProperty("key")}").Order(StringComparer.Ordinal));
        string[] rows = _server.Run("ls", $"s3://{bucket}").MustSucceed().OutputText.TrimEnd('\n').Split('\n');
        Assert.Contains("-\t-\ta/", rows);
        Assert.Contains(rows, row => row.EndsWith("Z\t3\tk", StringComparison.Ordinal));
        JsonElement head = Assert.Single(Json(_server.Run("head", "--json", $"s3://{bucket}/k")));
        Assert.Equal(3, head.GetProperty("size").GetInt64());
        Assert.StartsWith("\"202cb962ac59075b964b07152d234b70", head.GetProperty("etag").GetString());
        Assert.Equal("23"u8.ToArray(), _server.Run("cat", "--range", "1-2", $"s3://{bucket}/k").MustSucceed().Output);
        Assert.Equal("23"u8.ToArray(), _server.Run("cat", "--range=-2", $"s3://{bucket}/k").MustSucceed().Output);
        AssertCode(2, _server.Run("cat", "--range", "3-", $"s3://{bucket}/k"));
        AssertCode(2, _server.Run("head", $"s3://{bucket}/none"));
    }

    [Fact]
    public void Commands_that_change_something_end_with_one_line_of_JSON()
    {
        string bucket = _server.NewBucket();
        string other = bucket + "-other";
        using var tree = new TempTree();
        tree.AddFile("up/a", "12");
        tree.AddFile("up/b", "345");
        Check("bucket", _server.Run("mb", "--json", $"s3://{other}"), line => Assert.Equal(other, Name(line)));
        Check("bucket", _server.Run("rb", "--json", $"s3://{other}"), line => Assert.Equal(other, Name(line)));
        Check("copied", _server.Run("cp", "-r", "--json", tree["up"], $"s3://{bucket}/up"), line => Counts(line, 2, 5));
        Check("copied", _server.Run("cp", "--json", tree["up/a"], $"s3://{bucket}/one"), line => Counts(line, 1, 2));
        List<JsonElement> dry = Json(_server.Run("rm", "-r", "--dry-run", "--json", $"s3://{bucket}/up"));
        Assert.Equal(["up/a", "up/b"], dry.Select(static line => line.GetProperty("key").GetString()));
        Check("deleted", _server.Run("rm", "--yes", "--json", $"s3://{bucket}/one"), line => Counts(line, 1));
        Check("deleted", _server.Run("rm", "-r", "--yes", "--json", $"s3://{bucket}/up"), line => Counts(line, 2));
        Check("deleted", _server.Run("rm", "-r", "--yes", "--json", $"s3://{bucket}/up"), line => Counts(line, 0));

        static string? Name(JsonElement line) => line.GetProperty("bucket").GetString();

        static void Counts(JsonElement line, long objects, long? bytes = null)
        {
            Assert.Equal(objects, line.GetProperty("objects").GetInt64());
            Assert.Equal(0, line.GetProperty("problems").GetInt64());
            Assert.Equal(bytes, line.TryGetProperty("bytes", out JsonElement known) ? known.GetInt64() : null);
        }

        static void Check(string type, ProcessEnd end, Action<JsonElement> check)
        {
            JsonElement line = Assert.Single(Json(end));
            Assert.Equal(type, line.GetProperty("type").GetString());
            check(line);
        }
    }

    [Fact]
    public async Task A_presigned_URL_works_without_keys()
    {
        string bucket = _server.NewBucket();
        string put = Address("--method", "PUT", $"s3://{bucket}/a key/../x");
        using var http = new HttpClient();
        using var request = new HttpRequestMessage(
            HttpMethod.Put,
            new Uri(put, new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true }));
        request.Content = new ByteArrayContent("content"u8.ToArray());
        request.Headers.Add("x-amz-meta-color", "blue");
        using HttpResponseMessage stored = await http.SendAsync(request, TestContext.Current.CancellationToken);
        Assert.True(stored.IsSuccessStatusCode, $"{stored.StatusCode}");
        Assert.Equal("content"u8.ToArray(), _server.Get(bucket, "a key/../x"));
        JsonElement head = Assert.Single(Json(_server.Run("head", "--json", $"s3://{bucket}/a key/../x")));
        Assert.Equal("blue", head.GetProperty("metadata").GetProperty("color").GetString());
        JsonElement address = Assert.Single(Json(_server.Run("presign", "--json", $"s3://{bucket}/a key/../x")));
        Assert.DoesNotContain(_server.Secret, $"{address}", StringComparison.Ordinal);
    }

    [Fact]
    public void Errors_are_reported_in_one_line_with_a_hint()
    {
        using var tree = new TempTree();
        string missing = "s3://cli-that-nobody-made";
        Check("NoSuchBucket", _server.Run("ls", missing));
        Check("NoSuchBucket", _server.Run("cp", "-r", missing, tree["down"]));
        Check("NoSuchBucket", _server.Run("cat", missing + "/k"));
        Check("SignatureDoesNotMatch", Tool.Run(_server.StartWith("AWS_SECRET_ACCESS_KEY", "wrong+secret", "ls")));
        Check("InvalidAccessKeyId", Tool.Run(_server.StartWith("AWS_ACCESS_KEY_ID", "NOBODY", "ls")));
        ProcessEnd end = Tool.Run(_server.StartWith("AWS_SECRET_ACCESS_KEY", "wrong+secret", "ls"));
        Assert.DoesNotContain("wrong+secret", end.ErrorText + end.OutputText, StringComparison.Ordinal);

        static void Check(string expected, ProcessEnd end)
        {
            AssertCode(2, end);
            string[] lines = end.ErrorText.TrimEnd('\n').Split('\n');
            Assert.Equal(2, lines.Length);
            Assert.StartsWith("doppel: ", lines[0], StringComparison.Ordinal);
            Assert.Contains(expected, lines[0], StringComparison.Ordinal);
            Assert.StartsWith("hint: ", lines[1], StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_closed_output_pipe_is_no_failure()
    {
        string bucket = _server.NewBucket();
        _server.Put(bucket, "k", new byte[1 << 20]);
        AssertCode(0, Tool.Run(_server.Start("cat", $"s3://{bucket}/k") with { OutputBroken = true }));
        AssertCode(0, Tool.Run(_server.Start("ls", $"s3://{bucket}") with { OutputBroken = true }));
    }

    private string Address(params IReadOnlyList<ByteName> arguments) =>
        _server.Run(["presign", .. arguments]).MustSucceed().OutputText.TrimEnd('\n');

    private static string[] FilesBelow(ByteName folder) =>
        [.. Directory.EnumerateFiles($"{folder}", "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)];

    private static List<JsonElement> Json(ProcessEnd end) =>
    [
        .. end.MustSucceed().OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(static line => JsonDocument.Parse(line).RootElement),
    ];

    private static ProcessEnd AssertCode(int expected, ProcessEnd end)
    {
        Assert.True(
            end.ExitCode == expected, $"{end.Program}: exit code {end.ExitCode}: {end.ErrorText}{end.OutputText}");
        return end;
    }
}

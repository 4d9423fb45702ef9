using System.Text.Json;
using System.Text.RegularExpressions;
using Doppel.Testing.Servers;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.EndToEnd;

/// <summary>
/// <c>doppel fleet scan s3://BUCKET</c> and <c>catalog:NAME</c>: members of a fleet that are never read.
/// </summary>
public sealed class FleetBucketTests : IDisposable
{
    private const int Settled = 3;

    private static readonly string s_bucket = $"s3://{FaultyS3.Bucket}";

    private readonly TempTree _tree = new();

    public void Dispose() => _tree.Dispose();

    [Fact]
    public async Task A_bucket_and_a_saved_volume_are_compared_with_machines_without_a_download()
    {
        NeedServer();
        using var server = new ClickHouseServer();
        await using var s3 = new FaultyS3();
        Run(s3, server, "init").MustSucceed();
        _tree.AddFile("one/photo", "a photo");
        _tree.AddFile("one/other", "another");
        _tree.AddFile("two/song", "a song");
        _tree.AddFile("drawer/old", "a song");
        s3.Memory.Put(FaultyS3.Bucket, "2019/copy of a photo", "a photo"u8.ToArray());
        s3.Memory.Put(FaultyS3.Bucket, "2019/alone", "has a size of its own"u8.ToArray());
        string catalog = $"{_tree["catalog"]}";
        Tool.Run(s3.StartAny(["catalog", "add", "--catalog", catalog, "usb", _tree["drawer"]])).MustSucceed();
        JsonElement last = default;
        for (int scan = 0; scan < Settled; scan++)
        {
            foreach (string host in (string[])["one", "two"])
            {
                Scan(s3, server, "--host", host, "--catalog", $"{_tree[$"c-{host}"]}", $"{_tree[host]}");
            }

            JsonElement saved = Scan(s3, server, "--catalog", catalog, "catalog:usb");
            Assert.Equal("usb", saved.GetProperty("host").GetString());
            Assert.False(saved.TryGetProperty("list_requests", out _));
            last = Scan(s3, server, "--catalog", "none", s_bucket);
        }

        Assert.Equal(FaultyS3.Bucket, last.GetProperty("host").GetString());
        Assert.Equal(
            (2, 1, 1, 0, 0, 0),
            (Number("files"), Number("contents_shared"), Number("list_requests"), Number("head_requests"),
                Number("get_requests"), Number("undecided")));
        Assert.Equal(Settled, s3.Server.Requests.Count(static request => request.Method == "GET"));
        string report = Run(s3, server, "report", "--json").MustSucceed().OutputText;
        (string Proof, string Names)[] groups =
        [
            .. report.Split('\n').Where(static line => line.Contains("\"type\":\"group\"", StringComparison.Ordinal))
                .Select(static line => JsonSerializer.Deserialize<JsonElement>(line)).Select(static group => (
                    group.GetProperty("proof").GetString()!,
                    Regex.Replace(
                        string.Join(' ', Regex.Matches(group.GetRawText(), "host:[^\"]*").Select(m => m.Value)),
                        " ?host:(one|two)/[^ ]*/", " $1/"))),
        ];
        Assert.Equal(
            [
                ("md5", "host:bucket/2019/copy of a photo one/photo"),
                ("xxh3-128", $" two/song host:usb{_tree["drawer"]}/old"),
            ],
            groups.Order());
        string status = Run(s3, server, "status").MustSucceed().OutputText;
        Assert.Matches($@"(?m)^bucket\t2\t.*\t.{s_bucket}.$", status);
        Assert.Matches(@"(?m)^usb\t1\t.*\t.catalog:usb/", status);
        Assert.DoesNotContain("alone", report, StringComparison.Ordinal);

        int Number(string name) => last.GetProperty(name).GetInt32();
    }

    // Such an ETag looks like an MD5, but is none.
    [Fact]
    public async Task Warnings_about_objects_without_a_digest_say_what_would_help()
    {
        NeedServer();
        using var server = new ClickHouseServer();
        await using var s3 = new FaultyS3();
        Run(s3, server, "init").MustSucceed();
        _tree.AddFile("one/a", "secret");
        s3.Memory.Put(FaultyS3.Bucket, "x", "SECRET"u8.ToArray());
        s3.Server.On(
            static request => request.Method == "HEAD",
            Fault.Edit(static answer => answer.With("x-amz-server-side-encryption", "aws:kms")));
        for (int scan = 0; scan < Settled; scan++)
        {
            Scan(s3, server, "--host", "one", "--catalog", "none", $"{_tree["one"]}");
            Scan(s3, server, s_bucket);
        }

        ProcessEnd end = Run(s3, server, "scan", s_bucket).MustSucceed();
        Assert.Contains(
            $"1 file may have copies: others have files of the same size, but {s_bucket} does not tell the content; "
            + "use --max-download 6 to find out\n", end.ErrorText, StringComparison.Ordinal);
        end = Run(s3, server, "scan", "--max-heads", "0", s_bucket).MustSucceed();
        Assert.Contains(
            "1 object not compared for certain, which takes a further request for each; use --max-heads 1\n",
            end.ErrorText, StringComparison.Ordinal);

        // The content of the object is another one than its name suggests: it is in no group.
        int before = s3.Server.Requests.Count;
        end = Run(s3, server, "scan", "--json", "--max-download", "6", s_bucket).MustSucceed();
        Assert.DoesNotContain("warning", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(
            ["GET", "HEAD", "GET"], s3.Server.Requests.Skip(before).Select(static request => request.Method));
        Assert.Equal(1, JsonSerializer.Deserialize<JsonElement>(end.Output).GetProperty("get_requests").GetInt32());
        Assert.Contains("no duplicates", Run(s3, server, "report").MustSucceed().OutputText, StringComparison.Ordinal);
        _tree.AddFile("one/b", "SECRET");
        for (int scan = 0; scan < Settled; scan++)
        {
            Scan(s3, server, "--host", "one", "--catalog", "none", $"{_tree["one"]}");
            Scan(s3, server, "--max-download", "6", s_bucket);
        }

        Assert.Contains(
            "host:bucket/x\n", Run(s3, server, "report", "--format", "fdupes").MustSucceed().OutputText,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Unsupported_bucket_operations_are_refused_before_the_bucket_is_listed()
    {
        NeedServer();
        using var server = new ClickHouseServer();
        await using var s3 = new FaultyS3();
        Run(s3, server, "init").MustSucceed();
        _tree.AddFile("one/a", "same");
        _tree.AddFile("key", new byte[32]);
        Tool.Run("chmod", "600", _tree["key"]).MustSucceed();
        Refused("a scan is about folders of this machine, one bucket or one saved volume", s_bucket, $"{_tree["one"]}");
        Refused("a scan is about folders of this machine, one bucket or one saved volume", s_bucket, "catalog:usb");
        Refused($"--proof-key cannot be used with {s_bucket}", "--proof-key", $"{_tree["key"]}", s_bucket);
        Assert.Empty(s3.Server.Requests);

        s3.Memory.Put(FaultyS3.Bucket, "a", "same"u8.ToArray());
        for (int scan = 0; scan < Settled; scan++)
        {
            Scan(s3, server, "--host", "one", "--catalog", "none", $"{_tree["one"]}");
            Scan(s3, server, s_bucket);
        }

        ProcessEnd end = Run(s3, server, "plan", "--host", "one", "--reference", FaultyS3.Bucket);
        Assert.Equal(2, end.ExitCode);
        Assert.Contains(
            $"bucket is {s_bucket}, which cannot prove that it still has a file", end.ErrorText,
            StringComparison.Ordinal);
        Assert.Contains($"doppel delete --reference {s_bucket} ROOT...", end.ErrorText, StringComparison.Ordinal);

        void Refused(string message, params string[] arguments)
        {
            ProcessEnd end = Run(s3, server, "scan", arguments);
            Assert.Equal(2, end.ExitCode);
            Assert.Contains(message, end.ErrorText, StringComparison.Ordinal);
        }
    }

    // Listing a large bucket takes minutes, and each of its requests costs money.
    [Fact]
    public async Task A_bucket_or_list_that_the_fleet_refuses_is_not_read()
    {
        NeedServer();
        using var server = new ClickHouseServer();
        await using var s3 = new FaultyS3();
        string away = $"http://127.0.0.1:{LocalServer.FreePort()}/";
        Refused($"cannot reach {away.TrimEnd('/')}", "--server", away, "--retry-for", "0s");
        Refused("there is no fleet in the database doppel");
        Run(s3, server, "init").MustSucceed();
        _tree.AddFile("one/a", "same");
        Scan(s3, server, "--host", FaultyS3.Bucket, "--catalog", "none", $"{_tree["one"]}");
        Refused($"{FaultyS3.Bucket} is the name of a machine in this fleet");
        Refused($"{FaultyS3.Bucket} is the name of a machine in this fleet", "--host", FaultyS3.Bucket);
        Assert.Empty(s3.Server.Requests);

        Scan(s3, server, "--host", "photos", s_bucket);
        int requests = s3.Server.Requests.Count;
        Assert.NotEqual(0, requests);
        s3.Memory.AddBucket("photos");
        RefusedList($"photos is the name of {s_bucket} in this fleet", "s3://photos");
        Assert.Equal(requests, s3.Server.Requests.Count);

        void Refused(string message, params string[] arguments)
        {
            RefusedList(message, [.. arguments, s_bucket]);
            RefusedList(message, [.. arguments, $"catalog:{FaultyS3.Bucket}=/does/not/exist"]);
        }

        void RefusedList(string message, params string[] arguments)
        {
            ProcessEnd end = Run(s3, server, "scan", arguments);
            Assert.Equal(2, end.ExitCode);
            Assert.Contains(message, end.ErrorText, StringComparison.Ordinal);
        }
    }

    private static void NeedServer() => Needs.Program("clickhouse-server", "clickhouse-server");

    private static JsonElement Scan(FaultyS3 s3, ClickHouseServer server, params string[] arguments) =>
        JsonSerializer.Deserialize<JsonElement>(
            Run(s3, server, "scan", ["--json", .. arguments]).MustSucceed().Output);

    private static ProcessEnd Run(
        FaultyS3 s3, ClickHouseServer server, string command, params string[] arguments) => Tool.Run(s3.StartAny(
        [
            "fleet", command, "--server", server.Address.ToString(),
            .. arguments.Select(static argument => (ByteName)argument),
        ]));
}

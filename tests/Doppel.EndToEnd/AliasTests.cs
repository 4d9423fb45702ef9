using System.Globalization;
using System.Text;
using Doppel.S3.Server;

namespace Doppel.EndToEnd;

/// <summary>
/// One place under two names, with the mounts and servers that people have: nothing goes because of itself. Two places
/// are told apart, and what went comes back.
/// </summary>
public sealed class AliasTests : IDisposable
{
    private const int Files = 3;

    private const string SftpServer = "/usr/lib/openssh/sftp-server";

    private readonly TempTree _tree = new();
    private readonly TempTree _state = new();

    /// <summary>The ways to one folder. Times are those of bindfs, which the kernel obeys.</summary>
    public static TheoryData<string> Mounts { get; } =
        ["bindfs 0", "bindfs 1", "bindfs 300", "overlay", "sshfs", "mergerfs"];

    public static TheoryData<string> BucketMounts { get; } = ["rclone", "s3fs"];

    public void Dispose()
    {
        _tree.Dispose();
        _state.Dispose();
    }

    [Theory]
    [MemberData(nameof(Mounts))]
    public void A_folder_and_its_mount_keep_what_they_have(string kind)
    {
        Fill("real");
        Fill("copy");
        using Mount mount = MountOf(kind, "real", "shown");
        _tree.AddFolder("moved");
        string[] actions = TestRun.IsFull ? ["delete", "trash", "move --to moved", "link --symbolic"] : ["delete"];
        foreach (string action in actions)
        {
            KeepsAll(action, "real", "shown", static _ => { });
            KeepsAll(action, "shown", "real", static _ => { });
        }

        // Links cannot be read through every sshfs, and are not left there then.
        foreach (string action in actions.Where(
            action => kind != "sshfs" || !action.EndsWith("--symbolic", StringComparison.Ordinal)))
        {
            GoesAndComesBack(action, "shown", "copy", static _ => { });
            GoesAndComesBack(action, "copy", "shown", static _ => { });
        }
    }

    [Theory]
    [MemberData(nameof(BucketMounts))]
    public async Task A_bucket_and_its_mount_keep_what_they_have(string kind)
    {
        await using FaultyS3 s3 = Serve();
        Fill("copy");
        using Mount mount = MountOf(kind, s3, "shown");
        KeepsAll(s3, "shown", $"s3://{FaultyS3.Bucket}");
        KeepsAll(s3, $"s3://{FaultyS3.Bucket}", "shown");
        GoesAndComesBack(s3, "shown", "s3://other");
        if (kind == "s3fs")
        {
            GoesAndComesBack("delete", "shown", "copy", static _ => { });
            GoesAndComesBack("delete", "copy", "shown", static _ => { });
        }
    }

    [Fact]
    public async Task A_bucket_behind_two_endpoints_keeps_what_it_has()
    {
        await using FaultyS3 s3 = Serve();
        KeepsAll(s3, "s3://one@bucket", "s3://two@bucket");
        KeepsAll(s3, "s3://bucket", "s3://two@bucket");
        GoesAndComesBack(s3, "s3://one@bucket", "s3://two@other");
    }

    [Fact]
    public async Task A_folder_and_the_server_that_shares_it_keep_what_they_have()
    {
        Fill("real");
        Fill("copy");
        var folders = new FolderS3();
        folders.Serve("shared", $"{_tree["real"]}");
        folders.Serve("other", $"{_tree["copy"]}");
        await using FaultServer server = FaultServer.Start(folders);
        Action<Dictionary<string, string?>> at = At(server);
        KeepsAll("delete", "real", "s3://shared", at);
        KeepsAll("delete", "s3://shared", "real", at);
        GoesAndComesBack("delete", "s3://shared", "copy", at);
        GoesAndComesBack("delete", "real", "s3://other", at, "copy");
    }

    private static string ContentOf(int number) => string.Create(CultureInfo.InvariantCulture, $"content {number}");

    private void Fill(string folder)
    {
        for (int i = 0; i < Files; i++)
        {
            _tree.AddFile($"{folder}/{i}", ContentOf(i));
        }
    }

    private static FaultyS3 Serve()
    {
        var s3 = new FaultyS3(new MemoryS3Options { PartBytesMin = 1 });
        s3.Memory.AddBucket("other");
        for (int i = 0; i < Files; i++)
        {
            s3.Memory.Put(FaultyS3.Bucket, $"{i}", Encoding.UTF8.GetBytes(ContentOf(i)));
            s3.Memory.Put("other", $"{i}", Encoding.UTF8.GetBytes(ContentOf(i)));
        }

        return s3;
    }

    private static Action<Dictionary<string, string?>> At(FaultServer server) => environment =>
    {
        environment["AWS_ACCESS_KEY_ID"] = "ACCESS";
        environment["AWS_SECRET_ACCESS_KEY"] = "secret";
        environment["AWS_REGION"] = "us-east-1";
        environment["AWS_ENDPOINT_URL_S3"] = server.Endpoint.GetLeftPart(UriPartial.Authority);
    };

    private void KeepsAll(string action, string reference, string place, Action<Dictionary<string, string?>> change)
    {
        ProcessEnd end = Act(change, [.. action.Split(' '), "--yes", "--reference", reference, place]);
        Assert.True(end.ExitCode == 1, $"{action} --reference {reference} {place}: {end.ExitCode} {end.ErrorText}");
        Assert.Contains("one place under two names", end.ErrorText, StringComparison.Ordinal);
        AssertWhole("real");
        AssertWhole(reference);
        AssertWhole(place);
    }

    private void KeepsAll(FaultyS3 s3, string reference, string place)
    {
        ProcessEnd end = Act(ProfilesOf(s3), ["delete", "--yes", "--reference", reference, place]);
        Assert.Equal(1, end.ExitCode);

        // A mount may store the token later. Then a file is moved aside, and its copy in the bucket looked for. Some
        // versions of rclone answer each question about attributes with an error, so that no file can be acted on.
        string[] reasons =
        [
            "one place under two names", "could not be read any more, so it was put back", "Input/output error",
        ];
        Assert.True(
            reasons.Any(reason => end.ErrorText.Contains(reason, StringComparison.Ordinal)), end.ErrorText);
        Assert.Equal(["0", "1", "2"], s3.Memory.Keys(FaultyS3.Bucket));
    }

    private void GoesAndComesBack(
        string action, string reference, string place, Action<Dictionary<string, string?>> change, string? real = null)
    {
        Act(change, [.. action.Split(' '), "--yes", "--reference", reference, place]).MustSucceed();
        for (int i = 0; i < Files; i++)
        {
            Assert.Equal(ContentOf(i), ContentAt(reference, i));
            string path = $"{_tree[$"{real ?? place}/{i}"]}";
            Assert.True(!File.Exists(path) || new FileInfo(path).LinkTarget is not null, path);
        }

        Act(change, ["undo", "--yes"]).MustSucceed();
        AssertWhole(reference);
        AssertWhole(real ?? place);
    }

    private void GoesAndComesBack(FaultyS3 s3, string reference, string place)
    {
        Act(ProfilesOf(s3), ["delete", "--yes", "--reference", reference, place]).MustSucceed();
        Assert.Empty(s3.Memory.Keys("other"));
        Act(ProfilesOf(s3), ["undo", "--yes"]).MustSucceed();
        Assert.Equal(["0", "1", "2"], s3.Memory.Keys("other"));
        Assert.Equal(["0", "1", "2"], s3.Memory.Keys(FaultyS3.Bucket));
    }

    private string ContentAt(string place, int number) => place.StartsWith("s3://", StringComparison.Ordinal)
        ? ContentOf(number)
        : File.ReadAllText($"{_tree[$"{place}/{number}"]}");

    private void AssertWhole(string place)
    {
        if (place.StartsWith("s3://", StringComparison.Ordinal) || !Directory.Exists($"{_tree[place]}"))
        {
            return;
        }

        Assert.Equal(
            Enumerable.Range(0, Files).Select(ContentOf),
            Enumerable.Range(0, Files).Select(i => File.ReadAllText($"{_tree[$"{place}/{i}"]}")));
        Assert.Equal(
            ["0", "1", "2"],
            Directory.GetFileSystemEntries($"{_tree[place]}").Select(path => Path.GetFileName(path)!)
                .Where(static name => !name.StartsWith(".Trash", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal));
        Assert.All(
            Enumerable.Range(0, Files),
            i => Assert.Null(new FileInfo($"{_tree[$"{place}/{i}"]}").LinkTarget));
    }

    // Two profiles with two names of one server.
    private Action<Dictionary<string, string?>> ProfilesOf(FaultyS3 s3) => environment =>
    {
        At(s3.Server)(environment);
        string config = $"{_tree.Folder}/config";
        (string Name, string Host)[] profiles = [("one", "127.0.0.1"), ("two", "localhost")];
        File.WriteAllText(config, string.Concat(profiles.Select(
            one => $"[profile {one.Name}]\nendpoint_url=http://{one.Host}:{s3.Server.Endpoint.Port}\n"
                + "aws_access_key_id=ACCESS\naws_secret_access_key=secret\nregion=us-east-1\n")));
        environment["AWS_CONFIG_FILE"] = config;
    };

    private ProcessEnd Act(Action<Dictionary<string, string?>> change, params string[] arguments)
    {
        var environment = new Dictionary<string, string?>(DoppelProgram.Start().Environment)
        {
            ["XDG_STATE_HOME"] = _state.Folder,
            ["XDG_CACHE_HOME"] = _state.Folder,
            ["XDG_DATA_HOME"] = $"{_state.Folder}/data",
            ["AWS_PROFILE"] = null,
            ["AWS_SESSION_TOKEN"] = null,
            ["AWS_CONFIG_FILE"] = "/nonexistent",
            ["AWS_SHARED_CREDENTIALS_FILE"] = "/nonexistent",
        };
        change(environment);
        return Tool.Run(DoppelProgram.Start([.. arguments.Select(static text => (ByteName)text)]) with
        {
            Environment = environment,
            Folder = _tree.Folder,
        });
    }

    private Mount MountOf(string kind, string real, string shown)
    {
        Needs.Root();
        string[] words = kind.Split(' ');
        (string from, string to) = ($"{_tree[real]}", $"{_tree[shown]}");
        _tree.AddFolder(shown);
        switch (words[0])
        {
            case "overlay":
                _tree.AddFolder("empty");
                _tree.AddFolder("work");
                return Mount.Make(
                    _tree, shown, "-t", "overlay", "overlay", "-o",
                    $"lowerdir={_tree["empty"]},upperdir={from},workdir={_tree["work"]}");
            case "bindfs":
                Needs.Program("bindfs", "bindfs");
                Run("bindfs", "-o", $"attr_timeout={words[1]},entry_timeout={words[1]}", from, to);
                break;
            case "mergerfs":
                Needs.Program("mergerfs", "mergerfs");
                Run("mergerfs", from, to);
                break;
            default:
                Needs.Program("sshfs", "sshfs");
                if (!File.Exists(SftpServer))
                {
                    Needs.Miss("needs sftp-server: apt install openssh-sftp-server");
                }

                _tree.AddFile("server", $"#!/bin/sh\nexec {SftpServer}\n");
                _tree.ChangeMode("server", 0x1C0);
                Run("sshfs", "-o", $"ssh_command={_tree["server"]}", $"none:{from}", to);
                break;
        }

        return Mount.TakeOver(to);
    }

    private Mount MountOf(string kind, FaultyS3 s3, string shown)
    {
        Needs.Root();
        Needs.Program(kind, kind);
        string at = s3.Server.Endpoint.GetLeftPart(UriPartial.Authority);
        string to = $"{_tree.AddFolder(shown)}";
        if (kind == "s3fs")
        {
            _tree.AddFile("keys", "ACCESS:secret");
            _tree.ChangeMode("keys", 0x180);
            Run(
                "s3fs", FaultyS3.Bucket, to, "-o",
                $"url={at},use_path_request_style,listobjectsv2,passwd_file={_tree["keys"]},sigv4,nomultipart");
        }
        else
        {
            string remote = $":s3,provider=Other,endpoint='{at}',access_key_id=ACCESS,secret_access_key=secret,"
                + $"region=us-east-1,list_version=2:{FaultyS3.Bucket}";
            Run(
                "rclone", "mount", remote, to, "--daemon", "--vfs-cache-mode", "writes",
                "--cache-dir", $"{_tree["cache"]}", "--config", "/dev/null");
        }

        return Mount.TakeOver(to);
    }

    private static void Run(string program, params ByteName[] arguments)
    {
        // A bundle of certificates, which rclone refuses for a server without them.
        ProcessEnd end = Tool.Run(new ProcessStart(Tool.Find(program)!, arguments)
        {
            Environment = new Dictionary<string, string?> { ["AWS_CA_BUNDLE"] = null },
        });
        if (end.ExitCode != 0)
        {
            Needs.Miss($"needs FUSE: {end.ErrorText.Trim()}");
        }
    }
}

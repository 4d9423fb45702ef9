using System.Text;
using System.Text.Json;
using Doppel.S3.Server;

namespace Doppel.EndToEnd;

/// <content>Buckets on several servers, each of which a profile in ~/.aws specifies.</content>
public sealed partial class S3FindTests
{
    [Fact]
    public async Task Objects_in_buckets_of_one_name_on_two_servers_are_compared_and_distinguished()
    {
        await using var home = new FaultyS3();
        await using var work = new FaultyS3(new MemoryS3Options { Region = "eu-north-1" });
        _tree.AddFile("disk/a", "three times");
        _tree.AddFile("disk/b", "at work");
        Put(home, ("x", "three times"), ("y", "nowhere else"));
        Put(work, ("x", "three times"), ("p/z", "at work"), ("w", "AT WORK"));
        ProcessEnd end = Run(home, work, "find", "--json", "--stats", "disk", s_bucket, "s3://work@bucket")
            .MustSucceed();
        JsonElement[] lines = Lines(end);
        Assert.Equal(
            [$"{_tree["disk/a"]} s3://bucket/x s3://work@bucket/x", $"{_tree["disk/b"]} s3://work@bucket/p/z"],
            lines.Where(static line => line.GetProperty("type").GetString() == "group").Select(NamesOf));
        Assert.Equal(
            ["s3://bucket", "s3://work@bucket"],
            lines[0].GetProperty("catalogs").EnumerateArray()
                .Select(static one => one.GetProperty("catalog").GetString()).Order(StringComparer.Ordinal));
        Assert.Matches(@"requests +1 LIST, 0 HEAD, 0 GET to 's3://bucket'\n", end.ErrorText);
        Assert.Matches(@"requests +1 LIST, 1 HEAD, 0 GET to 's3://work@bucket'\n", end.ErrorText);
        Assert.Equal(["GET"], Methods(home));
        Assert.Equal(["GET", "HEAD"], Methods(work));

        // The region and the keys are those of the profile as well, whatever the environment says.
        Assert.All(home.Server.Requests, static request => Assert.Contains(
            "Credential=ACCESS/", request.Header("Authorization")!, StringComparison.Ordinal));
        Assert.All(work.Server.Requests, static request => Assert.Matches(
            "Credential=OTHER/[0-9]+/eu-north-1/", request.Header("Authorization")!));

        // Buckets alone, and prefixes.
        string[] groups = Run(home, work, "find", "--format", "fdupes", "s3://work@bucket/x", "s3://bucket/x")
            .MustSucceed().OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(["s3://bucket/x", "s3://work@bucket/x"], groups.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_report_about_two_servers_is_acted_on_and_its_addresses_can_be_given_to_doppel_s3()
    {
        await using var home = new FaultyS3();
        await using var work = new FaultyS3(new MemoryS3Options { Region = "eu-north-1" });
        _tree.AddFile("disk/a", "twice");
        _tree.AddFile("disk/b", "twice");
        Put(work, ("x", "twice"));
        Run(home, work, "find", "--json", "-o", "report", "disk", s_bucket, "s3://work@bucket").MustSucceed();
        Run(home, work, "delete", "--yes", "report").MustSucceed();
        Assert.Single(Directory.GetFiles($"{_tree["disk"]}"));
        int before = home.Server.Requests.Count;
        Assert.Equal("twice", Run(home, work, "s3", "cat", "s3://work@bucket/x").MustSucceed().OutputText);
        Run(home, work, "s3", "cp", "-q", "s3://work@bucket/x", "s3://work@bucket/y").MustSucceed();
        _tree.AddFile("new/c", "twice");
        _tree.AddFile("new/d", "once");
        Run(home, work, "s3", "cp", "-q", "-r", "--copy-known", "new", "s3://work@bucket/new").MustSucceed();
        string listing = Run(home, work, "s3", "ls", "-r", "s3://work@bucket").MustSucceed().OutputText;
        Assert.Equal(
            ["new/c", "new/d", "x", "y"],
            listing.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(static line => line.Split('\t')[^1]));
        Assert.Equal(before, home.Server.Requests.Count);
        ProcessEnd refused = Run(home, work, "s3", "cp", "s3://work@bucket/x", "s3://bucket/x");
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(
            "'s3://work@bucket/x' and 's3://bucket/x' are on different servers", refused.ErrorText,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_list_of_a_bucket_on_another_server_can_be_saved()
    {
        await using var home = new FaultyS3();
        await using var work = new FaultyS3(new MemoryS3Options { Region = "eu-north-1" });
        _tree.AddFile("disk/a", "same");
        Put(work, ("x", "same"));
        ByteName kept = _tree["kept"];
        Run(home, work, "catalog", "add", "--catalog", $"{kept}", "cloud", "s3://work@bucket").MustSucceed();
        Assert.Contains(
            "s3://work@bucket", Run(home, work, "catalog", "show", "--catalog", $"{kept}", "cloud").OutputText,
            StringComparison.Ordinal);
        Assert.Contains(
            "catalog:cloud/x", Run(home, work, "find", "--catalog", $"{kept}", "disk", "catalog:cloud").OutputText,
            StringComparison.Ordinal);
        Assert.Equal(
            2,
            Run(home, work, "catalog", "add", "--catalog", $"{kept}", "all", s_bucket, "s3://work@bucket").ExitCode);
        Assert.Empty(home.Server.Requests);
        Assert.Single(work.Server.Requests);
    }

    // Otherwise each object would be a copy of itself.
    [Fact]
    public async Task One_bucket_under_two_profiles_is_refused_and_so_is_a_profile_that_does_not_exist()
    {
        await using var home = new FaultyS3();
        await using var work = new FaultyS3(new MemoryS3Options { Region = "eu-north-1" });
        Put(work, ("x", "same"));
        foreach ((string[] roots, string message) in ((string[], string)[])
        [
            (["s3://work@bucket", "s3://again@bucket"],
                "'s3://work@bucket' and 's3://again@bucket' are one bucket, on the same server"),
            (["s3://work@bucket/x", "s3://again@bucket/y"], "are one bucket, on the same server"),
            (["s3://nobody@bucket"], "cannot list 's3://nobody@bucket': "),
            (["s3://@bucket"], "has no valid AWS profile"),
            (["s3://a b@bucket"], "has no valid AWS profile"),
            (["s3://work@"], "has no valid bucket name"),
        ])
        {
            ProcessEnd end = Run(home, work, ["find", .. roots]);
            Assert.Equal(2, end.ExitCode);
            Assert.Contains(message, end.ErrorText, StringComparison.Ordinal);
            Assert.Contains("hint: ", end.ErrorText, StringComparison.Ordinal);
        }

        Assert.Empty(home.Server.Requests);
    }

    private static string NamesOf(JsonElement group) => string.Join(' ', group.GetProperty("copies").EnumerateArray()
        .SelectMany(static copy => copy.GetProperty("names").EnumerateArray())
        .Select(static name => name.GetString()).Order(StringComparer.Ordinal));

    private static void Put(FaultyS3 s3, params (string Key, string Content)[] objects)
    {
        foreach ((string key, string content) in objects)
        {
            s3.Memory.Put(FaultyS3.Bucket, key, Encoding.UTF8.GetBytes(content));
        }
    }

    // The environment names the first server, and two profiles name the second one.
    private ProcessEnd Run(FaultyS3 home, FaultyS3 work, params string[] arguments)
    {
        string endpoint = work.Server.Endpoint.GetLeftPart(UriPartial.Authority);
        string settings = $"endpoint_url = {endpoint}\nregion = eu-north-1\n"
            + "aws_access_key_id = OTHER\naws_secret_access_key = secret\n";
        string config = $"{_tree.Folder}/config";
        File.WriteAllText(config, $"[profile work]\n{settings}[profile again]\n{settings}");
        ProcessStart start = Start(home, arguments);
        return Tool.Run(start with
        {
            Environment = new Dictionary<string, string?>(start.Environment) { ["AWS_CONFIG_FILE"] = config },
        });
    }
}

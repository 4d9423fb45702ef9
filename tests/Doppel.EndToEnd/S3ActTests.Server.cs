using System.Text;
using System.Text.Json;
using Doppel.S3;

namespace Doppel.EndToEnd;

/// <content>A real server: Ceph's gateway, which deletes whatever the condition says.</content>
public sealed partial class S3ActTests
{
    private const int Mebi = 1024 * 1024;

    [Fact]
    public void A_real_server_gives_back_objects_with_parts_metadata_and_tags()
    {
        var server = S3Server.Get();
        string bucket = $"s3://{server.NewBucket()}";
        byte[] content = new byte[(11 * Mebi) + 5];
        new Random(TestRun.SeedOffset).NextBytes(content);
        _tree.AddFile("disk/large", content);
        _tree.AddFile("disk/small", "small");
        Do(server, "s3", "cp", "-q", "--part-size", "5M", "--content-type", "video/x", "--metadata", "a=ü b",
            "disk/large", $"{bucket}/p/large");
        Do(server, "s3", "cp", "-q", "--cache-control", "no-cache", "disk/small", $"{bucket}/p/small");
        Do(server, "s3", "cp", "-q", "disk/small", $"{bucket}/q/small");
        string before = Heads(server, bucket);

        ProcessEnd end = Do(server, "delete", "--yes", "--reference", "disk", $"{bucket}/p");
        Assert.Contains("weaker guarantees", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal("q/small\n", Keys(server, bucket));
        Do(server, "undo", "--yes");
        Assert.Equal(before, Heads(server, bucket));

        // Now the server copies: an object stays.
        Do(server, "delete", "--yes", bucket);
        Do(server, "undo", "--yes");
        Assert.Equal(before, Heads(server, bucket));
        Do(server, "move", "--to", $"{bucket}/away", "--yes", "--reference", "disk", $"{bucket}/p");
        Assert.Contains("/p/large\n", Keys(server, bucket), StringComparison.Ordinal);
        Assert.DoesNotContain("\np/large\n", Keys(server, bucket), StringComparison.Ordinal);
        Do(server, "undo", "--yes");
        Assert.Equal(before, Heads(server, bucket));
        Assert.True(server.Get(bucket["s3://".Length..], "p/large").AsSpan().SequenceEqual(content));
    }

    [Fact]
    public async Task In_a_bucket_with_versions_undo_makes_the_deleted_ones_current_again()
    {
        var server = S3Server.Get();
        string name = server.NewBucket();
        string bucket = $"s3://{name}";
        using var client = new S3Client(
            new S3ClientOptions { Endpoint = server.Endpoint.OriginalString, AddressStyle = S3AddressStyle.Path },
            S3CredentialsProvider.Fixed(
                new S3Credentials { AccessKeyId = server.AccessKey, SecretAccessKey = server.Secret }));
        await client.SetVersioningAsync(name, S3Versioning.Enabled, TestContext.Current.CancellationToken);
        _tree.AddFile("disk/a", "content");
        foreach (string key in (string[])["a", "b/c", "b/d"])
        {
            server.Put(name, key, "earlier"u8.ToArray());
            server.Put(name, key, "content"u8.ToArray());
        }

        S3Version[] before = await VersionsAsync();
        ProcessEnd end = Do(server, "delete", "--yes", "--reference", "disk", bucket);
        Assert.Contains("keeps old versions", end.ErrorText, StringComparison.Ordinal);
        Assert.DoesNotContain("freed;", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal("", Keys(server, bucket));
        Assert.Equal(before.Length + 3, (await VersionsAsync()).Length);
        Do(server, "undo", "--yes");
        Assert.Equal(before, await VersionsAsync());

        async Task<S3Version[]> VersionsAsync()
        {
            List<S3Version> versions = [];
            await foreach (S3Version version in client.ListVersionsAsync(
                name, cancellationToken: TestContext.Current.CancellationToken))
            {
                versions.Add(version);
            }

            return [.. versions];
        }
    }

    private static string TextOfHead(string json)
    {
        using var parsed = JsonDocument.Parse(json);
        return string.Join('\n', parsed.RootElement.EnumerateObject()
            .Where(static field => field.Name is not ("modified" or "request_id" or "date"))
            .Select(static field => $"{field.Name}={field.Value}").Order(StringComparer.Ordinal));
    }

    private string Keys(S3Server server, string bucket) => string.Concat(
        Do(server, "s3", "ls", "-r", "--json", bucket).OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(static line => JsonDocument.Parse(line).RootElement.GetProperty("key").GetString() + "\n"));

    private string Heads(S3Server server, string bucket)
    {
        var text = new StringBuilder();
        foreach (string key in Keys(server, bucket).Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            text.AppendLine(key).AppendLine(TextOfHead(
                Do(server, "s3", "head", "--json", $"{bucket}/{key}").OutputText));
        }

        return text.ToString();
    }

    private ProcessEnd Do(S3Server server, params string[] arguments) => Tool.Run(
        server.StartAny([.. arguments.Select(static one => (ByteName)one)]).WithState(_state.Folder) with
        {
            Folder = _tree.Folder,
        }).MustSucceed();
}

using System.Collections.Concurrent;
using Doppel.S3.Server;
using Doppel.S3.Transfer;
using Doppel.Testing.Trees;

namespace Doppel.S3.Tests.Folders;

/// <summary>A server in memory with two buckets, a client, a tree of files, and what transfers report.</summary>
internal sealed class TransferWorld : IAsyncDisposable, IProgress<S3TransferItem>
{
    internal const string Bucket = "bucket";
    internal const string Other = "other";

    internal TransferWorld(MemoryS3Options? options = null)
    {
        Memory = new MemoryS3((options ?? new MemoryS3Options()) with { SecretOf = static _ => "secret" });
        Memory.AddBucket(Bucket);
        Memory.AddBucket(Other);
        Server = FaultServer.Start(Memory);
        Client = ClientWith("secret");
    }

    internal MemoryS3 Memory { get; }

    internal FaultServer Server { get; }

    internal S3Client Client { get; }

    internal TempTree Tree { get; } = new();

    /// <summary>What was reported since the last look, by name.</summary>
    internal ConcurrentQueue<S3TransferItem> Items { get; } = new();

    public void Report(S3TransferItem value) => Items.Enqueue(value);

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        Tree.Dispose();
        await Server.DisposeAsync();
    }

    internal S3Client ClientWith(string secret) => new(
        new S3ClientOptions { Endpoint = Server.Endpoint.GetLeftPart(UriPartial.Authority), Region = "us-east-1" },
        S3CredentialsProvider.Fixed(new S3Credentials { AccessKeyId = "ACCESS", SecretAccessKey = secret }));

    internal S3Transfer Transfer(S3TransferOptions? options = null, S3Client? client = null) =>
        new(client ?? Client, (options ?? new S3TransferOptions()) with { Items = this });

    /// <summary>Takes what was reported: a step and a name for each item, sorted.</summary>
    internal string[] Take()
    {
        var lines = new List<string>();
        while (Items.TryDequeue(out S3TransferItem? item))
        {
            lines.Add($"{item.Step} {item.Name}");
        }

        return [.. lines.Order(StringComparer.Ordinal)];
    }

    /// <summary>The contents of all objects below a prefix.</summary>
    internal Dictionary<string, string> Objects(string prefix, string bucket = Bucket) => Memory.Keys(bucket)
        .Where(key => key.StartsWith(prefix, StringComparison.Ordinal))
        .ToDictionary(
            key => key[prefix.Length..], key => Convert.ToHexString(Memory.Find(bucket, key)!.Body));

    /// <summary>The contents of all files in a folder of the tree.</summary>
    internal Dictionary<string, string> Files(string folder)
    {
        string path = PathOf(folder);
        return Directory.EnumerateFiles(path, "*", SearchOption.AllDirectories).ToDictionary(
            file => Path.GetRelativePath(path, file), static file => Convert.ToHexString(File.ReadAllBytes(file)));
    }

    internal string PathOf(string path) => Tree[path].ToString();

    internal void Fill(string folder, IReadOnlyDictionary<string, string> files)
    {
        Tree.AddFolder(folder);
        foreach ((string name, string content) in files)
        {
            Tree.AddFile($"{folder}/{name}", Convert.FromHexString(content));
        }
    }

    internal void Put(string prefix, IReadOnlyDictionary<string, string> objects)
    {
        foreach ((string name, string content) in objects)
        {
            Memory.Put(Bucket, prefix + name, Convert.FromHexString(content));
        }
    }
}

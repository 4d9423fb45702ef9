using Doppel.Reports;
using Doppel.S3;
using Doppel.S3.Server;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Buckets in memory, files, runs that act on both, and a memory of how all was.</summary>
internal sealed class BucketWorld : IDisposable
{
    private readonly TempTree _state = new();
    private readonly HttpMessageInvoker _http;
    private readonly S3Client _client;
    private readonly S3Client _second;
    private readonly Dictionary<string, byte[]> _contents = [];

    internal BucketWorld(MemoryS3Options? options = null, params string[] buckets)
    {
        Memory = new MemoryS3(options);
        Handler = new MemoryHandler(Memory);
        _http = new HttpMessageInvoker(Handler);
        (_client, _second) = (NewClient(), NewClient());
        foreach (string bucket in buckets)
        {
            Memory.AddBucket(bucket);
        }
    }

    internal MemoryS3 Memory { get; }

    internal MemoryHandler Handler { get; }

    internal TempTree Files { get; } = new();

    /// <summary>Whether bucket "two" has a client of its own. Copies to and from it then pass through here.</summary>
    internal bool HasTwoClients { get; init; }

    internal List<ActResult> Results { get; } = [];

    /// <summary>What every name contained when it was added: <c>s3://BUCKET/KEY</c> or a path.</summary>
    internal IReadOnlyDictionary<string, byte[]> Contents => _contents;

    public void Dispose()
    {
        _client.Dispose();
        _second.Dispose();
        _http.Dispose();
        Files.Dispose();
        _state.Dispose();
    }

    internal string Put(string bucket, string key, byte[] content, Func<StoredObject, StoredObject>? change = null)
    {
        Memory.Put(bucket, key, content, change);
        return Remember($"s3://{bucket}/{key}", content);
    }

    internal string AddFile(string name, byte[] content)
    {
        Files.AddFile(name, content);
        return Remember(Path.Combine(Files.Folder, name), content);
    }

    /// <summary>What a name contains now; null: it is gone.</summary>
    internal byte[]? Now(string name)
    {
        if (name.StartsWith("s3://", StringComparison.Ordinal))
        {
            return ObjectAt(name)?.Body;
        }

        return File.Exists(name) ? File.ReadAllBytes(name) : null;
    }

    internal StoredObject? ObjectAt(string name)
    {
        string[] parts = name["s3://".Length..].Split('/', 2);
        return Memory.Find(parts[0], parts[1]);
    }

    /// <summary>A plan that keeps the first name and acts on the others.</summary>
    internal PlanGroup Group(params string[] names) => new()
    {
        Size = _contents[names[0]].Length,
        Keep = [CopyOf(names[0])],
        Reason = "test",
        Drop = [.. names.Skip(1).Select(CopyOf)],
    };

    internal void Act(
        IReadOnlyList<PlanGroup> groups, ActionKind action = ActionKind.Delete,
        Func<ActOptions, ActOptions>? change = null, IChangeableVolume? volume = null)
    {
        Results.Clear();
        var options = new ActOptions { Action = action, Version = "test", Buckets = ClientOf };
        using JournalFolder journals = Journals();
        using var run = new ActRun(
            volume ?? ActingTree.Volume, journals, change?.Invoke(options) ?? options, Results.Add);
        run.Run(groups, CancellationToken.None);
    }

    /// <summary>Finishes the run that was interrupted, and undoes it. Nothing happens if no run has begun.</summary>
    internal void ResumeAndUndo()
    {
        using (JournalFolder journals = Journals())
        {
            if (journals.Unfinished().FirstOrDefault() is { } id)
            {
                using ActRun run = ActRun.Continue(
                    ActingTree.Volume, journals, id, "test", TimeProvider.System, Results.Add,
                    buckets: ClientOf);
                run.Resume(CancellationToken.None);
            }

            if (ActingTree.RunsOf(journals).Count == 0)
            {
                return;
            }
        }

        Undo();
    }

    /// <summary>Undoes the oldest run.</summary>
    internal void Undo(IChangeableVolume? volume = null)
    {
        Results.Clear();
        using JournalFolder journals = Journals();
        using JournalReader record = journals.Read(ActingTree.RunsOf(journals)[0]);
        using var run = new UndoRun(
            volume ?? ActingTree.Volume, journals, record, new UndoOptions { Version = "test", Buckets = ClientOf },
            Results.Add);
        run.Run(CancellationToken.None);
    }

    internal ActResult ResultOf(string name) => Assert.Single(Results, one => one.Name.ToString() == name);

    /// <summary>The facts of a file or an object.</summary>
    internal FileFacts FactsOf(string name)
    {
        if (name.StartsWith("s3://", StringComparison.Ordinal))
        {
            StoredObject stored = ObjectAt(name)!;
            return ObjectName.FactsOf(
                new ReportName(name), stored.Body.Length, FileTime.From(stored.LastModified));
        }

        VolumeError error = ActingTree.Volume.Stat(
            FolderHandle.None, new ReportName(name).Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        Assert.False(error.Failed);
        return facts;
    }

    private S3Client NewClient() =>
        new(new S3ClientOptions { Endpoint = "http://memory" }, credentials: null, _http);

    private S3Client ClientOf(string bucket) => HasTwoClients && bucket == "two" ? _second : _client;

    private string Remember(string name, byte[] content)
    {
        _contents[name] = content;
        return name;
    }

    private PlanCopy CopyOf(string name) => new() { Names = [new ReportName(name)], Facts = FactsOf(name) };

    private JournalFolder Journals() =>
        JournalFolder.Open(ActingTree.Volume, new ReportName(_state.Folder + "/doppel/journal"));
}

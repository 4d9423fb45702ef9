using System.Text;
using Doppel.Reports;
using Doppel.S3;
using Doppel.S3.Server;
using Doppel.Volumes;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.Acting.Tests;

/// <summary>A server in memory with two buckets, and runs that delete or move objects of them.</summary>
internal sealed class ObjectRun : IAsyncDisposable
{
    private readonly S3Client _client;
    private readonly TempTree _tree = new();
    private readonly HookedVolume _volume = new(new LinuxVolume());

    public ObjectRun(S3Quirks? quirks = null)
    {
        Memory = new MemoryS3(new MemoryS3Options { Quirks = quirks ?? new S3Quirks() });
        Memory.AddBucket("from");
        Memory.AddBucket("kept");
        Server = FaultServer.Start(Memory);
        _client = new S3Client(
            new S3ClientOptions
            {
                Endpoint = Server.Endpoint.GetLeftPart(UriPartial.Authority),
                Region = "us-east-1",
                Retry = new S3RetryOptions { AttemptsMax = 1 },
            },
            credentials: null);
    }

    public MemoryS3 Memory { get; }

    public FaultServer Server { get; }

    public List<ActResult> Results { get; } = [];

    public TempTree Files => _tree;

    /// <summary>Stores an object.</summary>
    public void Put(string bucket, string key, string text) => Memory.Put(bucket, key, Encoding.UTF8.GetBytes(text));

    /// <summary>Returns the text of an object, or null if there is none.</summary>
    public string? TextOf(string bucket, string key) =>
        Memory.Find(bucket, key) is { } found ? Encoding.UTF8.GetString(found.Body) : null;

    /// <summary>Does something just before the server answers one of the requests.</summary>
    public void Before(Func<RawRequest, bool> when, Action act, int after = 0) => Server.On(
        when,
        new Fault("another program", async exchange =>
        {
            act();
            await exchange.WriteAsync(await exchange.AnswerAsync());
        }),
        times: 1, after);

    /// <summary>Removes one name because of another.</summary>
    public string Act(string drop, string keep, ActionKind action = ActionKind.Delete, string moveTo = "")
    {
        Results.Clear();
        var options = new ActOptions
        {
            Action = action,
            Version = "test",
            MoveTo = Encoding.UTF8.GetBytes(moveTo),
            Buckets = _ => _client,
        };
        using JournalFolder journals = JournalFolder.Open(_volume, new ReportName($"{_tree.Folder}/journal"));
        using var run = new ActRun(_volume, journals, options, Results.Add);
        run.Run([BucketRuns.GroupOf(_volume, keep, drop, SizeOf(drop))], CancellationToken.None);
        return run.Id;
    }

    /// <summary>Reverses a run.</summary>
    public void Undo(string id)
    {
        Results.Clear();
        using JournalFolder journals = JournalFolder.Open(_volume, new ReportName($"{_tree.Folder}/journal"));
        using JournalReader record = journals.Read(id);
        using var undo = new UndoRun(
            _volume, journals, record, new UndoOptions { Version = "test", Buckets = _ => _client }, Results.Add);
        undo.Run(CancellationToken.None);
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await Server.DisposeAsync();
        _tree.Dispose();
    }

    private long SizeOf(string text)
    {
        if (!text.StartsWith("s3://", StringComparison.Ordinal))
        {
            return new FileInfo(text).Length;
        }

        string[] parts = text.Split('/');
        string bucket = parts[2][(parts[2].IndexOf('@', StringComparison.Ordinal) + 1)..];
        return Memory.Find(bucket, string.Join('/', parts[3..]))!.Body.Length;
    }
}

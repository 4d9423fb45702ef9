using System.Text;
using Doppel.S3;
using Doppel.S3.Server;

namespace Doppel.Volumes.Tests;

/// <summary>An S3 in memory with the bucket <c>bucket</c>, a client, and what the server saw and sent.</summary>
internal sealed class S3Service : IRequestHandler, IAsyncDisposable
{
    internal const string Bucket = "bucket";

    private long _sentBytes;

    internal S3Service(MemoryS3Options? options = null)
    {
        Memory = new MemoryS3(options);
        Memory.AddBucket(Bucket);
        Server = FaultServer.Start(this);
        Client = new S3Client(
            new S3ClientOptions
            {
                Endpoint = Server.Endpoint.GetLeftPart(UriPartial.Authority),
                Retry = new S3RetryOptions
                {
                    AttemptsMax = 4,
                    DelayMin = TimeSpan.Zero,
                    DelayMax = TimeSpan.FromMilliseconds(5),
                },
            },
            credentials: null);
    }

    internal MemoryS3 Memory { get; }

    internal FaultServer Server { get; }

    internal S3Client Client { get; }

    /// <summary>What the server saw: requests by kind, and the bytes of the bodies that it was to send.</summary>
    internal S3Usage Seen
    {
        get
        {
            RawRequest[] requests = [.. Server.Requests];
            long lists = requests.Count(static one => one.Method == "GET" && one.Query.Contains("list-type"));
            return new S3Usage(
                lists,
                requests.Count(static one => one.Method == "GET") - lists,
                requests.Count(static one => one.Method == "HEAD"),
                Interlocked.Read(ref _sentBytes));
        }
    }

    /// <summary>Bytes that do not repeat.</summary>
    internal static byte[] Content(int length, int seed = 1)
    {
        var content = new byte[length];
        new Random(seed).NextBytes(content);
        return content;
    }

    internal void Put(string key, byte[] content) => Memory.Put(Bucket, key, content);

    internal void Put(string key, string content) => Put(key, Encoding.UTF8.GetBytes(content));

    /// <summary>A listing of the bucket below prefixes, or of all of it.</summary>
    internal S3Listing Listing(params string[] prefixes) => new(Client, Bucket, prefixes is [] ? [""] : prefixes);

    public async ValueTask<Answer> AnswerAsync(
        RawRequest request, ReceivedBody body, CancellationToken cancellation)
    {
        Answer answer = await Memory.AnswerAsync(request, body, cancellation);
        if (request.Method != "HEAD")
        {
            Interlocked.Add(ref _sentBytes, answer.Body.Length);
        }

        return answer;
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await Server.DisposeAsync();
        Assert.Empty(Server.Problems);
    }
}

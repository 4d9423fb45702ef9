using Doppel.S3.Server;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.EndToEnd.Harness;

/// <summary>An S3 in memory that goes away or lies on command, and <c>doppel s3</c> that speaks with it.</summary>
internal sealed class FaultyS3 : IAsyncDisposable
{
    internal const string Bucket = "bucket";

    private readonly Dictionary<string, string?> _environment;
    private volatile bool _isAway;

    internal FaultyS3(MemoryS3Options? options = null)
    {
        Memory = new MemoryS3((options ?? new MemoryS3Options()) with { SecretOf = static _ => "secret" });
        Memory.AddBucket(Bucket);
        Server = FaultServer.Start(Memory);
        _environment = new Dictionary<string, string?>(DoppelProgram.Start().Environment)
        {
            ["AWS_ACCESS_KEY_ID"] = "ACCESS",
            ["AWS_SECRET_ACCESS_KEY"] = "secret",
            ["AWS_SESSION_TOKEN"] = null,
            ["AWS_PROFILE"] = null,
            ["AWS_REGION"] = "us-east-1",
            ["AWS_CONFIG_FILE"] = "/dev/null",
            ["AWS_SHARED_CREDENTIALS_FILE"] = "/dev/null",
            ["AWS_ENDPOINT_URL_S3"] = Server.Endpoint.GetLeftPart(UriPartial.Authority),
        };
    }

    internal MemoryS3 Memory { get; }

    internal FaultServer Server { get; }

    /// <summary>How to start <c>doppel s3</c> with these arguments.</summary>
    internal ProcessStart Start(params IReadOnlyList<ByteName> arguments) => StartAny(["s3", .. arguments]);

    /// <summary>How to start any command that speaks with the server.</summary>
    internal ProcessStart StartAny(IReadOnlyList<ByteName> arguments) =>
        (DoppelProgram.Start(arguments) with { Environment = _environment }).WithOwnState();

    /// <summary>Runs <c>doppel s3</c> to its end.</summary>
    internal ProcessEnd Run(params IReadOnlyList<ByteName> arguments) => Tool.Run(Start(arguments));

    /// <summary>Stores an object with properties and tags that its number makes.</summary>
    internal void Put(
        string key, byte[] content, int number, params IEnumerable<(string Name, string Value)> headers) =>
        Memory.Put(Bucket, key, content, stored => stored with
        {
            Headers = new Dictionary<string, string>(
                headers.Select(static header => new KeyValuePair<string, string>(header.Name, header.Value)))
            {
                ["content-type"] = $"text/x-{number}",
                ["cache-control"] = "no-cache",
                ["expires"] = "Thu, 01 Jan 2037 00:00:00 GMT",
                ["x-amz-meta-number"] = $"{number}",
            },
            Tags = new Dictionary<string, string> { ["tag &="] = $"{number} % +" },
        });

    /// <summary>Runs a program that is killed at a request.</summary>
    /// <param name="start">The program.</param>
    /// <param name="at">The number of the request, from 1.</param>
    /// <param name="isDone">Whether the server does what the request asks for, whose answer is lost.</param>
    /// <returns>Whether the program sent as many requests.</returns>
    internal bool KillAt(ProcessStart start, int at, bool isDone)
    {
        var reached = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        int seen = 0;
        FaultRule rule = Server.On(
            _ => Interlocked.Increment(ref seen) >= at,
            new Fault("kill", async exchange =>
            {
                if (isDone && !reached.Task.IsCompleted)
                {
                    await exchange.AnswerAsync();
                }

                reached.TrySetResult();
                await exchange.StallAsync();
            }));
        bool isKilled = start.Interrupt(Interruption.Kill, () => reached.Task.IsCompleted);
        rule.Stop();
        return isKilled;
    }

    /// <summary>
    /// Makes the server go away after some requests, for some time: it refuses connections and loses the responses of
    /// those that are open.
    /// </summary>
    internal async Task GoAwayAsync(int after, TimeSpan time)
    {
        Server.On(_ => _isAway, Fault.LoseAnswer);
        await Server.WaitForRequestsAsync(after);
        _isAway = true;
        await Server.RefuseAsync();
        await Task.Delay(time);
        _isAway = false;
        Server.AcceptAgain();
    }

    public ValueTask DisposeAsync() => Server.DisposeAsync();
}

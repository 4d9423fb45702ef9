namespace Doppel.S3.Server;

/// <content>Connections that end or fall silent.</content>
public sealed partial class Fault
{
    /// <summary>Ends the connection after the whole request was read; nothing is done.</summary>
    public static Fault CloseAfterRequest { get; } = new(nameof(CloseAfterRequest), async exchange =>
    {
        await exchange.SkipBodyAsync();
        await exchange.CloseAsync();
    });

    /// <summary>Resets the connection after the whole request was read; nothing is done.</summary>
    public static Fault ResetBeforeHeaders { get; } = new(nameof(ResetBeforeHeaders), async exchange =>
    {
        await exchange.SkipBodyAsync();
        exchange.Reset();
    });

    /// <summary>Does what was asked for and ends the connection in place of an answer.</summary>
    public static Fault LoseAnswer { get; } = new(nameof(LoseAnswer), async exchange =>
    {
        await exchange.AnswerAsync();
        await exchange.CloseAsync();
    });

    /// <summary>Does what was asked for, then never answers.</summary>
    public static Fault StallAfterDoing { get; } = new(nameof(StallAfterDoing), async exchange =>
    {
        await exchange.AnswerAsync();
        await exchange.StallAsync();
    });

    /// <summary>Reads the request and never answers; nothing is done.</summary>
    public static Fault StallBeforeHeaders { get; } = new(nameof(StallBeforeHeaders), async exchange =>
    {
        await exchange.SkipBodyAsync();
        await exchange.StallAsync();
    });

    /// <summary>Sends the head of the right answer, then resets the connection.</summary>
    public static Fault ResetAfterHeaders { get; } = new(nameof(ResetAfterHeaders), ResetAfterBytes(0).RunAsync);

    /// <summary>Answers and ends the connection without having said so: a kept connection is stale.</summary>
    public static Fault AnswerThenClose { get; } = new(nameof(AnswerThenClose), async exchange =>
    {
        await exchange.WriteAsync(await exchange.AnswerAsync());
        await exchange.CloseAsync();
    });

    /// <summary>Ends the direction to the client in place of an answer and goes on reading.</summary>
    public static Fault HalfCloseBeforeHeaders { get; } =
        new(nameof(HalfCloseBeforeHeaders), exchange => exchange.HalfCloseAsync());

    /// <summary>Resets the connection after so many bytes of the right answer's body.</summary>
    public static Fault ResetAfterBytes(int count) => new($"{nameof(ResetAfterBytes)}({count})", async exchange =>
    {
        await WriteStartAsync(exchange, count);
        exchange.Reset();
    });

    /// <summary>Ends the connection after so many bytes of the right answer's body; its length said more.</summary>
    public static Fault CutAfterBytes(int count) => new($"{nameof(CutAfterBytes)}({count})", async exchange =>
    {
        await WriteStartAsync(exchange, count);
        await exchange.CloseAsync();
    });

    /// <summary>Falls silent after so many bytes of the right answer's body.</summary>
    public static Fault StallAfterBytes(int count) => new($"{nameof(StallAfterBytes)}({count})", async exchange =>
    {
        await WriteStartAsync(exchange, count);
        await exchange.StallAsync();
    });

    /// <summary>Resets the connection after so many bytes of the request's body; nothing is done.</summary>
    public static Fault ResetAfterUploadedBytes(long count) =>
        new($"{nameof(ResetAfterUploadedBytes)}({count})", async exchange =>
        {
            await exchange.Body.SkipAsync(count, exchange.Stop);
            exchange.Reset();
        });

    /// <summary>Reads so many bytes of the request's body, then nothing until the task ends; then a reset.</summary>
    public static Fault StallUpload(long count, Task release) =>
        new($"{nameof(StallUpload)}({count})", async exchange =>
        {
            await exchange.Body.SkipAsync(count, exchange.Stop);
            await release.WaitAsync(exchange.Stop);
            exchange.Reset();
        });

    /// <summary>The right answer in small pieces with pauses between them.</summary>
    public static Fault Drip(int pieceBytes, TimeSpan pause, TimeProvider? time = null) =>
        new($"{nameof(Drip)}({pieceBytes})", async exchange =>
        {
            Answer answer = await exchange.AnswerAsync();
            await exchange.WriteAsync(answer.Head() + "\r\n");
            for (int at = 0; at < answer.Body.Length; at += pieceBytes)
            {
                await Task.Delay(pause, time ?? TimeProvider.System, exchange.Stop);
                await exchange.WriteAsync(answer.Body.Slice(at, Math.Min(pieceBytes, answer.Body.Length - at)));
            }
        });

    private static async ValueTask WriteStartAsync(Exchange exchange, int count)
    {
        Answer answer = await exchange.AnswerAsync();
        await exchange.WriteAsync(answer.Head() + "\r\n");
        await exchange.WriteAsync(answer.Body[..Math.Min(count, answer.Body.Length)]);
    }
}

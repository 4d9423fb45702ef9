namespace Doppel.S3.Server;

/// <content>Answers that do not wait for the body, and what may happen to <c>Expect: 100-continue</c>.</content>
public sealed partial class Fault
{
    /// <summary>Never sends <c>100 Continue</c>, and answers as usual once the body came all the same.</summary>
    public static Fault ContinueWithheld { get; } = new(nameof(ContinueWithheld), async exchange =>
    {
        exchange.Body.Expects = false;
        await exchange.WriteAsync(await exchange.AnswerAsync());
    });

    /// <summary>Sends <c>100 Continue</c> twice, asked for or not.</summary>
    public static Fault ContinueTwice { get; } = new(nameof(ContinueTwice), async exchange =>
    {
        exchange.Body.Expects = false;
        await exchange.WriteAsync("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n");
        await exchange.WriteAsync(await exchange.AnswerAsync());
    });

    /// <summary>Refuses the expectation.</summary>
    public static Fault Continue417 { get; } = new(nameof(Continue417), EarlyStatus(417, "ExpectationFailed").RunAsync);

    /// <summary>Answers with an error before it reads the body, says that it closes, and reads on.</summary>
    public static Fault EarlyStatus(int status, string code) =>
        new($"{nameof(EarlyStatus)}({status})", async exchange =>
        {
            exchange.Body.Expects = false;
            await exchange.WriteAsync(ErrorAnswer.Of(status, code).With("Connection", "close"));
            await exchange.HalfCloseAsync();
        });

    /// <summary>Answers with an error before it reads any of the body, then resets the connection.</summary>
    public static Fault EarlyStatusThenReset(int status, string code) =>
        new($"{nameof(EarlyStatusThenReset)}({status})", async exchange =>
        {
            exchange.Body.Expects = false;
            await exchange.WriteAsync(ErrorAnswer.Of(status, code).With("Connection", "close"));
            exchange.Reset();
        });

    /// <summary>Answers with an error before it reads the body, reads all of it and keeps the connection.</summary>
    public static Fault EarlyStatusThenRead(int status, string code) =>
        new($"{nameof(EarlyStatusThenRead)}({status})", async exchange =>
        {
            exchange.Body.Expects = false;
            await exchange.WriteAsync(ErrorAnswer.Of(status, code));
            await exchange.SkipBodyAsync();
        });
}

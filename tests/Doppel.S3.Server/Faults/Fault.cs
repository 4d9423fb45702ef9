namespace Doppel.S3.Server;

/// <summary>Something that goes wrong with one request. Each property and method makes one kind.</summary>
/// <param name="name">What it is called in messages.</param>
/// <param name="run">Does it.</param>
public sealed partial class Fault(string name, Func<Exchange, ValueTask> run)
{
    /// <summary>What it is called in messages.</summary>
    public string Name { get; } = name;

    /// <summary>The right answer, changed: whatever can stand in a well-formed answer.</summary>
    public static Fault Edit(Func<Answer, Answer> change) =>
        new(nameof(Edit), async exchange => await exchange.WriteAsync(change(await exchange.AnswerAsync())));

    /// <summary>An answer that has nothing to do with what was asked; nothing is done.</summary>
    public static Fault Instead(Answer answer) => new(nameof(Instead), async exchange =>
    {
        await exchange.SkipBodyAsync();
        await exchange.WriteAsync(answer);
    });

    /// <summary>Goes on as usual once the task has ended: holds requests back until a test says so.</summary>
    public static Fault HoldUntil(Task release) => new(nameof(HoldUntil), async exchange =>
    {
        await release.WaitAsync(exchange.Stop);
        await exchange.WriteAsync(await exchange.AnswerAsync());
    });

    /// <summary>Does it.</summary>
    public ValueTask RunAsync(Exchange exchange) => run(exchange);

    /// <inheritdoc/>
    public override string ToString() => Name;
}

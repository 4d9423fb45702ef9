using System.Text.Json;
using Doppel.Benchmarks.Opening;
using Doppel.Benchmarks.S3Clients.Clients;

namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>A process of this program with one client in it, which makes a round whenever it is told to.</summary>
internal static class ClientChild
{
    /// <summary>The first argument that makes <c>Program</c> such a process; the order follows.</summary>
    public const string Verb = "--s3-client";

    /// <summary>What it says when it is warm.</summary>
    public const string Ready = "ready";

    /// <summary>Asks for a round that counts requests.</summary>
    public const string Count = "count";

    /// <summary>Asks for a round.</summary>
    public const string Round = "round";

    /// <summary>Asks for a round after a full collection.</summary>
    public const string Collect = "collect";

    /// <summary>The process's whole life: it ends with its input.</summary>
    /// <param name="arguments">Verb and <see cref="ClientOrder"/>.</param>
    public static async Task<int> RunAsync(IReadOnlyList<string> arguments)
    {
        ClientOrder order = JsonSerializer.Deserialize<ClientOrder>(arguments[1])!;
        ClientSettings settings = ClientSettings.From(Environment.GetEnvironmentVariable)
            with
        { SignsPayload = order.SignsPayload };
        using var folder = new ScratchFolder("s3", isMemory: true);
        using IObjectClient client = ClientCatalog.Find(order.Client).Open(settings);
        IClientWork work = Open(client, order, folder.Path);
        await work.WarmUpAsync().ConfigureAwait(false);
        var meter = new Meter(work.Steps);
        await Console.Out.WriteLineAsync(Ready).ConfigureAwait(false);
        while (await Console.In.ReadLineAsync().ConfigureAwait(false) is { } word)
        {
            RoundFigures figures = await RoundAsync(work, meter, word).ConfigureAwait(false);
            await Console.Out.WriteLineAsync(JsonSerializer.Serialize(figures)).ConfigureAwait(false);
        }

        return 0;
    }

    private static async ValueTask<RoundFigures> RoundAsync(IClientWork work, Meter meter, string word)
    {
        if (word == Collect)
        {
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: true);
            GC.WaitForPendingFinalizers();
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: true);
        }

        using RequestCounter? counter = word == Count ? new RequestCounter() : null;
        meter.Counter = counter;
        await work.RunAsync(meter).ConfigureAwait(false);
        return meter.End(work.DataBytes);
    }

    private static IClientWork Open(IObjectClient client, ClientOrder order, string folder) => order.Work switch
    {
        ClientWorkKind.Scenario => new ScenarioWork(client, order, folder),
        ClientWorkKind.Objects => new ObjectsWork(client, order),
        ClientWorkKind.Listing => new ListingWork(client, order),
        ClientWorkKind.Transfer => new TransferWork(client, order, folder),
        _ => throw new ArgumentOutOfRangeException(nameof(order), order.Work, "No such work."),
    };
}

using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Benchmarks.S3Clients.Processes;
using Doppel.Benchmarks.S3Clients.Work;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>Rounds of several processes in turn, and rows out of them.</summary>
internal static class ClientRows
{
    /// <summary>Has each process make as many rounds as wanted; who begins changes.</summary>
    /// <param name="processes">Who.</param>
    /// <param name="word">Which kind of round.</param>
    /// <param name="rounds">How many.</param>
    /// <param name="between">Waited for after each round.</param>
    public static async Task<RoundFigures[][]> MeasureAsync(
        IReadOnlyList<ClientProcess> processes, string word, int rounds, TimeSpan between = default)
    {
        List<RoundFigures>[] figures = [.. processes.Select(_ => new List<RoundFigures>(rounds))];
        for (int round = 0; round < rounds; round++)
        {
            for (int turn = 0; turn < processes.Count; turn++)
            {
                int k = (turn + round) % processes.Count;
                figures[k].Add(await processes[k].RoundAsync(word).ConfigureAwait(false));
                await Task.Delay(between).ConfigureAwait(false);
            }
        }

        return [.. figures.Select(one => one.ToArray())];
    }

    /// <summary>Starts a process for each client, one after the other.</summary>
    public static async Task<IReadOnlyList<ClientProcess>> StartAsync(
        IEnumerable<ClientEntry> entries, ClientOrder order, IReadOnlyList<(string Name, string Value)> environment)
    {
        List<ClientProcess> processes = [];
        try
        {
            foreach (ClientEntry entry in entries)
            {
                // Keys of two clients never meet.
                ClientOrder own = order with { Prefix = $"{order.Prefix}{entry.Id}/" };
                processes.Add(await ClientProcess.StartAsync(entry, own, environment).ConfigureAwait(false));
            }
        }
        catch
        {
            DisposeAll(processes);
            throw;
        }

        return processes;
    }

    /// <summary>Ends all, one after the other.</summary>
    public static void DisposeAll(IEnumerable<ClientProcess> processes)
    {
        foreach (ClientProcess process in processes)
        {
            process.Dispose();
        }
    }

    /// <summary>The medians of whole rounds, and how often the collector worked in one.</summary>
    public static Row Of(ClientEntry entry, IReadOnlyList<Parameter> parameters, IReadOnlyList<RoundFigures> rounds) =>
        Of(entry, parameters, [.. rounds.Select(round => round.Ns)], [.. rounds.Select(round => (double)round.Bytes)])
            with
        {
            Gen0 = 1000 * rounds.Average(round => round.Gen0),
            Gen1 = 1000 * rounds.Average(round => round.Gen1),
            Gen2 = 1000 * rounds.Average(round => round.Gen2),
            PauseNs = rounds.Average(round => round.PauseNs),
        };

    /// <summary>The medians of one step, for one of the operations that it has.</summary>
    public static Row OfStep(
        ClientEntry entry, IReadOnlyList<Parameter> parameters, IReadOnlyList<RoundFigures> rounds, int step,
        double operations) => Of(
            entry, parameters, [.. rounds.Select(round => round.Steps[step].Ns / operations)],
            [.. rounds.Select(round => round.Steps[step].Bytes / operations)]);

    private static Row Of(ClientEntry entry, IReadOnlyList<Parameter> parameters, double[] times, double[] bytes)
    {
        (double low, double high) = Statistics.MedianInterval(times);
        double median = Statistics.Median(times);
        return new Row
        {
            Contestant = entry.Name,
            Role = entry.Role,
            Parameters = parameters,
            Runtime = Machine.Runtime,
            CenterNs = median,
            LowNs = low,
            HighNs = high,
            MedianNs = median,
            AllocatedBytes = Statistics.Median(bytes),
        };
    }
}

using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Upload.Servers;

namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>One contestant in one cell: uploads by rounds, and what the server in the middle used in each.</summary>
internal sealed class CellMeasurement(UploadCell cell, RelaySession session, TargetSession target)
{
    private const int WarmUpBytes = 10 << 10;
    private const int WarmUpUploads = 60;

    private readonly List<(ServerCounters Before, ServerCounters After)> _rounds = [];
    private ServerCounters _idle = new();
    private ServerCounters _before = new();
    private UploadOutcome? _sent;

    /// <summary>For the rounds.</summary>
    public Contestant Contestant => new(session.Entry.Name, session.Entry.Role, Work)
    {
        Prepare = () => Waiting.For(async () => _before = await session.CountersAsync().ConfigureAwait(false)),
        Finish = () =>
        {
            Waiting.For(FinishAsync);
            return null;
        },
    };

    /// <summary>
    /// Warms the server's code up with small files, one at a time, and looks at it before it is measured.
    /// </summary>
    public async Task BeginAsync()
    {
        await session.UploadAsync(WarmUpBytes, atOnce: 1, WarmUpUploads).ConfigureAwait(false);
        _idle = await session.CollectAsync().ConfigureAwait(false);
    }

    /// <summary>Looks at what the server holds, and puts its counters into the row.</summary>
    public async Task<CellResult> EndAsync(Row row)
    {
        ServerCounters after = _rounds[^1].After;
        ServerCounters collected = await session.CollectAsync().ConfigureAwait(false);

        // The first round warms up.
        (ServerCounters Before, ServerCounters After)[] counted = [.. _rounds.Skip(1)];
        double Each(Func<ServerCounters, double> counter) =>
            counted.Sum(round => counter(round.After) - counter(round.Before)) / (counted.Length * cell.Uploads);
        Row complete = row with
        {
            AllocatedBytes = Each(counters => counters.AllocatedBytes),
            Gen0 = 1000 * Each(counters => counters.Gen0),
            Gen1 = 1000 * Each(counters => counters.Gen1),
            Gen2 = 1000 * Each(counters => counters.Gen2),
            PauseNs = 1e6 * Each(counters => counters.PauseMs),
            HeldBytes = Math.Max(0, collected.HeldBytes - _idle.HeldBytes),
        };
        return new CellResult(
            cell, session.Entry, complete, Each(counters => counters.ProcessorMs), _rounds.Count * cell.Uploads, _idle,
            after, collected);
    }

    private long Work()
    {
        Waiting.For(async () =>
            _sent = await session.UploadAsync(cell.Bytes, cell.AtOnce, cell.Uploads).ConfigureAwait(false));
        return cell.Uploads;
    }

    private async Task FinishAsync()
    {
        _rounds.Add((_before, await session.CountersAsync().ConfigureAwait(false)));
        ArrivalReport report = await target.JudgeAsync(session, _sent!).ConfigureAwait(false);
        VerifyException.UnlessEqual(cell.Uploads, _sent!.Confirmed, $"{session.Entry.Name}, {cell}, confirmed");
        VerifyException.UnlessEqual(cell.Uploads, report.Intact, $"{session.Entry.Name}, {cell}, intact");
    }
}

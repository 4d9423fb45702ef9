using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Upload.Measuring;
using Doppel.Benchmarks.Upload.Relays;

namespace Doppel.Benchmarks.Upload;

/// <summary>
/// A server that receives a form file and passes it on to a file server, as many ways as there are: what it costs to
/// hold the file as a whole, and what is left when the target fails or the client leaves.
/// </summary>
internal sealed class UploadSuite : ISuite
{
    private const int SmallBytes = 10 << 10;
    private const int MiddleBytes = 1 << 20;
    private const int LargeBytes = RelayCatalog.FileBytesMax;

    private static readonly UploadCell[] s_short =
    [
        new(SmallBytes, AtOnce: 16, Uploads: 96, Rounds: 5),
        new(MiddleBytes, AtOnce: 1, Uploads: 8, Rounds: 5),
        new(MiddleBytes, AtOnce: 16, Uploads: 16, Rounds: 4),
        new(LargeBytes, AtOnce: 1, Uploads: 1, Rounds: 2),
    ];

    // 64 files of 100 MB at once are 8 GiB for each contestant that holds whole files, and there are four beside the
    // one that keeps them in temporary files: 8 at once show the line and stay safe on machines of 24 GiB.
    private static readonly UploadCell[] s_full =
    [
        new(SmallBytes, AtOnce: 1, Uploads: 200, Rounds: 9),
        new(SmallBytes, AtOnce: 16, Uploads: 320, Rounds: 9),
        new(SmallBytes, AtOnce: 64, Uploads: 320, Rounds: 9),
        new(MiddleBytes, AtOnce: 1, Uploads: 24, Rounds: 9),
        new(MiddleBytes, AtOnce: 16, Uploads: 64, Rounds: 9),
        new(MiddleBytes, AtOnce: 64, Uploads: 64, Rounds: 9),
        new(LargeBytes, AtOnce: 1, Uploads: 1, Rounds: 8),
        new(LargeBytes, AtOnce: 4, Uploads: 4, Rounds: 3),
        new(LargeBytes, AtOnce: 8, Uploads: 8, Rounds: 3),
    ];

    /// <inheritdoc/>
    public string Name => "upload";

    /// <inheritdoc/>
    public string Question => "What does it cost to pass an uploaded file on, held as a whole or while it arrives?";

    /// <inheritdoc/>
    public void Verify() => Waiting.For(UploadVerification.RunAsync);

    /// <inheritdoc/>
    public void Run(SuiteRun run) => Waiting.For(() => RunAsync(run));

    private static async Task RunAsync(SuiteRun run)
    {
        var files = new UploadFiles();
        using TargetSession target = await TargetSession.StartAsync(files).ConfigureAwait(false);
        List<CellResult> results = [];
        foreach (UploadCell cell in run.Pick(s_short, s_full))
        {
            if (UploadMemory.Problem(cell) is { } problem)
            {
                run.Note(problem);
                continue;
            }

            results.AddRange(await MeasureAsync(run, cell, target, files).ConfigureAwait(false));
        }

        run.Note(UploadTexts.Setting);
        run.Add(UploadTables.Times([.. results.Select(result => result.Row)]));
        run.Add(UploadTables.Memory(results));
        run.Add(UploadTables.PeakBars(results));
        foreach (IGrouping<int, UploadCell> cells in results.Select(result => result.Cell).Distinct()
            .GroupBy(cell => cell.Bytes).Where(cells => cells.Count() > 1))
        {
            run.Add(UploadTables.PeakPlot(cells.First(), results));
        }

        await RunFailuresAsync(run, target, files).ConfigureAwait(false);
        await RunConnectionsAsync(run, files).ConfigureAwait(false);
    }

    private static async Task<IReadOnlyList<CellResult>> MeasureAsync(
        SuiteRun run, UploadCell cell, TargetSession target, UploadFiles files)
    {
        IReadOnlyList<RelaySession> sessions =
            await RelaySession.StartAsync(RelayCatalog.Contestants, target.Address, files).ConfigureAwait(false);
        try
        {
            CellMeasurement[] measured = [.. sessions.Select(session => new CellMeasurement(cell, session, target))];
            await Task.WhenAll(measured.Select(one => one.BeginAsync())).ConfigureAwait(false);
            await target.ForgetAsync().ConfigureAwait(false);
            IReadOnlyList<Row> rows =
                run.Measure([.. measured.Select(one => one.Contestant)], cell.Parameters, cell.Rounds);
            List<CellResult> results = [];
            foreach ((CellMeasurement one, Row row) in measured.Zip(rows))
            {
                results.Add(await one.EndAsync(row).ConfigureAwait(false));
            }

            return results;
        }
        finally
        {
            RelaySession.DisposeAll(sessions);
        }
    }

    private static async Task RunFailuresAsync(SuiteRun run, TargetSession target, UploadFiles files)
    {
        int uploads = run.Pick(16, 64);
        RelayEntry[] all = [.. RelayCatalog.Contestants, RelayCatalog.Find(RelayCatalog.SingleRead)];
        IReadOnlyList<RelaySession> sessions =
            await RelaySession.StartAsync(all, target.Address, files).ConfigureAwait(false);
        try
        {
            run.Log($"failing targets and leaving clients: {uploads} uploads each");
            List<FailureResult> failures = [];
            List<ShortReadResult> reads = [];
            foreach (RelaySession session in sessions)
            {
                if (session.Entry.Id != RelayCatalog.SingleRead)
                {
                    failures.Add(await FailureScene.RunAsync(session, target, uploads).ConfigureAwait(false));
                }

                reads.Add(await ShortReadScene.RunAsync(session, target, uploads).ConfigureAwait(false));
            }

            run.Add(UploadTables.Failures(failures));
            run.Add(UploadTables.ShortReads(reads));
        }
        finally
        {
            RelaySession.DisposeAll(sessions);
        }
    }

    private static async Task RunConnectionsAsync(SuiteRun run, UploadFiles files)
    {
        int uploads = run.Pick(256, 2048);
        run.Log($"connections: {uploads} uploads each");
        List<ConnectionResult> results = [];
        string[] ids = [RelayCatalog.Article, RelayCatalog.OwnClient, RelayCatalog.Shared, RelayCatalog.Ours];
        foreach (string id in ids)
        {
            results.Add(await ConnectionScene.RunAsync(RelayCatalog.Find(id), files, uploads).ConfigureAwait(false));
        }

        run.Add(UploadTables.Connections(results));
    }
}

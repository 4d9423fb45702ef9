using Doppel.Acting;
using Doppel.Catalog;
using Doppel.Reports;

namespace Doppel.App;

/// <summary>Reverses a run, or a part of it.</summary>
/// <param name="environment">The environment.</param>
/// <param name="catalog">The catalog, in which results are kept.</param>
/// <param name="clients">The clients of buckets.</param>
/// <param name="journals">The journals.</param>
/// <param name="record">The journal of the run.</param>
internal sealed class UndoJob(
    AppEnvironment environment, CatalogSettings catalog, BucketClients clients, JournalFolder journals,
    JournalReader record)
{
    /// <summary>Gets or sets the files and folders to restore; empty for everything.</summary>
    internal IReadOnlyList<ReportName> Only { get; init; } = [];

    /// <summary>Gets or sets what returns a file of another machine; null if nothing does.</summary>
    internal HostFetch? Hosts { get; init; }

    /// <summary>Prepares a run that is only asked what it would do.</summary>
    /// <exception cref="UsageException">The journal cannot be used.</exception>
    internal UndoRun Preview() => Journals.Guard(() => NewRun(null, static _ => { }, progress: null));

    /// <summary>Restores until everything is done or the token ends it.</summary>
    /// <param name="progress">Counters for another thread.</param>
    /// <param name="take">Takes the result for each name.</param>
    /// <param name="stop">Ends the run early.</param>
    /// <returns>Whether every name that could be restored was restored.</returns>
    /// <exception cref="UsageException">The journal cannot be written.</exception>
    internal bool Run(ActProgress progress, Action<ActResult> take, CancellationToken stop) => Journals.Guard(() =>
    {
        using ContentCatalog? known = catalog.Open(environment);
        using UndoRun run = NewRun(known, take, progress);
        return run.Run(stop);
    });

    private UndoRun NewRun(ContentCatalog? known, Action<ActResult> take, ActProgress? progress)
    {
        var options = new UndoOptions
        {
            Version = ProgramVersion.Text,
            Command = Journals.CommandOf(environment),
            Time = environment.Clock,
            Only = Only,
            Catalog = known,
            Buckets = clients.Of,
            Hosts = Hosts,
        };
        return new UndoRun(environment.ChangeableVolume, journals, record, options, take, progress);
    }
}

using Doppel.Acting;
using Doppel.Catalog;

namespace Doppel.App;

/// <summary>Finishes an interrupted run, or reverses its half-finished steps.</summary>
/// <param name="environment">The environment.</param>
/// <param name="catalog">The catalog, in which results are kept.</param>
/// <param name="clients">The clients of buckets.</param>
/// <param name="journals">The journals.</param>
/// <param name="id">The ID of the run.</param>
internal sealed class ResumeJob(
    AppEnvironment environment, CatalogSettings catalog, BucketClients clients, JournalFolder journals, string id)
{
    /// <summary>Acts until everything is done or the token ends it.</summary>
    /// <param name="progress">Counters for another thread.</param>
    /// <param name="take">Takes the result for each name.</param>
    /// <param name="stop">Ends the run early.</param>
    /// <returns>What the run does.</returns>
    /// <exception cref="UsageException">The run does not exist, or the journal cannot be written.</exception>
    internal ActionKind Run(ActProgress progress, Action<ActResult> take, CancellationToken stop) =>
        Journals.Guard(() =>
        {
            using ContentCatalog? known = catalog.Open(environment);
            using ActRun run = NewRun(take, progress, known);
            run.Resume(stop);
            return run.Action;
        });

    /// <summary>Reverses half-finished steps and leaves the rest.</summary>
    /// <param name="take">Takes the result for each name.</param>
    /// <exception cref="JournalException">The journal cannot be used.</exception>
    internal void Clear(Action<ActResult> take)
    {
        using ActRun run = NewRun(take, progress: null, known: null);
        run.Clear();
    }

    private ActRun NewRun(Action<ActResult> take, ActProgress? progress, ContentCatalog? known) => ActRun.Continue(
        environment.ChangeableVolume, journals, id, ProgramVersion.Text, environment.Clock, take, progress, known,
        clients.Of);
}

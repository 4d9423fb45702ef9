using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Expands the folders of a plan to their files, which are acted on like any others, and removes the rest of a folder
/// once the batch with the last of its files has been carried out.
/// </summary>
internal sealed class FolderActor(
    IChangeableVolume volume, ActOptions options, ActLog log, PlanKeeper plan, TrashBin bin, FolderRemoval removal,
    IReadOnlyDictionary<ReportName, FolderTask> begun) : IDisposable
{
    private readonly FolderExpansion _expansion = new(volume);

    // The folders that an interrupted run has begun to remove, by name, with what is left to do.
    private readonly IReadOnlyDictionary<ReportName, FolderTask> _begun = begun;

    // Folders with names in the current batch.
    private readonly List<PlanFolder> _inBatch = [];

    // Folders whose files are all in the current batch or already gone.
    private readonly List<FolderTask> _leaving = [];

    public void Dispose() => _expansion.Dispose();

    /// <summary>Returns whether the current batch has to be carried out before a folder is expanded.</summary>
    /// <remarks>
    /// A batch is prepared as a whole, so nothing in it may go from a folder that stays instead of another one.
    /// </remarks>
    internal bool HasToWait(PlanFolder folder) =>
        _inBatch.Exists(other => Overlap(other, folder) || Overlap(folder, other));

    /// <summary>Expands a folder.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="task">What has to be removed once the files are gone, or null if the folder stays.</param>
    /// <returns>The files to act on, or null if the folder is skipped.</returns>
    internal IReadOnlyList<PlanGroup>? Expand(PlanFolder folder, out FolderTask? task)
    {
        if (_begun.TryGetValue(folder.Name, out task))
        {
            return task.Files;
        }

        FolderActions? actions = _expansion.Expand(folder, out string reason);
        Step? against = actions is null ? Step.Skip(reason) : null;
        if (against is null && folder.Keeper.IsEmpty && !options.RemovesEmptyFolders)
        {
            against = Step.Idle("empty folders stay");
        }

        if (against is null && options.Action.RemovesNames())
        {
            against = removal.Prepare(folder, actions!, out task);
        }

        if (against is { } step)
        {
            log.Progress.Finish(folder.Names, 0);
            log.Tell(new ActResult(folder.Name, folder.Keeper, step.Status, step.Reason, 0));
            return null;
        }

        log.Expect(-folder.Names, actions!.Groups);

        // The folders' intents are written to the journal before the first file is removed, which changes the folders'
        // times.
        foreach (JournalIntent intent in task?.Intents ?? [])
        {
            log.Add(intent);
        }

        plan.Add(folder, actions.Groups);
        _inBatch.Add(folder);
        return actions.Groups;
    }

    /// <summary>Notes that the last files of a folder are in the current batch.</summary>
    internal void Leave(FolderTask task) => _leaving.Add(task);

    /// <summary>Prepares the removal of the folders whose files are gone now that the batch is done.</summary>
    internal IEnumerable<ActBatch> EndBatch(CancellationToken cancellation)
    {
        _inBatch.Clear();
        if (_leaving.Count == 0)
        {
            yield break;
        }

        FolderTask[] leaving =
        [
            .. _leaving.Select(task => task with { Links = [.. removal.LinksOf(task)] }),
        ];
        _leaving.Clear();
        yield return new ActBatch(
            leaving.SelectMany(static task => task.Links).Select(static link => link.Intent),
            () => Remove(leaving, cancellation));
    }

    private void Remove(FolderTask[] leaving, CancellationToken cancellation)
    {
        bin.WriteInfos([.. leaving.SelectMany(static task => task.Links)]);
        foreach (FolderTask task in leaving)
        {
            foreach (NameTask link in task.Links)
            {
                Step step = cancellation.IsCancellationRequested
                    ? Step.Skip(ActResult.Interrupted)
                    : bin.WhyNot(link) ?? removal.RemoveLink(link);
                bin.RemoveInfoUnlessGone(link, step);
                Conclude(link.Intent, step);
            }

            foreach (JournalIntent folder in task.Intents)
            {
                Conclude(
                    folder,
                    cancellation.IsCancellationRequested
                        ? Step.Skip(ActResult.Interrupted)
                        : removal.RemoveFolder(folder.Name, folder.Facts));
            }
        }

        log.Commit();
    }

    private void Conclude(JournalIntent intent, Step step)
    {
        log.Conclude(intent.Number, new ActResult(intent.Name, intent.Keeper, step.Status, step.Reason, 0)
        {
            IsFolder = intent.Facts.Kind == EntryKind.Folder,
            IsOfEmptiedFolder = true,
        });
        removal.CloseFolders();
    }

    private static bool Overlap(PlanFolder staying, PlanFolder going) =>
        !staying.Keeper.IsEmpty && PlanPaths.IsAtOrBelow(going.Name.Bytes, staying.Keeper.Bytes);
}

using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>Acts on the files of folders and then removes the folders that have become empty.</content>
public sealed partial class ActRun
{
    // Folders whose files are all in the current batch or already gone.
    private readonly List<FolderTask> _leaving = [];

    // Folders with names in the current batch.
    private readonly List<PlanFolder> _batchFolders = [];

    // Handles the files like any others. If the action removes them, the rest of the folder is removed once their batch
    // has been carried out.
    private void Run(PlanFolder folder, CancellationToken cancellation)
    {
        // A batch is prepared as a whole, so nothing in it may go from a folder that stays instead of another one.
        bool overlaps = _batchFolders.Exists(other => Overlap(other, folder) || Overlap(folder, other));
        if (_batchNames >= _options.BatchNames || overlaps)
        {
            CarryOutBatch(cancellation);
        }

        bool leaves = _options.Action.RemovesNames();
        FolderTask? task = null;
        FolderActions? actions = _expansion.Expand(folder, out string reason);
        Step? against = null;
        if (actions is null)
        {
            against = Step.Skip(reason);
        }
        else if (folder.Keeper.IsEmpty && !_options.RemovesEmptyFolders)
        {
            against = Step.Idle("empty folders stay");
        }
        else if (leaves)
        {
            against = _emptied.Prepare(folder, actions, out task);
        }

        if (against is { } step)
        {
            _progress.Finish(folder.Names, 0);
            _onResult(new ActResult(folder.Name, folder.Keeper, step.Status, step.Reason, 0));
            return;
        }

        (long names, long bytes) = SizeOf(actions!.Groups);
        _progress.Expect(names - folder.Names, bytes);

        // The folders' intents are written to the journal before the first file is removed, which changes the folders'
        // times.
        foreach (JournalIntent intent in task?.Intents ?? [])
        {
            _journal.Add(intent);
        }

        _plan.Add(folder, actions.Groups);
        _batchFolders.Add(folder);
        RunGroups(actions.Groups, cancellation);
        if (task is not null)
        {
            _leaving.Add(task);
            _batchNames += task.Intents.Count;
        }
    }

    private static bool Overlap(PlanFolder staying, PlanFolder going) =>
        !staying.Keeper.IsEmpty && PlanPaths.IsAtOrBelow(going.Name.Bytes, staying.Keeper.Bytes);

    private void CarryOutFolders(CancellationToken cancellation)
    {
        if (_leaving.Count == 0)
        {
            return;
        }

        FolderTask[] leaving =
        [
            .. _leaving.Select(task => task with { Links = [.. _emptied.LinksOf(task)] }),
        ];
        _leaving.Clear();
        foreach (NameTask link in leaving.SelectMany(static task => task.Links))
        {
            _journal.Add(link.Intent);
        }

        _plan.Sync();
        _journal.Commit();
        _bin.WriteInfos([.. leaving.SelectMany(static task => task.Links)]);
        foreach (FolderTask task in leaving)
        {
            foreach (NameTask link in task.Links)
            {
                Step step = cancellation.IsCancellationRequested ? Step.Skip(ActResult.Interrupted)
                    : _bin.WhyNot(link) ?? _emptied.RemoveLink(link);
                _bin.RemoveInfoUnlessGone(link, step);
                ConcludeEmptied(link.Intent, step);
            }

            foreach (JournalIntent folder in task.Intents)
            {
                ConcludeEmptied(
                    folder,
                    cancellation.IsCancellationRequested
                        ? Step.Skip(ActResult.Interrupted)
                        : _emptied.RemoveFolder(folder.Name, folder.Facts));
            }
        }

        _journal.Commit();
    }

    private void ConcludeEmptied(JournalIntent intent, Step step)
    {
        _journal.Add(new JournalOutcome(intent.Number, step.Status, step.Reason, ""));
        _onResult(new ActResult(intent.Name, intent.Keeper, step.Status, step.Reason, 0)
        {
            IsFolder = intent.Facts.Kind == EntryKind.Folder,
            IsOfEmptiedFolder = true,
        });
        _folders.Clear();
    }
}

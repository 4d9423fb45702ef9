using Doppel.Reports;

namespace Doppel.Acting;

/// <content>Acts on objects in buckets.</content>
public sealed partial class ActRun
{
    private static PlanGroup[] OfFiles(IReadOnlyList<PlanGroup> groups) =>
        [.. groups.Where(static group => !group.IsOfObjects)];

    private void RunObjects(IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        ObjectTask[] tasks =
        [
            .. groups.Where(static group => group.IsOfObjects)
                .SelectMany(static group => group.Drop, static (group, copy) => new ObjectTask(group, copy)),
        ];
        if (tasks.Length == 0)
        {
            return;
        }

        if (_options.Buckets is null || _options.Action is not (ActionKind.Delete or ActionKind.Move))
        {
            foreach (ObjectTask task in tasks)
            {
                task.Outcome = Step.Skip("an object can only be deleted or moved");
                Conclude(task);
            }

            return;
        }

        using var actor = new ObjectActor(_volume, _options, _options.Buckets, _journal.Numbers, Id);
        foreach (ObjectTask[] batch in tasks.Chunk(ObjectActor.ObjectsAtOnce))
        {
            if (cancellation.IsCancellationRequested)
            {
                break;
            }

            actor.Prepare(batch, cancellation);
            foreach (ObjectTask task in batch.Where(static task => task.Intent is not null))
            {
                NoteKept(task.Group, [], task.KeeperName);
                _journal.Add(task.Intent!);
            }

            _journal.Commit();
            actor.Act([.. batch.Where(static task => task.Intent is not null)], cancellation);
            batch.ToList().ForEach(Conclude);
            _journal.Commit();
        }
    }

    private void Conclude(ObjectTask task)
    {
        Step step = task.Outcome!.Value;
        long freed = step.IsDone ? task.FreedBytes : 0;
        if (task.Intent is { } intent)
        {
            _journal.Add(
                new JournalOutcome(
                    intent.Number, step.Status, step.Reason, step.IsDone ? task.Keeper!.File?.Digest ?? "" : ""),
                freed);
        }

        Tell(task.Name, task.KeeperName, step, freed);
        _progress.Finish(0, task.Copy.Facts.Size);
    }
}

using Doppel.Reports;
using Doppel.S3;

namespace Doppel.Acting;

/// <content>Deletes an object or moves it, after its keeper was looked at once more.</content>
internal sealed partial class ObjectActor
{
    private async ValueTask<Step?> WhyNotNowAsync(ObjectTask task)
    {
        if (task.Keeper is not { } keeper)
        {
            return null;
        }

        bool isKept = keeper.File is { } file
            ? file.IsUnchanged
            : keeper.State!.IsSame(await _store.LookAsync(keeper.Name, CancellationToken.None).ConfigureAwait(false));
        return isKept ? null : s_keeperChanged;
    }

    private async ValueTask<Step> DeleteAsync(ObjectTask task)
    {
        if (await WhyNotNowAsync(task).ConfigureAwait(false) is { } against)
        {
            return against;
        }

        string etag = task.State!.ETag;
        if (!_locks.Of(task).ChecksETags || !(task.HasETagOfContent || task.Group.IsAlone))
        {
            ObjectState? now = await _store.LookAsync(task.Name, CancellationToken.None).ConfigureAwait(false);
            if (!task.State.IsSame(now))
            {
                return now is null ? ObjectLook.Vanished : ObjectLook.ChangedOf(task);
            }
        }

        try
        {
            S3Status status = await _store.DeleteAsync(task.Name, etag, CancellationToken.None).ConfigureAwait(false);
            return status switch
            {
                S3Status.Ok => Step.Done,
                S3Status.NotFound => ObjectLook.Vanished,
                S3Status.PreconditionFailed => ObjectLook.ChangedOf(task),
                _ => Step.Skip("another program is changing it"),
            };
        }
        catch (S3Exception unknown) when (unknown.IsRetryable || unknown.StatusCode == default)
        {
            return await WhetherDeletedAsync(task, unknown).ConfigureAwait(false);
        }
    }

    // The request may have been carried out although its answer was lost.
    private async ValueTask<Step> WhetherDeletedAsync(ObjectTask task, S3Exception unknown)
    {
        try
        {
            ObjectState? now = await _store.LookAsync(task.Name, CancellationToken.None).ConfigureAwait(false);
            return now is null ? Step.Done : ObjectRequests.Failed(unknown);
        }
        catch (S3Exception)
        {
            return Step.Unfinished($"it is not known whether it was removed: {unknown.Message.TrimEnd('.')}");
        }
    }

    private async ValueTask<Step> MoveAsync(ObjectTask task)
    {
        ReportName target = task.Intent!.Target;
        if (await _store.LookAsync(target, CancellationToken.None).ConfigureAwait(false) is not null)
        {
            return Step.Skip($"there is already an object {target}");
        }

        try
        {
            S3PutResult copy = await _store.CopyAsync(
                task.Name, task.State!, target, task.State!, CancellationToken.None).ConfigureAwait(false);
            return copy.IsStored
                ? await DeleteCopiedAsync(task, target, copy).ConfigureAwait(false)
                : ObjectLook.Changed;
        }
        catch (S3Exception unknown)
        {
            return Step.Unfinished($"it is not known whether there is a copy {target}: {unknown.Message.TrimEnd('.')}");
        }
    }

    private async ValueTask<Step> DeleteCopiedAsync(ObjectTask task, ReportName target, S3PutResult copy)
    {
        ObjectState? now = await _store.LookAsync(target, CancellationToken.None).ConfigureAwait(false);
        if (now?.Size != task.State!.Size)
        {
            return Step.Unfinished($"its copy {target} is not complete");
        }

        Step step = await DeleteAsync(task).ConfigureAwait(false);
        if (step.IsDone && IsHeld(task))
        {
            step = await TakeBackUnlessKeptAsync(task, target).ConfigureAwait(false);
        }

        if (step.Status is ActStatus.Skipped or ActStatus.Failed)
        {
            await _store.RemoveAsync(target, copy, CancellationToken.None).ConfigureAwait(false);
        }

        return step;
    }
}

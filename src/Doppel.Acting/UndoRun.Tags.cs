namespace Doppel.Acting;

/// <content>Restores the sidecars and files to which the run has added tags.</content>
public sealed partial class UndoRun
{
    private bool ReverseTags(CancellationToken cancellation)
    {
        bool isWhole = true;
        foreach (TagChange change in _record.TagChangesFromLast().Where(change => _scope.Contains(change.ScopeName)))
        {
            if (cancellation.IsCancellationRequested)
            {
                return false;
            }

            bool isLeft = _tags.IsAsLeft(change);
            Step step = _devices.WhyMissing(change.Name) ?? _tags.Reverse(change);
            _folders.Clear();
            isWhole &= step.Status is ActStatus.Done or ActStatus.Skipped or ActStatus.Idle;
            if (change.Source.IsEmpty || !step.IsDone)
            {
                _progress.Finish(isLeft ? 1 : 0, 0);
                _onResult(new ActResult(change.Name, change.Keeper, step.Status, step.Reason, 0));
            }
        }

        return isWhole;
    }

    private IEnumerable<TagChange> TagChangesToReverse() =>
        _record.TagChangesFromLast().Where(change => _scope.Contains(change.ScopeName) && IsTagChangeAsLeft(change));

    private bool IsTagChangeAsLeft(TagChange change)
    {
        bool isAsLeft = _tags.IsAsLeft(change);
        _folders.Clear();
        return isAsLeft;
    }
}

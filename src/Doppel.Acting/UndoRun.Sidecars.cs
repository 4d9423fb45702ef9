namespace Doppel.Acting;

/// <content>Restores the sidecars to which the run has added tags.</content>
public sealed partial class UndoRun
{
    private bool ReverseSidecars(CancellationToken cancellation)
    {
        bool isWhole = true;
        foreach (SidecarChange change in _record.SidecarsFromLast().Where(change => _scope.Contains(change.ScopeName)))
        {
            if (cancellation.IsCancellationRequested)
            {
                return false;
            }

            bool isLeft = _sidecars.IsAsLeft(change);
            Step step = _devices.WhyMissing(change.Name) ?? _sidecars.Reverse(change);
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

    private IEnumerable<SidecarChange> SidecarsToReverse() =>
        _record.SidecarsFromLast().Where(change => _scope.Contains(change.ScopeName) && IsSidecarAsLeft(change));

    private bool IsSidecarAsLeft(SidecarChange change)
    {
        bool isAsLeft = _sidecars.IsAsLeft(change);
        _folders.Clear();
        return isAsLeft;
    }
}

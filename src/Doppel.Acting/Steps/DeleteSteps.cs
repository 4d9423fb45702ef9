namespace Doppel.Acting;

/// <summary>Deletes names permanently.</summary>
internal sealed class DeleteSteps(Removal removal, Rescue rescue) : INameSteps
{
    public Step? Begin(NameTask name, ProvedPair pair) => removal.BeginDelete(name, pair);

    public Step Finish(NameTask name, ProvedPair pair)
    {
        Step step = removal.FinishDelete(name, pair);
        return step.IsDone ? rescue.IfNeeded(name, pair, link: null) : step;
    }
}

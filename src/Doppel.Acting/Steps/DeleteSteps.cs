namespace Doppel.Acting;

/// <summary>Deletes names permanently.</summary>
internal sealed class DeleteSteps(Removal removal, Rescue rescue) : INameSteps
{
    public Step? Begin(NameTask name, ProvedPair pair) => removal.BeginDelete(name, pair);

    public Step Finish(NameTask name, ProvedPair pair)
    {
        Step step = removal.FinishDelete(name, pair);
        if (!step.IsDone)
        {
            return step;
        }

        return pair.IsAlone
            ? rescue.IfChanged(name.Place, name.Temporary, pair.Duplicate, link: null)
            : rescue.IfUnkept(name.Place, name.Temporary, pair.Duplicate, pair.Keeper, link: null);
    }
}

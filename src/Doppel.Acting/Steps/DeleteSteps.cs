namespace Doppel.Acting;

/// <summary>Deletes names permanently.</summary>
/// <remarks>
/// The keeper is looked up again by its name while the file is aside: one file may appear under two identities, and
/// another run may have chosen the opposite keeper.
/// </remarks>
internal sealed class DeleteSteps(NameRemoval removal, Rescue rescue) : INameSteps
{
    public Step? Begin(NameTask name, ProvedPair pair) => removal.Begin(name.Place, name.Temporary, pair);

    public Step Finish(NameTask name, ProvedPair pair)
    {
        Step step = removal.Finish(name.Place, name.Temporary, pair, pair.WhyUnkept(name.Keeper));
        if (!step.IsDone)
        {
            return step;
        }

        return pair.IsAlone
            ? rescue.IfChanged(name.Place, name.Temporary, pair.Duplicate, link: null)
            : rescue.IfUnkept(name.Place, name.Temporary, pair.Duplicate, pair.Keeper, link: null);
    }
}

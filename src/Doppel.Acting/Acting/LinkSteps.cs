using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Replaces names by hard links or symbolic links to the keeper.</summary>
internal sealed class LinkSteps(IChangeableVolume volume, Replacement replacement, Rescue rescue) : INameSteps
{
    /// <inheritdoc/>
    public Step? Begin(NameTask name, ProvedPair pair) =>
        replacement.Begin(name.Place, name.Temporary, OldOf(name, pair));

    /// <inheritdoc/>
    public Step Finish(NameTask name, ProvedPair pair)
    {
        ReplacedFile old = OldOf(name, pair);
        Step step = replacement.Finish(name.Place, name.Temporary, old);

        // A hard link is a name of the keeper's content itself.
        return step.IsDone && !name.Intent.Target.IsEmpty ? rescue.IfNeeded(name, pair, old.IsOurs) : step;
    }

    private ReplacedFile OldOf(NameTask name, ProvedPair pair) =>
        new(volume, pair, name.Keeper, name.Intent.Target, name.Intent.Extras);
}

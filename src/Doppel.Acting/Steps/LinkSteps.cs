using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Replaces names with hard links or symbolic links to the keeper.</summary>
internal sealed class LinkSteps(IChangeableVolume volume, Replacer replacement, Rescue rescue) : INameSteps
{
    public Step? Begin(NameTask name, ProvedPair pair)
    {
        // Where names cannot be exchanged, Begin has already finished the replacement.
        ReplacedFile old = OldOf(name, pair);
        Step? step = replacement.Begin(name.Place, name.Temporary, old);
        return step is { IsDone: true } done ? Rescued(name, pair, old, done) : step;
    }

    public Step Finish(NameTask name, ProvedPair pair)
    {
        ReplacedFile old = OldOf(name, pair);
        return Rescued(name, pair, old, replacement.Finish(name.Place, name.Temporary, old));
    }

    private Step Rescued(NameTask name, ProvedPair pair, ReplacedFile old, Step step)
    {
        // Only symbolic links need this: a hard link is itself a name of the keeper's content.
        step = step.IsDone && !name.Intent.Target.IsEmpty
            ? rescue.IfUnkept(name.Place, name.Temporary, pair.Duplicate, pair.Keeper, old.IsOurs)
            : step;
        return step.IsDone
            ? rescue.IfChanged(name.Place, name.Temporary, pair.Duplicate, old.IsOurs)
            : step;
    }

    private ReplacedFile OldOf(NameTask name, ProvedPair pair) =>
        new(volume, pair, name.Keeper, name.Intent.Target);
}

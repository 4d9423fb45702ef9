using System.Diagnostics;

namespace Doppel.Acting;

/// <summary>Moves names to the trash of their file system.</summary>
internal sealed class TrashSteps(Removal removal, TrashBin bin) : INameSteps
{
    public Step? Begin(NameTask name, ProvedPair pair)
    {
        if (name.Trash is not { } trash)
        {
            return removal.Recycle(name, pair);
        }

        return bin.WhyNot(name) ?? removal.Trash(
            name,
            new Place(new OpenFolder(trash.Files, default, default), TrashBin.BareOf(name.Intent.Target).ToArray()),
            pair);
    }

    public Step Finish(NameTask name, ProvedPair pair) =>
        throw new UnreachableException("A name is in the trash after the first step.");
}

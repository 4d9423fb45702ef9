using System.Diagnostics;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Moves names to another folder.</summary>
internal sealed class MoveSteps(IChangeableVolume volume, Removal removal, ActLog log) : INameSteps
{
    public Step? Begin(NameTask name, ProvedPair pair)
    {
        ReportName target = name.Intent.Target;
        VolumeError error = FolderMaker.Make(
            volume, target, FolderMaker.UsualMode, out FolderHandle folder, log.AddMade);
        if (error.Failed)
        {
            return Step.Fail(volume, "the target folder cannot be created", error);
        }

        byte[] bare = target.Bytes[(target.Bytes.LastIndexOf((byte)'/') + 1)..].ToArray();
        Step step = removal.Move(name, new Place(new OpenFolder(folder, default, default), bare), pair);
        volume.Close(folder);
        return step;
    }

    public Step Finish(NameTask name, ProvedPair pair) =>
        throw new UnreachableException("A move ends with its first step.");
}

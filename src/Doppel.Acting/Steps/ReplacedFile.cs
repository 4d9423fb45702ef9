using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>A duplicate that was proved equal to its keeper and is replaced by a link to it.</summary>
/// <param name="volume">The volume that holds both files.</param>
/// <param name="pair">The keeper and the duplicate.</param>
/// <param name="keeper">The location of the keeper.</param>
/// <param name="target">The target text of the symbolic link, or empty for a hard link.</param>
internal sealed class ReplacedFile(
    IChangeableVolume volume, ProvedPair pair, Place keeper, ReportName target) : IReplaced
{
    public bool AreBothUndisturbed => pair.IsUndisturbed;

    public bool IsUndisturbed => pair.IsOtherUndisturbed;

    // A hard link is itself a name of the keeper's content, so it does not matter what happens to the keeper's other
    // name.
    public bool IsKept => target.IsEmpty || pair.IsKeeperUnder(keeper);

    public bool IsContentKept => pair.IsContentKept;

    public VolumeError MakeLink(FolderHandle folder, ReadOnlySpan<byte> name) => target.IsEmpty
        ? volume.Link(pair.Keeper, folder, name)
        : volume.MakeSymbolicLink(target.Bytes, folder, name);

    public bool IsRight(FolderHandle folder, ReadOnlySpan<byte> name)
    {
        LinkPolicy links = target.IsEmpty ? LinkPolicy.Stay : LinkPolicy.Follow;
        return !volume.Stat(folder, name, links, FactFields.All, out FileFacts facts).Failed
            && Identity.SameInode(facts, pair.KeeperFacts) && (target.IsEmpty || IsOurs(folder, name));
    }

    // Compares the target text, because a run with the opposite keeper may have created a loop of links that leads
    // nowhere.
    public bool IsOurs(FolderHandle folder, ReadOnlySpan<byte> name) => target.IsEmpty
        ? IsRight(folder, name)
        : !volume.ReadLink(folder, name, out byte[] text).Failed && text.AsSpan().SequenceEqual(target.Bytes);

    public bool IsOld(in FileFacts facts) => pair.IsOld(facts);

    public bool IsAsCompared(in FileFacts facts) => pair.IsAsCompared(facts);

    public bool IsStillAsCompared(in FileFacts facts) => pair.IsStillAsCompared(facts);
}

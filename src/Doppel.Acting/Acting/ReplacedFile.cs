using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>A duplicate that was proved equal to its keeper and becomes a link to it.</summary>
/// <param name="volume">Where both lie.</param>
/// <param name="pair">The keeper and the duplicate.</param>
/// <param name="keeper">The keeper's name.</param>
/// <param name="target">What is written in the symbolic link; empty for a hard link.</param>
/// <param name="extras">The duplicate's attributes and flags when it was looked at.</param>
internal sealed class ReplacedFile(
    IChangeableVolume volume, ProvedPair pair, Place keeper, ReportName target, FileExtras extras) : IReplaced
{
    public bool IsUndisturbed => pair.IsUndisturbed;

    public bool IsOldUndisturbed => pair.IsOtherUndisturbed;

    // A hard link is a name of the keeper's content itself, so it does not matter what became of the other.
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

    // By its text, since an opposed run may have made a circle of it that leads nowhere.
    public bool IsOurs(FolderHandle folder, ReadOnlySpan<byte> name) => target.IsEmpty
        ? IsRight(folder, name)
        : !volume.ReadLink(folder, name, out byte[] text).Failed && text.AsSpan().SequenceEqual(target.Bytes);

    public bool IsOld(in FileFacts facts) =>
        facts.Kind == EntryKind.File && Identity.SameInode(facts, pair.Facts);

    public bool IsAsCompared(in FileFacts facts) => pair.IsAsCompared(facts, extras);

    public bool IsStillAsCompared(in FileFacts facts) => pair.IsStillAsCompared(facts, extras);
}

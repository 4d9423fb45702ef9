using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>A symbolic link that is replaced by one with another target.</summary>
/// <param name="volume">The volume that holds the link.</param>
/// <param name="here">The facts of the link when it was examined. The target text of a link cannot change.</param>
/// <param name="target">The target text of the new link.</param>
/// <param name="like">The owner, group and time to give the new link.</param>
/// <param name="leadsTo">The file that the new link must lead to, or null if that does not matter.</param>
internal sealed class ReplacedLink(
    IChangeableVolume volume, FileFacts here, ReportName target, FileFacts like, FileFacts? leadsTo) : IReplaced
{
    public bool AreBothUndisturbed => true;

    public bool IsUndisturbed => true;

    public bool IsKept => true;

    // A link holds nothing but its target text, which is in the journal.
    public bool IsContentKept => true;

    public VolumeError MakeLink(FolderHandle folder, ReadOnlySpan<byte> name)
    {
        VolumeError error = volume.MakeSymbolicLink(target.Bytes, folder, name);
        if (!error.Failed)
        {
            // Best effort: failing to restore this metadata does not affect where the link leads.
            volume.RestoreLink(folder, name, like);
        }

        return error;
    }

    public bool IsRight(FolderHandle folder, ReadOnlySpan<byte> name)
    {
        FileFacts found = default;
        return IsOurs(folder, name)
            && (leadsTo is not { } file
                || (!volume.Stat(folder, name, LinkPolicy.Follow, FactFields.All, out found).Failed
                    && Identity.SameInode(found, file)));
    }

    public bool IsOurs(FolderHandle folder, ReadOnlySpan<byte> name) =>
        !volume.ReadLink(folder, name, out byte[] text).Failed && text.AsSpan().SequenceEqual(target.Bytes);

    public bool IsOld(in FileFacts facts) =>
        facts.Kind == EntryKind.Link && Identity.SameInode(facts, here) && facts.Modified == here.Modified;

    public bool IsAsCompared(in FileFacts facts) =>
        IsOld(facts) && facts.Owner == here.Owner && facts.Group == here.Group;

    // Some FUSE programs report a new inode number each time.
    public bool IsStillAsCompared(in FileFacts facts) => IsAsCompared(facts with { Inode = here.Inode });
}

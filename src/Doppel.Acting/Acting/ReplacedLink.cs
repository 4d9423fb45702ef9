using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>A symbolic link that becomes one with another target.</summary>
/// <param name="volume">Where it lies.</param>
/// <param name="here">The link as it was looked at; what is written in a link cannot change.</param>
/// <param name="target">What is written in the new one.</param>
/// <param name="like">Owner, group and time of the new one.</param>
/// <param name="leadsTo">The file that the new one has to lead to; null where that does not matter.</param>
internal sealed class ReplacedLink(
    IChangeableVolume volume, FileFacts here, ReportName target, FileFacts like, FileFacts? leadsTo) : IReplaced
{
    public bool IsUndisturbed => true;

    public bool IsOldUndisturbed => true;

    public bool IsKept => true;

    // A link holds nothing but its text, which the journal has.
    public bool IsContentKept => true;

    public VolumeError MakeLink(FolderHandle folder, ReadOnlySpan<byte> name)
    {
        VolumeError error = volume.MakeSymbolicLink(target.Bytes, folder, name);
        if (!error.Failed)
        {
            // As far as that may be done: it decides nothing about where the link leads.
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

    public bool IsAsCompared(in FileFacts facts) => facts.Owner == here.Owner && facts.Group == here.Group;

    public bool IsStillAsCompared(in FileFacts facts) => IsAsCompared(facts);
}

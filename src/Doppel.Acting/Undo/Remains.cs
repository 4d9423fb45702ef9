using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>What stands under a name now, against what a run has made of it.</summary>
internal sealed class Remains(IVolume volume, ActionKind action)
{
    /// <summary>The bare name beside a file that the run used on its way.</summary>
    internal static byte[] TemporaryOf(JournalIntent intent) => Encoding.ASCII.GetBytes(intent.Temporary);

    /// <summary>
    /// The one that its undo uses: another, so that what stands under each tells who has left it; the same whenever it
    /// is undone.
    /// </summary>
    internal static byte[] OwnTemporaryOf(JournalIntent intent) => intent.UndoTemporary.Length > 0
        ? Encoding.ASCII.GetBytes(intent.UndoTemporary)
        : TemporaryName.SecondOf(TemporaryOf(intent));

    /// <summary>Whether the action leaves links under the names.</summary>
    internal bool MakesLinks => action is ActionKind.HardLink or ActionKind.SymbolicLink;

    /// <summary>Whether one file has the size, the time, the mode and the owner of another.</summary>
    internal static bool IsAlike(in FileFacts left, in FileFacts right) =>
        left.Size == right.Size && left.Modified == right.Modified && left.Mode == right.Mode
        && left.Owner == right.Owner && left.Group == right.Group;

    /// <summary>Looks at an entry itself; null where there is none, or after an error.</summary>
    internal FileFacts? Look(FolderHandle folder, ReadOnlySpan<byte> name, out VolumeError error)
    {
        error = volume.Stat(folder, name, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        bool isThere = !error.Failed;
        error = error.Kind == VolumeErrorKind.Vanished ? VolumeError.None : error;
        return isThere ? facts : null;
    }

    /// <summary>Whether it is what the run has made of the name: a link to the keeper, or nothing.</summary>
    internal bool IsOurs(Place place, JournalIntent intent, FileFacts? here) => action switch
    {
        ActionKind.HardLink => here is { } facts && Identity.SameInode(facts, intent.KeeperFacts),
        ActionKind.SymbolicLink => here is { Kind: EntryKind.Link }
            && !volume.ReadLink(place.Folder, place.Bytes, out byte[] target).Failed
            && target.AsSpan().SequenceEqual(intent.Target.Bytes),
        _ => here is null,
    };

    /// <summary>Whether a temporary name is a link to the keeper that the run, or its undo, has left.</summary>
    internal bool IsLinkToKeeper(Place place, byte[] name, JournalIntent intent, FileFacts facts) =>
        MakesLinks && IsOurs(place with { Name = name }, intent, facts);
}

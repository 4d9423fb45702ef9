using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Compares what is found under a name now with what a run has made of it.</summary>
internal sealed class NameInspector(IVolume volume, ActionKind action)
{
    /// <summary>Returns the bare temporary name in the same folder that the run used.</summary>
    internal static byte[] TemporaryOf(JournalIntent intent) => Encoding.ASCII.GetBytes(intent.Temporary);

    /// <summary>
    /// Returns the temporary name that an undo uses. It differs from the run's, so that each name shows who left it
    /// behind, and is the same for every undo of the run.
    /// </summary>
    internal static byte[] OwnTemporaryOf(JournalIntent intent) => intent.UndoTemporary.Length > 0
        ? Encoding.ASCII.GetBytes(intent.UndoTemporary)
        : TemporaryName.SecondOf(TemporaryOf(intent));

    /// <summary>Gets whether the action leaves links under the names.</summary>
    internal bool MakesLinks => action is ActionKind.HardLink or ActionKind.SymbolicLink;

    /// <summary>Returns whether both files have the same size, time, mode and owner.</summary>
    internal static bool IsAlike(in FileFacts left, in FileFacts right) =>
        left.Size == right.Size && left.Modified == right.Modified && left.Mode == right.Mode
        && left.Owner == right.Owner && left.Group == right.Group;

    /// <summary>Returns the facts of an entry itself, or null if it does not exist or after an error.</summary>
    internal FileFacts? Look(FolderHandle folder, ReadOnlySpan<byte> name, out VolumeError error)
    {
        error = volume.Stat(folder, name, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        bool isThere = !error.Failed;
        error = error.Kind == VolumeErrorKind.Vanished ? VolumeError.None : error;
        return isThere ? facts : null;
    }

    /// <summary>Returns whether the name is what the run has made of it: a link to the keeper, or nothing.</summary>
    internal bool IsOurs(Place place, JournalIntent intent, FileFacts? here) => action switch
    {
        ActionKind.HardLink => here is { } facts && Identity.SameInode(facts, intent.KeeperFacts),
        ActionKind.SymbolicLink => here is { Kind: EntryKind.Link }
            && !volume.ReadLink(place.Folder, place.Bytes, out byte[] target).Failed
            && target.AsSpan().SequenceEqual(intent.Target.Bytes),
        _ => here is null,
    };

    /// <summary>Returns whether a temporary name is a link to the keeper that the run or its undo has left.</summary>
    internal bool IsLinkToKeeper(Place place, byte[] name, JournalIntent intent, FileFacts facts) =>
        MakesLinks && IsOurs(place with { Name = name }, intent, facts);
}

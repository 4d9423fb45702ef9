using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Brings back the names of one inode.</summary>
internal sealed class Reversal(
    IChangeableVolume volume, FolderPool folders, ContentProof proof, ActionKind action)
{
    private const uint PrivateMode = 0x180; // rw-------: nobody else reads it before it has its own owner and mode

    /// <summary>Brings back what can be brought back.</summary>
    /// <param name="intents">The names of one inode that the run was about to act on.</param>
    /// <param name="outcomes">What came of them.</param>
    /// <returns>What came of each now.</returns>
    internal IEnumerable<(JournalIntent Intent, Step Step)> Reverse(
        IReadOnlyList<JournalIntent> intents, IReadOnlyDictionary<long, JournalOutcome> outcomes)
    {
        // A name that still carries the inode gives it to the others; else one that an interrupted undo has rebuilt;
        // else the first that is rebuilt now.
        FileHandle source = FindAlive(intents);
        source = source != FileHandle.None ? source : FindRebuilt(intents, outcomes);
        foreach (JournalIntent intent in intents)
        {
            string digest = outcomes.TryGetValue(intent.Number, out JournalOutcome outcome) ? outcome.Digest : "";
            yield return (intent, Reverse(intent, digest, ref source));
        }

        if (source != FileHandle.None)
        {
            volume.Close(source);
        }
    }

    private static byte[] TemporaryOf(JournalIntent intent) => Encoding.ASCII.GetBytes(intent.Temporary);

    // Another one than the run's, so that what stands under each tells who has left it; the same whenever it is undone.
    private static byte[] OwnTemporaryOf(JournalIntent intent)
    {
        byte[] own = TemporaryOf(intent);
        own.AsSpan(own.AsSpan().IndexOf((byte)'-') + 1).Reverse();
        return own;
    }

    private FileHandle FindAlive(IReadOnlyList<JournalIntent> intents)
    {
        foreach (JournalIntent intent in intents)
        {
            if (folders.Find(intent.Name, out Place place).Failed)
            {
                continue;
            }

            if (TryOpenOld(place, place.Bytes, intent, out FileHandle file)
                || TryOpenOld(place, TemporaryOf(intent), intent, out file)
                || (action == ActionKind.Move && !folders.Find(intent.Target, out Place target).Failed
                    && TryOpenOld(target, target.Bytes, intent, out file)))
            {
                return file;
            }
        }

        return FileHandle.None;
    }

    // Whoever made it: what has the content, the owner, the mode and the time of the lost inode does in its place.
    private FileHandle FindRebuilt(
        IReadOnlyList<JournalIntent> intents, IReadOnlyDictionary<long, JournalOutcome> outcomes)
    {
        foreach (JournalIntent intent in intents)
        {
            if (intents.Count == 1 || !outcomes.TryGetValue(intent.Number, out JournalOutcome outcome)
                || outcome.Digest.Length == 0 || folders.Find(intent.Name, out Place place).Failed
                || volume.OpenFile(place.Folder, place.Bytes, out FileHandle file, out FileFacts facts).Failed)
            {
                continue;
            }

            if (IsAlike(facts, intent.Facts) && !Identity.SameInode(facts, intent.KeeperFacts)
                && proof.DigestOf(file, facts.Size) == outcome.Digest)
            {
                return file;
            }

            volume.Close(file);
        }

        return FileHandle.None;
    }

    private static bool IsAlike(in FileFacts left, in FileFacts right) =>
        left.Size == right.Size && left.Modified == right.Modified && left.Mode == right.Mode
        && left.Owner == right.Owner && left.Group == right.Group;

    private bool TryOpenOld(Place place, ReadOnlySpan<byte> name, JournalIntent intent, out FileHandle file)
    {
        bool isOld = !volume.OpenFile(place.Folder, name, out file, out FileFacts facts).Failed;
        if (isOld && !Identity.SameFile(facts, intent.Facts))
        {
            volume.Close(file);
            isOld = false;
        }

        file = isOld ? file : FileHandle.None;
        return isOld;
    }

    private Step Reverse(JournalIntent intent, string digest, ref FileHandle source)
    {
        VolumeError error = folders.Find(intent.Name, out Place place);
        if (error.Failed)
        {
            return Step.Fail(volume, "its folder cannot be opened", error);
        }

        FileFacts? here = Look(place.Folder, place.Bytes, out error);
        Step? settled = error.Failed
            ? Step.Fail(volume, "it cannot be looked at", error)
            : ClearOwn(place, intent, here) ?? ClearLeft(place, intent, here);
        if (settled is { } step)
        {
            return step;
        }

        if (here is { } facts && Identity.SameFile(facts, intent.Facts))
        {
            return Step.Idle("it is as it was");
        }

        return action == ActionKind.Move ? MoveBack(place, intent, here, ref source)
            : !IsOurs(place, intent, here) ? Step.Skip("it is no longer what the run left there")
            : Rebuild(place, intent, digest, here is not null, ref source);
    }

    // What an interrupted undo has left: the file that it was rebuilding, or the link that the file was exchanged for.
    private Step? ClearOwn(Place place, JournalIntent intent, FileFacts? here)
    {
        byte[] own = OwnTemporaryOf(intent);
        FileFacts? left = Look(place.Folder, own, out VolumeError error);
        if (error.Failed)
        {
            return Step.Fail(volume, "its temporary name cannot be looked at", error);
        }

        if (left is null)
        {
            return null;
        }

        if (!IsLinkToKeeper(place, own, intent, left.Value) && !IsOurs(place, intent, here))
        {
            return Step.Unfinished($"a file that is not known is {Encoding.ASCII.GetString(own)} beside it");
        }

        error = volume.Remove(place.Folder, own);
        return error.Failed ? Step.Fail(volume, "its temporary name cannot be removed", error) : null;
    }

    // What the run has left if it ended between two steps.
    private Step? ClearLeft(Place place, JournalIntent intent, FileFacts? here)
    {
        byte[] temporary = TemporaryOf(intent);
        FileFacts? left = Look(place.Folder, temporary, out VolumeError error);
        if (error.Failed)
        {
            return Step.Fail(volume, "its temporary name cannot be looked at", error);
        }

        if (left is not { } facts)
        {
            return null;
        }

        if (Identity.SameFile(facts, intent.Facts) && here is not null)
        {
            return TakeBack(place, temporary, intent, here);
        }

        if (IsLinkToKeeper(place, temporary, intent, facts))
        {
            error = volume.Remove(place.Folder, temporary);
            return error.Failed ? Step.Fail(volume, "its temporary name cannot be removed", error) : null;
        }

        // Whatever the run has moved aside, be it the old file or one that had come in its place.
        error = volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
        return error.Failed
            ? Step.Unfinished($"its name is taken; what stood there is {intent.Temporary} beside it")
            : Step.Done;
    }

    private FileFacts? Look(FolderHandle folder, ReadOnlySpan<byte> name, out VolumeError error)
    {
        error = volume.Stat(folder, name, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        bool isThere = !error.Failed;
        error = error.Kind == VolumeErrorKind.Vanished ? VolumeError.None : error;
        return isThere ? facts : null;
    }

    // What the run has made of the name: a link to the keeper, or nothing.
    private bool IsOurs(Place place, JournalIntent intent, FileFacts? here) => action switch
    {
        ActionKind.HardLink => here is { } facts && Identity.SameInode(facts, intent.KeeperFacts),
        ActionKind.SymbolicLink => here is { Kind: EntryKind.Link }
            && !volume.ReadLink(place.Folder, place.Bytes, out byte[] target).Failed
            && target.AsSpan().SequenceEqual(intent.Target.Bytes),
        _ => here is null,
    };

    private bool IsLinkToKeeper(Place place, byte[] name, JournalIntent intent, FileFacts facts) =>
        action is ActionKind.HardLink or ActionKind.SymbolicLink && IsOurs(place with { Name = name }, intent, facts);

    // The old file has the temporary name.
    private Step TakeBack(Place place, byte[] temporary, JournalIntent intent, FileFacts? here)
    {
        if (!IsOurs(place, intent, here))
        {
            return Step.Unfinished($"another file has its name; the old one is {intent.Temporary} beside it");
        }

        VolumeError error = volume.Exchange(place.Folder, place.Bytes, temporary);
        if (error.Kind == VolumeErrorKind.Unsupported)
        {
            error = volume.Remove(place.Folder, place.Bytes);
            error = error.Failed ? error : volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
            return error.Failed ? Step.Fail(volume, "it cannot be put back", error) : Step.Done;
        }

        error = error.Failed ? error : volume.Remove(place.Folder, temporary);
        return error.Failed ? Step.Fail(volume, "it cannot be put back", error) : Step.Done;
    }

    private Step MoveBack(Place place, JournalIntent intent, FileFacts? here, ref FileHandle source)
    {
        if (here is not null)
        {
            return Step.Skip("another file has its name");
        }

        VolumeError error = folders.Find(intent.Target, out Place target);
        FileFacts facts = default;
        error = error.Failed
            ? error
            : volume.Stat(target.Folder, target.Bytes, LinkPolicy.Stay, FactFields.All, out facts);
        if (error.Failed)
        {
            return Step.Fail(volume, "the moved file cannot be looked at", error);
        }

        if (facts.Kind != EntryKind.File || facts.Size != intent.Facts.Size || facts.Modified != intent.Facts.Modified)
        {
            return Step.Skip("the moved file has changed");
        }

        bool isCopy = !Identity.SameInode(facts, intent.Facts);
        if (!isCopy)
        {
            error = volume.Move(target.Folder, target.Bytes, place.Folder, place.Bytes);
            return error.Failed ? Step.Fail(volume, "it cannot be moved back", error) : Step.Done;
        }

        // From another file system each name came as a file of its own, and all go back as names of one.
        Step step = source != FileHandle.None && HasContent(source, target, facts)
            ? Rebuild(place, intent, "", isReplaced: false, ref source)
            : RebuildFrom(target, facts, place, intent, "", isReplaced: false, ref source);
        error = step.IsDone ? volume.Remove(target.Folder, target.Bytes) : VolumeError.None;
        return error.Failed ? Step.Fail(volume, "the moved file cannot be removed", error) : step;
    }

    private bool HasContent(FileHandle source, Place copy, FileFacts facts)
    {
        if (volume.OpenFile(copy.Folder, copy.Bytes, out FileHandle file, out _).Failed)
        {
            return false;
        }

        bool isEqual = proof.Compare(source, file, facts.Size, out _, CancellationToken.None) is null;
        volume.Close(file);
        return isEqual;
    }

    private Step Rebuild(
        Place place, JournalIntent intent, string digest, bool isReplaced, ref FileHandle source)
    {
        if (source != FileHandle.None)
        {
            VolumeError error = volume.Link(source, place.Folder, OwnTemporaryOf(intent));
            return error.Failed
                ? Step.Fail(volume, "it cannot be linked to its other name", error)
                : Settle(place, intent, isReplaced);
        }

        VolumeError found = folders.Find(intent.Keeper, out Place keeper);
        return found.Failed
            ? Step.Fail(volume, "the folder of the keeper cannot be opened", found)
            : RebuildFrom(keeper, intent.KeeperFacts, place, intent, digest, isReplaced, ref source);
    }

    private Step RebuildFrom(
        Place from, FileFacts expected, Place place, JournalIntent intent, string digest, bool isReplaced,
        ref FileHandle source)
    {
        byte[] temporary = OwnTemporaryOf(intent);
        VolumeError error = volume.OpenFile(from.Folder, from.Bytes, out FileHandle kept, out FileFacts facts);
        if (error.Failed)
        {
            return Step.Fail(volume, "the kept copy cannot be opened", error);
        }

        try
        {
            // Neither written to since, or what it holds is what was lost.
            bool isContent = Identity.SameFile(facts, expected)
                || (facts.Size == intent.Facts.Size && digest.Length > 0 && proof.DigestOf(kept, facts.Size) == digest);
            if (!isContent)
            {
                return Step.Fail(
                    volume, "the kept copy does not hold the content any more",
                    new VolumeError(VolumeErrorKind.Changed));
            }

            error = volume.MakeFile(place.Folder, temporary, PrivateMode, out FileHandle copy);
            if (error.Failed)
            {
                return Step.Fail(volume, "it cannot be made", error);
            }

            source = copy;
            error = proof.Copy(kept, volume, copy, intent.Facts.Size);
            error = error.Failed ? error : volume.Sync(copy);
            error = error.Failed ? error : volume.Restore(copy, intent.Facts, intent.Extras);
            error = error.Failed ? error : volume.Sync(copy);
        }
        finally
        {
            volume.Close(kept);
        }

        if (error.Failed)
        {
            volume.Close(source);
            source = FileHandle.None;
            volume.Remove(place.Folder, temporary);
            return Step.Fail(volume, "it cannot be rebuilt", error);
        }

        Step settled = Settle(place, intent, isReplaced);
        source = Renew(source, place);
        return settled;
    }

    // Programs behind FUSE know an open file by the name that it was opened with, which has gone by now.
    private FileHandle Renew(FileHandle source, Place place)
    {
        if (volume.OpenFile(place.Folder, place.Bytes, out FileHandle file, out FileFacts facts).Failed)
        {
            return source;
        }

        bool isSame = !volume.Stat(source, out FileFacts known).Failed && Identity.SameInode(known, facts);
        volume.Close(isSame ? source : file);
        return isSame ? file : source;
    }

    // The rebuilt file is whole under the temporary name: now it gets its own.
    private Step Settle(Place place, JournalIntent intent, bool isReplaced)
    {
        byte[] temporary = OwnTemporaryOf(intent);
        if (!isReplaced)
        {
            VolumeError moved = volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
            moved = moved.Failed ? moved : volume.Sync(place.Folder);
            return moved.Failed ? Step.Fail(volume, "it cannot be given its name", moved) : Step.Done;
        }

        VolumeError error = volume.Exchange(place.Folder, place.Bytes, temporary);
        if (error.Kind == VolumeErrorKind.Unsupported)
        {
            error = volume.Remove(place.Folder, place.Bytes);
            error = error.Failed ? error : volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
            return error.Failed ? Step.Fail(volume, "it cannot be given its name", error) : Step.Done;
        }

        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be given its name", error);
        }

        var aside = place with { Name = temporary };
        if (!IsOurs(aside, intent, Look(place.Folder, temporary, out _)))
        {
            return Step.Unfinished($"another file came under its name meanwhile; it has a temporary name beside it");
        }

        error = volume.Remove(place.Folder, temporary);
        error = error.Failed ? error : volume.Sync(place.Folder);
        return error.Failed ? Step.Fail(volume, "the link cannot be removed", error) : Step.Done;
    }
}

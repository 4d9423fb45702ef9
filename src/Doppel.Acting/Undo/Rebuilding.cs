using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Rebuilds a file from another file with the same content, and gives it its name.</summary>
internal sealed class Rebuilding(
    IChangeableVolume volume, FileProof proof, NameInspector inspector, ContentSearch search, MediaRestorer media,
    ReversedStates states)
{
    private const uint SetIdBits = 0xC00; // setuid, setgid
    private const string Capabilities = "security.capability";

    private readonly NameRestorer _restorer = new(volume, flushes: false);
    private readonly FileCopier _copier = new(volume, proof);

    /// <summary>Restores one name of an inode.</summary>
    /// <param name="place">The name.</param>
    /// <param name="batch">The batch of the intent.</param>
    /// <param name="intent">The intent of the run for the name.</param>
    /// <param name="isReplaced">Whether the name currently refers to a link.</param>
    /// <param name="held">
    /// Another name of the inode that has already been restored. If there is none, it is set to this one.
    /// </param>
    /// <param name="queue">The names that wait for a flush.</param>
    internal Reversed Rebuild(
        Place place, JournalBatch batch, JournalIntent intent, bool isReplaced, HeldFile held, ReversalQueue queue)
    {
        if (held.File != FileHandle.None)
        {
            VolumeError error = volume.Link(held.File, place.Folder, NameInspector.OwnTemporaryOf(intent));
            return error.Failed
                ? Step.Fail(volume, "it cannot be linked to its other name", error)
                : Named(place, intent, queue, () => GiveName(place, intent, isReplaced));
        }

        MediaRefill? refill = null;
        ContentSource kept = default;
        string? nowhere = Find();

        // A name that waits for a flush may be the only one left with the content.
        nowhere = nowhere is not null && queue.Settle() ? Find() : nowhere;
        if (nowhere is not null)
        {
            return new Step(ActStatus.Failed, nowhere, VolumeErrorKind.Changed);
        }

        return RebuildFrom(
            refill is null ? kept : new ContentSource(refill.From.Twin.File, default, refill.Recipe.Digest, ""), place,
            intent, isReplaced, held, queue, refill);

        string? Find() => intent.Media is null
            ? search.Open(batch, intent, out kept)
            : media.Open(batch, intent, out refill);
    }

    /// <summary>Restores one name of an inode from an open file, which is then closed.</summary>
    internal Reversed RebuildFrom(
        ContentSource kept, Place place, JournalIntent intent, bool isReplaced, HeldFile held, ReversalQueue queue,
        MediaRefill? refill = null)
    {
        byte[] temporary = NameInspector.OwnTemporaryOf(intent);
        VolumeError error = volume.Stat(kept.File, out FileFacts before);
        FileHandle copy = FileHandle.None;
        FileFacts made = default;
        string left = "";
        Digest128 content = default;
        LeasedFile? known = refill is null && states.AreKeptIn(place.In) ? states.LookAtSource(kept) : null;
        const string failure = "it cannot be rebuilt";
        Step rebuilt = error.Failed
            ? Step.Fail(volume, failure, error)
            : _copier.Make(
                place.Folder, temporary, intent.Extras, file => Write(file, kept, before, intent, refill, out content),
                file => Restore(file, kept, before, intent, out left), failure, out copy, out made);
        if (rebuilt.IsDone && known is not null)
        {
            // Nobody can have a lease on a file that is open for writing.
            copy = Renew(copy, made, place with { Name = temporary });
            held.Copy = states.NoteCopy(known, copy, intent.Name, place.In, made, content);
        }

        volume.Close(kept.File);
        if (!rebuilt.IsDone)
        {
            return rebuilt;
        }

        // Other names of the inode are linked to the file, whether it gets this name or not.
        held.File = copy;
        bool isLeased = held.Copy is not null;
        string elsewhere = kept.Before.Length > 0 ? $"rebuilt from another copy, since {kept.Before}" : "";
        string reason = elsewhere.Length > 0 && left.Length > 0 ? $"{elsewhere}; {left}" : elsewhere + left;
        return Named(place, intent, queue, () =>
        {
            Step named = GiveName(place, intent, isReplaced);
            held.File = held.File == copy && !isLeased ? Renew(copy, made, place) : held.File;
            return named.IsDone ? named with { Reason = reason } : named;
        });
    }

    // Gives a rebuilt file its name when it is on disk, which is at once where a flush serves only one file.
    private Reversed Named(Place place, JournalIntent intent, ReversalQueue queue, Func<Step> name)
    {
        byte[] temporary = NameInspector.OwnTemporaryOf(intent);
        if (queue.MayWait(place))
        {
            return new Reversed(Step.Done, error => error.Failed ? NotFlushed(place, temporary, error) : name());
        }

        VolumeError synced = volume.OpenFile(place.Folder, temporary, out FileHandle file, out _);
        if (!synced.Failed)
        {
            synced = volume.Sync(file);
            volume.Close(file);
        }

        if (synced.Failed)
        {
            return NotFlushed(place, temporary, synced);
        }

        Step named = name();
        synced = named.IsDone ? volume.Sync(place.Folder) : VolumeError.None;
        return synced.Failed ? Step.Fail(volume, "its folder cannot be flushed to disk", synced) : named;
    }

    private Step NotFlushed(Place place, byte[] temporary, VolumeError error) =>
        _restorer.Discard(place, temporary, Step.Fail(volume, "it cannot be flushed to disk", error));

    private VolumeError Write(
        FileHandle copy, in ContentSource kept, in FileFacts before, JournalIntent intent, MediaRefill? refill,
        out Digest128 content)
    {
        ContentDigests copied = ContentDigests.None;
        VolumeError error = refill is null
            ? proof.Copy(kept.File, volume, copy, intent.Facts.Size, out copied)
            : media.Write(intent, refill, copy);
        (string written, content) = copied;
        written = error.Failed || refill is null ? written : proof.DigestOf(copy, intent.Facts.Size) ?? "";
        return error.Failed || IsWhole(kept, before, written, intent.Facts.Size)
            ? error
            : new VolumeError(VolumeErrorKind.Changed);
    }

    // The content that was written is what counts: somebody may have changed the source while it was read.
    private bool IsWhole(in ContentSource kept, in FileFacts before, string written, long size) =>
        kept.Digest.Length > 0
            ? written == kept.Digest
            : proof.DigestOf(kept.File, size) == written
                && !volume.Stat(kept.File, out FileFacts after).Failed && Identity.Unchanged(before, after);

    // Permissions belong to an owner. They are restored only to content that is proved to be what this owner had, and
    // the right to act as the owner only if the content has also been in the owner's own hands until now.
    private VolumeError Restore(
        FileHandle copy, in ContentSource kept, in FileFacts from, JournalIntent intent, out string left)
    {
        FileFacts facts = intent.Facts;
        FileExtras extras = intent.Extras;
        bool isOwners = from.Owner == facts.Owner;
        bool isProved = kept.Digest.Length > 0;
        left = "";
        if (!isProved && !isOwners)
        {
            VolumeError error = volume.Stat(copy, out FileFacts made);
            if (error.Failed)
            {
                return error;
            }

            (facts.Owner, facts.Group) = (made.Owner, made.Group);
            left = "its owner was not restored, since its content is not verified";
        }

        bool hasRights = (facts.Mode & SetIdBits) != 0
            || extras.Attributes.Any(static one => one.Name == Capabilities);
        if (hasRights && !(isProved && isOwners))
        {
            facts.Mode &= ~SetIdBits;
            extras = extras with { Attributes = [.. extras.Attributes.Where(static one => one.Name != Capabilities)] };
            left = (left.Length > 0 ? left + "; " : "")
                + "setuid, setgid and capabilities were not restored, since its content is not verified as "
                + "its owner's";
        }

        VolumeError restored = _copier.Restore(copy, facts, extras, out string lost);
        lost = lost.Length > 0 ? $"could not be restored: {lost}" : "";
        left = left.Length > 0 && lost.Length > 0 ? $"{left}; {lost}" : left + lost;
        return restored;
    }

    // FUSE programs identify an open file by the name under which it was opened, which no longer exists. So does Wine.
    private FileHandle Renew(FileHandle source, in FileFacts known, Place place)
    {
        if (volume.OpenFile(place.Folder, place.Bytes, out FileHandle file, out FileFacts facts).Failed)
        {
            return source;
        }

        bool isSame = Identity.SameInode(known, facts);
        volume.Close(isSame ? source : file);
        return isSame ? file : source;
    }

    // The rebuilt file is complete under its temporary name. Now it gets its own name.
    private Step GiveName(Place place, JournalIntent intent, bool isReplaced)
    {
        byte[] temporary = NameInspector.OwnTemporaryOf(intent);
        return isReplaced
            ? _restorer.Replace(
                place, temporary, NameInspector.TemporaryOf(intent),
                name => inspector.IsOurs(place with { Name = name }, intent, inspector.Look(place.Folder, name, out _)))
            : _restorer.Give(place, temporary);
    }
}

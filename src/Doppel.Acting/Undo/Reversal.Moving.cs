using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>Moves files back.</content>
internal sealed partial class Reversal
{
    private Reversed MoveBack(
        Place place, JournalBatch batch, JournalIntent intent, HeldFile held, ReversalQueue queue)
    {
        VolumeError error = _folders.Find(intent.Target, out Place target);
        FileFacts facts = default;
        error = error || _volume.Stat(target.Folder, target.Bytes, LinkPolicy.Stay, FactFields.All, out facts);
        if (error.Kind == VolumeErrorKind.Vanished)
        {
            // A later run or another program has moved or removed the file.
            return _rebuilding.Rebuild(place, batch, intent, isReplaced: false, held, queue);
        }

        if (error.Failed)
        {
            return Step.Fail(_volume, "the moved file cannot be examined", error);
        }

        if (facts.Kind != EntryKind.File || facts.Size != intent.Facts.Size || facts.Modified != intent.Facts.Modified)
        {
            return Step.Skip("the moved file has changed");
        }

        if (Identity.SameInode(facts, intent.Facts))
        {
            Step? moving = _restorer.Move(target, place, it => Identity.SameFile(it, intent.Facts), out error);
            return moving ?? (error.Failed ? Step.Fail(_volume, "it cannot be moved back", error) : Step.Done);
        }

        // Each name that was moved to another file system was copied to a file of its own. All of them return as names
        // of one file.
        error = _volume.OpenFile(target.Folder, target.Bytes, out FileHandle moved, out _);
        if (error.Failed)
        {
            return Step.Fail(_volume, "the moved file cannot be opened", error);
        }

        Reversed step;
        if (held.File != FileHandle.None && HasContent(held.File, moved, facts))
        {
            _volume.Close(moved);
            step = _rebuilding.Rebuild(place, batch, intent, isReplaced: false, held, queue);
        }
        else
        {
            string digest = _search.DigestOf(batch, intent);
            if (digest.Length > 0 && _proof.DigestOf(moved, facts.Size) != digest)
            {
                _volume.Close(moved);
                return Step.Skip("the moved file has changed");
            }

            step = _rebuilding.RebuildFrom(
                new ContentSource(moved, intent.Target, digest, ""), place, intent, isReplaced: false, held, queue);
        }

        return step.Then(named => named.IsDone ? RemoveMoved(target, place, facts, intent, named) : named);
    }

    // The name is on disk before the moved file loses its own: two file systems are flushed at different times.
    private Step RemoveMoved(Place target, Place place, FileFacts moved, JournalIntent intent, Step named)
    {
        VolumeError error = _volume.Sync(place.Folder);
        if (error.Failed)
        {
            return Step.Fail(_volume, "its folder cannot be flushed to disk", error);
        }

        Step removed = _restorer.Remove(
            target, NameInspector.OwnTemporaryOf(intent),
            name => _inspector.Look(target.Folder, name, out _) is { } it && Identity.SameFile(it, moved),
            intent.Target);
        return removed.IsDone ? named : removed;
    }

    // An undo may have been interrupted after giving the file its name and before removing the moved copy. The copy is
    // removed if it has the content of the file. Returns null if there is no copy.
    private Step? FinishMoveBack(Place place, JournalIntent intent)
    {
        byte[] aside = NameInspector.OwnTemporaryOf(intent);
        if (_folders.Find(intent.Target, out Place target).Failed
            || _volume.OpenFile(place.Folder, place.Bytes, out FileHandle file, out FileFacts facts).Failed)
        {
            return null;
        }

        bool isRemoved = false;
        VolumeError unflushed = VolumeError.None;
        bool IsCopy(byte[] name)
        {
            if (_volume.OpenFile(target.Folder, name, out FileHandle copy, out FileFacts found).Failed)
            {
                return false;
            }

            bool isCopy = found.Size == facts.Size && found.Modified == facts.Modified
                && !Identity.SameInode(found, facts) && HasContent(file, copy, facts);
            _volume.Close(copy);

            // The name may not be on disk yet.
            unflushed = isCopy && !isRemoved ? _volume.Sync(place.Folder) : unflushed;
            isCopy = isCopy && !unflushed.Failed;
            isRemoved |= isCopy;
            return isCopy;
        }

        Step step = _restorer.FinishRemove(target, aside, IsCopy, intent.Target);
        if (step.IsDone && IsCopy(target.Bytes.ToArray()))
        {
            step = _restorer.Remove(target, aside, IsCopy, intent.Target);
        }

        _volume.Close(file);
        if (unflushed.Failed)
        {
            return Step.Fail(_volume, "its folder cannot be flushed to disk", unflushed);
        }

        return isRemoved || !step.IsDone ? step : null;
    }

    private bool HasContent(FileHandle source, FileHandle copy, FileFacts facts) =>
        _proof.Compare(source, copy, facts.Size, out _, CancellationToken.None) is null;
}

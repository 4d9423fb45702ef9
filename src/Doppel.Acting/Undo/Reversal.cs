using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Restores the names of one inode.</summary>
internal sealed partial class Reversal : IDisposable
{
    private readonly IChangeableVolume _volume;
    private readonly FolderPool _folders;
    private readonly FileProof _proof;
    private readonly ReversedStates _states;
    private readonly ActionKind _action;
    private readonly NameInspector _inspector;
    private readonly LeftoverCleaner _cleaner;
    private readonly Rebuilding _rebuilding;
    private readonly TrashRestorer _trash;
    private readonly TargetCleaner _target;
    private readonly LinkRestorer _links;
    private readonly MediaRestorer _media;
    private readonly ContentSearch _search;
    private readonly NameRestorer _restorer;

    internal Reversal(
        IChangeableVolume volume, FolderPool folders, FileProof proof, StateNotes states, JournalReader record,
        DeviceNumbers devices, ActionKind action, LaterRuns later, RecipeBook recipes, ObjectFetcher? fetcher,
        HostFetcher hosts)
    {
        _volume = volume;
        _folders = folders;
        _proof = proof;
        _states = new ReversedStates(volume, folders, states, action);
        _action = action;
        _inspector = new NameInspector(volume, action);
        _trash = new TrashRestorer(volume, folders);
        _target = new TargetCleaner(volume, folders, _inspector, _trash, action);
        _links = new LinkRestorer(volume, folders, _inspector, action == ActionKind.Trash ? _trash : null);
        _search = new ContentSearch(volume, proof, record, devices, later, fetcher, hosts);
        _restorer = new NameRestorer(volume);
        _cleaner = new LeftoverCleaner(volume, _inspector, proof, _search);
        _media = new MediaRestorer(volume, _search, recipes);
        _rebuilding = new Rebuilding(volume, proof, _inspector, _search, _media, _states);
    }

    public void Dispose()
    {
        _media.Dispose();
    }

    /// <summary>Restores what can be restored.</summary>
    /// <param name="batch">The batch of the names.</param>
    /// <param name="intents">The run's intents for names of one inode.</param>
    /// <param name="held">
    /// An open name of the inode, if another batch had one. Afterwards, the one that was found or created here.
    /// </param>
    /// <param name="queue">Receives each name.</param>
    internal void Reverse(
        JournalBatch batch, IReadOnlyList<JournalIntent> intents, HeldFile held, ReversalQueue queue)
    {
        if (!intents[0].LinkText.IsEmpty)
        {
            queue.Add(batch, intents[0], _links.Reverse(intents[0]));
            return;
        }

        held.File = held.File != FileHandle.None ? held.File : FindSource(batch, intents);
        IReadOnlyList<LeasedFile> states = _states.Look(intents, held.File);
        foreach (JournalIntent intent in intents)
        {
            queue.Add(batch, intent, Reverse(batch, intent, held, queue));
        }

        states = held.Copy is { } copy ? [.. states, copy] : states;
        held.Copy = null;
        queue.AddClosing(() => _states.Note(states));
    }

    /// <summary>Opens a name that still refers to the inode, or one that an interrupted undo has rebuilt.</summary>
    /// <returns>The file, or <see cref="FileHandle.None"/> if there is none.</returns>
    internal FileHandle FindSource(JournalBatch batch, IReadOnlyList<JournalIntent> intents)
    {
        // The other names are linked to a name that still refers to the inode, or else to one that an interrupted undo
        // has rebuilt, or else to the first one rebuilt now. A resumed run may have retried some of the names in a
        // later batch.
        JournalIntent[] all = [.. batch.Intents.Where(one => Identity.SameInode(one.Facts, intents[0].Facts))];
        FileHandle source = FindAlive(all);
        return source != FileHandle.None ? source : FindRebuilt(batch, all);
    }

    /// <summary>Returns whether a name is still as the run left it. False for objects and shared blocks.</summary>
    internal bool IsAsLeft(JournalIntent intent)
    {
        if (_action == ActionKind.Reflink || ObjectName.Is(intent.Name))
        {
            return false;
        }

        VolumeError error = _folders.Find(intent.Name, out Place place);
        if (error.Failed)
        {
            // The folder that held it is gone, too.
            return error.Kind == VolumeErrorKind.Vanished;
        }

        FileFacts? here = _inspector.Look(place.Folder, place.Bytes, out error);
        if (!intent.OldTarget.IsEmpty)
        {
            return !_volume.ReadLink(place.Folder, place.Bytes, out byte[] target).Failed
                && target.AsSpan().SequenceEqual(intent.Target.Bytes);
        }

        return !error.Failed && _inspector.IsOurs(place, intent, here);
    }

    /// <summary>
    /// Returns the number of bytes to write in order to restore an inode, and a folder on the file system concerned.
    /// </summary>
    /// <remarks>
    /// Counts what the keeper holds, whose holes stay holes. For media, counts what the lost file held.
    /// </remarks>
    internal long BytesToWrite(
        JournalBatch batch, IReadOnlyList<JournalIntent> intents, out OpenFolder where)
    {
        where = default;
        if (_action == ActionKind.Reflink || !intents[0].LinkText.IsEmpty || !intents[0].OldTarget.IsEmpty)
        {
            return 0;
        }

        FileHandle source = FindSource(batch, intents);
        if (source != FileHandle.None)
        {
            _volume.Close(source);
            return 0;
        }

        foreach (JournalIntent intent in intents)
        {
            VolumeError error = _folders.Find(intent.Name, out Place place);
            FileFacts? here = error.Failed ? null : _inspector.Look(place.Folder, place.Bytes, out error);
            if (!error.Failed && _inspector.IsOurs(place, intent, here))
            {
                // What an interrupted undo has left is removed first.
                FileFacts? left = _inspector.Look(place.Folder, NameInspector.OwnTemporaryOf(intent), out _);
                where = place.In;
                return Allocated(intent) - (left?.Allocated ?? 0);
            }

            if (error.Kind == VolumeErrorKind.Vanished && TryFindAbove(intent.Name, out where))
            {
                return Allocated(intent);
            }
        }

        return 0;
    }

    private static long Allocated(JournalIntent intent) =>
        (intent.Media is null ? intent.KeeperFacts : intent.Facts).Allocated;

    // Finds the nearest existing parent folder, in which the missing folders will be recreated.
    private bool TryFindAbove(ReportName name, out OpenFolder folder)
    {
        byte[] path = name.Bytes.ToArray();
        VolumeError error = new(VolumeErrorKind.Vanished);
        Place place = default;
        for (int end = path.Length; end > 0 && error.Kind == VolumeErrorKind.Vanished;)
        {
            end = path.AsSpan(0, end).LastIndexOf((byte)'/');
            error = end > 0 ? _folders.Find(new ReportName(path.AsMemory(0, end)), out place) : error;
        }

        folder = place.In;
        return !error.Failed;
    }

    private FileHandle FindAlive(IReadOnlyList<JournalIntent> intents)
    {
        foreach (JournalIntent intent in intents)
        {
            // The folder may be gone, too.
            bool hasPlace = !_folders.Find(intent.Name, out Place place).Failed;
            FileHandle file = FileHandle.None;
            if ((hasPlace && TryOpenOld(place, place.Bytes, intent, out file))
                || (hasPlace && TryOpenOld(place, NameInspector.TemporaryOf(intent), intent, out file))
                || (_action is ActionKind.Move or ActionKind.Trash
                    && !_folders.Find(intent.Target, out Place target).Failed
                    && TryOpenOld(target, target.Bytes, intent, out file)))
            {
                return file;
            }
        }

        return FileHandle.None;
    }

    private FileHandle FindRebuilt(JournalBatch batch, IReadOnlyList<JournalIntent> intents)
    {
        // A run that was killed has noted no outcome, but may know the content from its proof.
        string DigestOfAny() => intents.Select(intent => _search.DigestOf(batch, intent))
            .FirstOrDefault(static known => known.Length > 0, "");
        foreach (JournalIntent intent in intents)
        {
            if (intent.Facts.Links > 1 && !_folders.Find(intent.Name, out Place place).Failed
                && TryOpenRebuilt(place, batch, intent, DigestOfAny, out FileHandle file))
            {
                return file;
            }
        }

        return FileHandle.None;
    }

    // It does not matter who created it: any file with the content, owner, mode and time of the lost inode can stand in
    // for it.
    private bool TryOpenRebuilt(
        Place place, JournalBatch batch, JournalIntent intent, Func<string> digestOf, out FileHandle file)
    {
        file = FileHandle.None;
        if (_volume.OpenFile(place.Folder, place.Bytes, out FileHandle opened, out FileFacts facts).Failed)
        {
            return false;
        }

        bool isRebuilt = NameInspector.IsAlike(facts, intent.Facts)
            && !Identity.SameInode(facts, intent.KeeperFacts)
            && (digestOf() is { Length: > 0 } digest
                ? _proof.DigestOf(opened, facts.Size) == digest
                : IsLikeKeeper(batch, intent, opened, facts));
        if (!isRebuilt)
        {
            _volume.Close(opened);
            return false;
        }

        file = opened;
        return true;
    }

    // A run that was killed may have noted no digest, but what stayed may still have the content.
    private bool IsLikeKeeper(JournalBatch batch, JournalIntent intent, FileHandle file, FileFacts facts)
    {
        if (intent.Media is not null || _search.Open(batch, intent, out ContentSource kept) is not null)
        {
            return false;
        }

        bool isAlike = HasContent(file, kept.File, facts);
        _volume.Close(kept.File);
        return isAlike;
    }

    private bool TryOpenOld(Place place, ReadOnlySpan<byte> name, JournalIntent intent, out FileHandle file)
    {
        bool isOld = !_volume.OpenFile(place.Folder, name, out file, out FileFacts facts).Failed;
        if (isOld && !Identity.SameFile(facts, intent.Facts))
        {
            _volume.Close(file);
            isOld = false;
        }

        file = isOld ? file : FileHandle.None;
        return isOld;
    }

    private Reversed Reverse(JournalBatch batch, JournalIntent intent, HeldFile held, ReversalQueue queue)
    {
        if (_action == ActionKind.Reflink)
        {
            return Step.Idle("a file that shares blocks is independent: there is nothing to undo");
        }

        VolumeError error = _folders.Find(intent.Name, out Place place);
        if (error.Failed)
        {
            return Step.Fail(_volume, "its folder cannot be opened", error);
        }

        FileFacts? here = _inspector.Look(place.Folder, place.Bytes, out error);
        Step? finalStep = error.Failed
            ? Step.Fail(_volume, "it cannot be examined", error)
            : _cleaner.Clear(place, intent, ref here);
        if (finalStep is { } step)
        {
            // A copy on another disk is complete before the file is moved aside.
            return step.IsDone && _action == ActionKind.Move ? FinishMoveBack(place, intent) ?? step : step;
        }

        // A file that was recreated may have been given the inode number of the file that was moved.
        bool isUnchanged = here is { } facts && Identity.SameFile(facts, intent.Facts);
        // After a power failure, the file may be back while its copy on another disk is still there.
        bool wasMoved = !batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome)
            || outcome.Status is ActStatus.Done or ActStatus.Unfinished;
        if (_action == ActionKind.Move && (wasMoved || !isUnchanged) && here is { } returned
            && NameInspector.IsAlike(returned, intent.Facts) && FinishMoveBack(place, intent) is { } finished)
        {
            return finished;
        }

        if (isUnchanged)
        {
            Step cleared = _target.Clear(intent);
            return cleared.IsDone ? Step.Idle("it is unchanged") : cleared;
        }

        if (!_inspector.IsOurs(place, intent, here))
        {
            return IsRestored(place, batch, intent)
                ? Step.Idle("it has been restored already")
                : Step.Skip("it is no longer as the run left it");
        }

        if (_action == ActionKind.Move)
        {
            return MoveBack(place, batch, intent, held, queue);
        }

        if (_action == ActionKind.Trash && _trash.Restore(place, intent) is { } restored)
        {
            return restored;
        }

        return intent.Keeper.IsEmpty && held.File == FileHandle.None
            ? Lost(intent)
            : _rebuilding.Rebuild(place, batch, intent, here is not null, held, queue);
    }

    // Nothing else has the content of a file that was removed without a copy that stays.
    private Step Lost(JournalIntent intent)
    {
        if (_action != ActionKind.Trash)
        {
            return Step.Skip("it cannot be brought back: it was deleted permanently");
        }

        return new Step(ActStatus.Failed, intent.Target.IsEmpty
            ? "restore it from the recycle bin" : "it is no longer in the trash, and no copy of it is known");
    }

    // An undo may have been interrupted after restoring the file and before noting it.
    private bool IsRestored(Place place, JournalBatch batch, JournalIntent intent)
    {
        if (!TryOpenRebuilt(place, batch, intent, () => _search.DigestOf(batch, intent), out FileHandle file))
        {
            return false;
        }

        _volume.Close(file);
        return true;
    }
}

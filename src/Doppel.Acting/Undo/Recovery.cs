using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Recovers the names that an interrupted run had started on: afterwards each is either unchanged or done.
/// </summary>
/// <remarks>
/// The decision depends on what is found under each name. Half-done changes are rolled back, so that the name can be
/// proved and acted on again. Completed changes count as done even if the run could not record them. Not thread-safe.
/// </remarks>
internal sealed partial class Recovery : IDisposable
{
    private static readonly Step s_replaced = Step.Skip("another program replaced it");

    private readonly IChangeableVolume _volume;
    private readonly ActionKind _action;
    private readonly FolderPool _folders;
    private readonly FileProof _proof;
    private readonly DeviceNumbers _devices;
    private readonly NameInspector _inspector;
    private readonly ContentSearch _search;
    private readonly LeftoverCleaner _cleaner;
    private readonly LinkTargetRestorer _targets;
    private readonly TargetCleaner _target;
    private readonly BlockSharing _sharing;
    private readonly RecipeBook _recipes;
    private readonly ObjectRestorer _objects;
    private readonly JournalReader _journal;
    private readonly TagRestorer _tags;
    private (ReportName Keeper, string Digest) _known;

    internal Recovery(
        IChangeableVolume volume, JournalFolder journals, JournalReader journal, DeviceNumbers devices,
        ActOptions options)
    {
        _volume = volume;
        _journal = journal;
        _devices = devices;
        _action = options.Action;
        _folders = new FolderPool(volume);
        _proof = new FileProof(volume);
        _inspector = new NameInspector(volume, _action);
        _search = new ContentSearch(volume, _proof, journal, devices, new LaterRuns(journals, journal));
        _cleaner = new LeftoverCleaner(volume, _inspector, _proof, _search);
        _targets = new LinkTargetRestorer(volume, _folders);
        _target = new TargetCleaner(
            volume, _folders, _inspector, new TrashRestorer(volume, _folders), _action);
        _sharing = new BlockSharing(volume);
        _recipes = new RecipeBook(volume, journals, journal.Id);
        _tags = new TagRestorer(volume, _folders, new FileCopier(volume, _proof));
        _objects = new ObjectRestorer(volume, _search, journal, _action, options.Buckets, options.Time);
    }

    public void Dispose()
    {
        _objects.Dispose();
        _recipes.Dispose();
        _folders.Dispose();
        _proof.Dispose();
    }

    /// <summary>Recovers all names, in the order of the journal.</summary>
    internal IEnumerable<RecoveredName> Recover() =>
        _devices.Batches().SelectMany(Recover);

    private IEnumerable<RecoveredName> Recover(JournalBatch batch)
    {
        Dictionary<long, RecoveredName> recovered = [];
        foreach (JournalIntent intent in batch.Intents.Where(IsFile))
        {
            if (IsOpen(batch, intent))
            {
                recovered[intent.Number] = RecoverFile(intent);
            }
            else if (IsNotedAsDone(batch, intent) && LookAgain(intent) is { } name)
            {
                recovered[intent.Number] = name;
            }
            else if (IsNotedAsNotDone(batch, intent))
            {
                ClearNotDone(intent);
            }

            _folders.Clear();
        }

        // Symbolic links come before the name that they point to, and their fate depends on it.
        bool isGone = false;
        foreach (JournalIntent intent in batch.Intents.Reverse())
        {
            if (IsFile(intent))
            {
                isGone = recovered.TryGetValue(intent.Number, out RecoveredName name)
                    ? name.Outcome is { IsDone: true }
                    : batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome)
                        && outcome.Status == ActStatus.Done;
            }
            else if (IsOpen(batch, intent) && intent.Facts.Kind != EntryKind.Folder)
            {
                recovered[intent.Number] = intent.OldTarget.IsEmpty
                    ? RecoverLink(intent)
                    : RecoverTarget(intent, isGone);
                _folders.Clear();
            }
            else if (IsNotedAsDone(batch, intent) && !intent.OldTarget.IsEmpty)
            {
                if (!isGone)
                {
                    recovered[intent.Number] = RecoverTarget(intent, isGone);
                }
                else if (!_folders.Find(intent.Name, out Place place).Failed
                    && Reads(place.Folder, place.Bytes, intent.OldTarget))
                {
                    recovered[intent.Number] = new RecoveredName(
                        intent, Step.Unfinished("it still points to the name that is gone"));
                }

                _folders.Clear();
            }
        }

        return batch.Intents.Where(intent => recovered.ContainsKey(intent.Number))
            .Select(intent => WithLeftovers(recovered[intent.Number]));
    }

    private RecoveredName WithLeftovers(RecoveredName name)
    {
        Step? outcome = name.Outcome is { } step ? Leftovers.Name(_volume, _folders, name.Intent, step) : null;
        _folders.Clear();
        return name with { Outcome = outcome };
    }

    private static bool IsFile(JournalIntent intent) =>
        intent.Facts.Kind != EntryKind.Folder && intent.OldTarget.IsEmpty && intent.LinkText.IsEmpty;

    private static bool IsOpen(JournalBatch batch, JournalIntent intent) =>
        !batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome)
        || outcome.Status == ActStatus.Unfinished;

    private static bool IsNotedAsDone(JournalBatch batch, JournalIntent intent) =>
        batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome) && outcome.Status == ActStatus.Done;

    private static bool IsNotedAsNotDone(JournalBatch batch, JournalIntent intent) =>
        batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome)
        && outcome is { IsSuperseded: false, Status: ActStatus.Skipped or ActStatus.Failed };

    // The run has removed what it had prepared at the destination, but a power failure may have brought it back.
    private void ClearNotDone(JournalIntent intent)
    {
        if (!_folders.Find(intent.Name, out Place place).Failed
            && _inspector.Look(place.Folder, place.Bytes, out _) is { } facts
            && Identity.SameFile(facts, intent.Facts))
        {
            ClearTarget(place, intent);
        }
    }

    // The journal may be on another disk, or may have reached the disk when the change did not. Returns null if the
    // name is as the run made it, or if another program has changed it since.
    private RecoveredName? LookAgain(JournalIntent intent)
    {
        if (ObjectName.Is(intent.Name))
        {
            return null;
        }

        if (_action == ActionKind.Reflink)
        {
            return IsUnshared(intent) ? new RecoveredName(intent, null) : null;
        }

        if (_devices.WhyMissing(intent.Name) is { } missing)
        {
            return new RecoveredName(intent, missing);
        }

        RecoveredName name = RecoverFile(intent, isNoted: true);
        return name.Outcome is null
            or { Status: ActStatus.Failed or ActStatus.Unfinished, Cause: not VolumeErrorKind.Vanished } ? name : null;
    }

    private bool IsUnshared(JournalIntent intent)
    {
        if (_folders.Find(intent.Name, out Place place).Failed || _folders.Find(intent.Keeper, out Place keeper).Failed)
        {
            return false;
        }

        return _sharing.IsUnshared((keeper, intent.KeeperFacts), (place, intent.Facts));
    }

    /// <summary>Removes the locks that the run has left in buckets.</summary>
    internal void RemoveLocks() => _objects.RemoveLocks();

    private RecoveredName RecoverObject(JournalIntent intent)
    {
        Step? outcome = _objects.Recover(intent);
        return new RecoveredName(
            intent, outcome, outcome is { IsDone: true } ? DigestOf(intent.Keeper, intent, intent.KeeperFacts) : "");
    }

    private RecoveredName RecoverFile(JournalIntent intent, bool isNoted = false)
    {
        if (ObjectName.Is(intent.Name))
        {
            return RecoverObject(intent);
        }

        VolumeError error = _folders.Find(intent.Name, out Place place);
        if (error.Failed)
        {
            return new RecoveredName(intent, Step.Fail(_volume, "its folder cannot be opened", error));
        }

        FileFacts? here = _inspector.Look(place.Folder, place.Bytes, out error);
        Step? left = null;
        if (error.Failed)
        {
            left = Step.Fail(_volume, "it cannot be examined", error);
        }
        else if (_action != ActionKind.Reflink)
        {
            left = _cleaner.Clear(place, intent, ref here);
        }

        if (left is { IsDone: false })
        {
            return new RecoveredName(intent, left);
        }

        here = _inspector.Look(place.Folder, place.Bytes, out _);
        if (here is { } facts && Identity.SameFile(facts, intent.Facts))
        {
            return new RecoveredName(intent, ClearTarget(place, intent) is { IsDone: false } why ? why : null);
        }

        if (_action == ActionKind.Reflink || !_inspector.IsOurs(place, intent, here))
        {
            return new RecoveredName(intent, s_replaced);
        }

        if (_action is ActionKind.Move or ActionKind.Trash)
        {
            return RecoverMoved(intent, isNoted);
        }

        return new RecoveredName(
            intent, Step.Done, isNoted ? "" : DigestOf(intent.Keeper, intent, intent.KeeperFacts));
    }

    private RecoveredName RecoverMoved(JournalIntent intent, bool isNoted)
    {
        bool isThere = !_folders.Find(intent.Target, out Place target).Failed
            & !_volume.Stat(target.Folder, target.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed;
        if (!isThere || facts.Size != intent.Facts.Size || facts.Modified != intent.Facts.Modified)
        {
            return new RecoveredName(intent, Step.Skip("it is missing, and it is not at its destination either"));
        }

        return new RecoveredName(intent, Step.Done, isNoted ? "" : DigestOf(intent.Target, intent, facts));
    }

    // A copy on another file system, complete or not, was created by the run, and the file itself is still in place.
    private Step ClearTarget(Place place, JournalIntent intent)
    {
        Step cleared = _target.Clear(intent);
        if (_action != ActionKind.Move || _folders.Find(intent.Target, out Place target).Failed)
        {
            return cleared;
        }

        if (_volume.OpenFile(target.Folder, target.Bytes, out FileHandle copy, out FileFacts copied).Failed)
        {
            return cleared;
        }

        bool isCopy = copied.Size == intent.Facts.Size && copied.Modified == intent.Facts.Modified
            && !Identity.SameInode(copied, intent.Facts)
            && !_volume.OpenFile(place.Folder, place.Bytes, out FileHandle file, out _).Failed
            && IsEqual(file, copy, copied.Size);
        _volume.Close(copy);
        if (isCopy)
        {
            _volume.Remove(target.Folder, target.Bytes);
        }

        return cleared;
    }

    private bool IsEqual(FileHandle file, FileHandle copy, long size)
    {
        bool isEqual = _proof.Compare(file, copy, size, out _, CancellationToken.None) is null;
        _volume.Close(file);
        return isEqual;
    }

    // A link to a name that is gone stays as the run left it. Any other link gets its old target back.
    private RecoveredName RecoverTarget(JournalIntent intent, bool isGone)
    {
        if (!isGone)
        {
            Step step = _targets.Reverse(intent);
            return new RecoveredName(intent, step.Status is ActStatus.Done or ActStatus.Idle ? null : step);
        }

        bool isLed = !_folders.Find(intent.Name, out Place place).Failed
            && Reads(place.Folder, place.Bytes, intent.Target);
        byte[] temporary = NameInspector.TemporaryOf(intent);
        if (isLed && Reads(place.Folder, temporary, intent.OldTarget))
        {
            VolumeError error = _volume.Remove(place.Folder, temporary);
            return new RecoveredName(
                intent,
                error.Failed ? Step.Done.NotRemoved("the old link", temporary, _volume, error) : Step.Done);
        }

        Step? given = isLed ? _targets.GiveBack(place, intent) : null;
        return new RecoveredName(intent, given ?? (isLed ? Step.Done : s_replaced));
    }

    private bool Reads(FolderHandle folder, ReadOnlySpan<byte> name, ReportName target) =>
        !_volume.ReadLink(folder, name, out byte[] text).Failed && text.AsSpan().SequenceEqual(target.Bytes);

    // A link in a folder that is being removed: it is moved back to its original name.
    private RecoveredName RecoverLink(JournalIntent intent)
    {
        if (_folders.Find(intent.Name, out Place place).Failed)
        {
            return new RecoveredName(intent, s_replaced);
        }

        byte[] temporary = NameInspector.TemporaryOf(intent);
        VolumeError error = _inspector.Look(place.Folder, temporary, out _) is null
            ? VolumeError.None
            : _volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
        if (error.Kind == VolumeErrorKind.Exists && FolderRemoval.IsLink(_volume, place.Folder, temporary, intent))
        {
            error = _volume.Remove(place.Folder, temporary);
        }

        if (error.Failed)
        {
            return new RecoveredName(intent, Step.Fail(_volume, "it cannot get its name back", error));
        }

        return new RecoveredName(
            intent,
            _inspector.Look(place.Folder, place.Bytes, out _) is null ? Step.Done
                : Step.Skip("it stays, since the run was interrupted"));
    }

    private string DigestOf(ReportName name, JournalIntent intent, FileFacts expected)
    {
        if (intent.Media is not null)
        {
            return _recipes.Find(intent.Number)?.Digest ?? "";
        }

        if (_known.Keeper == name && _known.Digest.Length > 0)
        {
            return _known.Digest;
        }

        if (_search.Open(name, out FileHandle file, out FileFacts facts) is not null)
        {
            return "";
        }

        string digest = facts.Size == expected.Size && facts.Modified == expected.Modified
            ? _proof.DigestOf(file, facts.Size) ?? ""
            : "";
        _volume.Close(file);
        _known = (name, digest);
        return digest;
    }
}

/// <summary>Describes how far an interrupted run has come with one name.</summary>
/// <param name="Intent">The intent of the run.</param>
/// <param name="Outcome">The outcome, or null if the name is unchanged and can be acted on again.</param>
/// <param name="Digest">The SHA-256 of the content in hex. Empty if unknown.</param>
internal readonly record struct RecoveredName(JournalIntent Intent, Step? Outcome, string Digest = "");

using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>Finds out what the undo has to do.</content>
public sealed partial class UndoRun
{
    /// <summary>Counts the names that come back and the space that this needs. Changes nothing.</summary>
    /// <param name="cancellation">Cancels the survey, which is then incomplete.</param>
    /// <exception cref="JournalException">The journal cannot be read.</exception>
    public UndoSurvey Survey(CancellationToken cancellation) => Survey(cancellation, out _, out _);

    /// <summary>Reads the names that come back, from the last to the first.</summary>
    /// <exception cref="JournalException">The journal cannot be read.</exception>
    public IEnumerable<ReportName> Names() => Backward().SelectMany(batch => batch.Intents.Reverse()
        .Where(intent => IsToComeBack(batch, intent)).Select(static intent => intent.Name))
        .Concat(TagChangesToReverse().Select(static change => change.Name));

    private UndoSurvey Survey(CancellationToken cancellation, out RoomCheck room, out long bytes)
    {
        if (_devices.WhereElse() is { } elsewhere)
        {
            throw new JournalException(elsewhere);
        }

        room = new RoomCheck(_volume);
        bytes = 0;
        long lost = 0;
        var places = new PlaceCounter(_scope.IsPart ? _options.Only : _record.Run.Roots);
        FileFacts? counted = null;
        foreach (JournalBatch batch in Backward())
        {
            foreach (JournalIntent intent in batch.Intents.Where(intent => IsToComeBack(batch, intent)))
            {
                places.Add(intent.Name, isFolder: intent.Facts.Kind == EntryKind.Folder, IsLink(intent));
            }

            lost += batch.Intents.Count(
                intent => IsLost(intent) && IsInScope(intent) && HasChanged(batch, intent));
            foreach (JournalIntent[] inode in Inodes(batch))
            {
                if (cancellation.IsCancellationRequested)
                {
                    return new UndoSurvey();
                }

                // An inode with names in several batches is written only once.
                if (counted is not { } known || !Identity.SameInode(known, inode[0].Facts))
                {
                    CountRoom(room, batch, inode);
                    bytes += BytesOf(batch, inode);
                }

                counted = GoesOn(batch, inode) ? inode[0].Facts : null;
                _folders.Clear();
            }
        }

        // A copy that is removed is not one more file that comes back.
        foreach (TagChange change in TagChangesToReverse().Where(static change => change.Source.IsEmpty))
        {
            places.Add(change.Name, isFolder: false, isLink: false);
            if (_tags.BytesToWrite(change, out OpenFolder where) is > 0 and long size)
            {
                room.AddReplaced(where, size);
            }

            _folders.Clear();
        }

        IReadOnlyList<UndoPlace> found = places.Places();
        return new UndoSurvey
        {
            Names = found.Sum(static place => place.Names),
            Folders = found.Sum(static place => place.Folders),
            Links = found.Sum(static place => place.Links),
            LostNames = lost,
            Places = found,
            BytesNeeded = room.BytesNeeded,
            Unmatched = [.. _scope.Unmatched],
        };
    }

    // A link that was removed with its folder, or one that was retargeted.
    private static bool IsLink(JournalIntent intent) => !intent.LinkText.IsEmpty || !intent.OldTarget.IsEmpty;

    // For names that are only counted or listed: none waits in a folder that is closed here.
    private bool IsToComeBack(JournalBatch batch, JournalIntent intent)
    {
        bool comesBack = ComesBack(batch, intent);
        _folders.Clear();
        return comesBack;
    }

    // The outcome of the last name of an interrupted run may be unknown.
    private bool ComesBack(JournalBatch batch, JournalIntent intent) =>
        _action != ActionKind.Reflink && IsInScope(intent) && HasChanged(batch, intent)
        && !(_later.Earlier.Restored.Contains(intent.Number) && !IsAsLeft(intent)) && !IsLost(intent);

    // A trash of the system may have it, but only the user can restore it from there.
    private bool IsLost(JournalIntent intent) => _action == ActionKind.Delete && intent.IsFinal;

    private bool IsInScope(JournalIntent intent) =>
        intent.Facts.Kind == EntryKind.Folder ? _scope.Needs(intent.Name) : _scope.Contains(intent.Name);

    private static bool HasChanged(JournalBatch batch, JournalIntent intent) =>
        !batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome)
        || (!outcome.IsSuperseded && outcome.Status is ActStatus.Done or ActStatus.Unfinished);

    // Returns whether other names of the run are still to be undone.
    private bool RemainsAny() => _devices.Batches().Any(batch => batch.Intents.Any(intent =>
    {
        bool remains = !IsInScope(intent) && HasChanged(batch, intent)
            && !_later.Earlier.Skipped.Contains(intent.Number)
            && (!_later.Earlier.Settled.Contains(intent.Number) || IsAsLeft(intent));
        _folders.Clear();
        return remains;
    })) || _record.TagChangesFromLast().Any(change => !_scope.Contains(change.ScopeName) && IsTagChangeAsLeft(change));

    // What an earlier undo has noted counts only if the names agree: a power failure may have taken it back. The
    // folders stay open, since other names in them may wait for a flush.
    private bool IsAsLeft(JournalIntent intent) => intent.Facts.Kind == EntryKind.Folder
        ? _return.IsMissing(intent)
        : _reversal.IsAsLeft(intent);

    // Only files that are rebuilt are read and written.
    private long BytesOf(JournalBatch batch, JournalIntent[] inode)
    {
        bool isRebuilt = _action is ActionKind.HardLink or ActionKind.SymbolicLink or ActionKind.Delete
            && inode[0].LinkText.IsEmpty && inode[0].OldTarget.IsEmpty;
        return isRebuilt && inode.Any(intent => ComesBack(batch, intent)) ? inode[0].Facts.Size : 0;
    }

    private void CountRoom(RoomCheck room, JournalBatch batch, JournalIntent[] names)
    {
        if (ObjectName.Is(names[0].Name))
        {
            return;
        }

        FileHandle elsewhere = GoesOn(batch, names) ? FindSource(batch, names) : FileHandle.None;
        if (elsewhere != FileHandle.None)
        {
            _volume.Close(elsewhere);
            return;
        }

        long bytes = _reversal.BytesToWrite(batch, names, out OpenFolder where);
        if (bytes != 0)
        {
            room.Add(where, bytes);
        }
    }
}

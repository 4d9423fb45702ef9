using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>What is done with one copy and each of its names, once the batch is prepared.</content>
public sealed partial class ActRun
{
    // An opening that has found the old file, but does not count as a writer yet, is seen by no lease: the time that so
    // many further copies take lets it come that far. 128 files are open for it, and leased; with what is proved ahead
    // and about to be closed at most 352.
    private const int BegunMax = 64;

    // Whoever wants to write waits as long, which comparing large files must not draw out.
    private const long BegunBytesMax = 8 << 20;

    private static readonly Step s_fileStays = Step.Skip("the file that it leads to stays");

    private void ActOn(CopyTask task, ProvedPair? pair, CancellationToken cancellation)
    {
        NameTask first = task.Names[0];
        if (_options.Action == ActionKind.Reflink)
        {
            // All names of an inode share its blocks.
            Step shared = _sharing.Share(
                (first.Keeper, first.Intent.KeeperFacts), (first.Place, first.Intent.Facts), cancellation);
            foreach (NameTask name in task.Names)
            {
                Conclude(name, shared, "", name == task.Names[^1] ? task.Copy.UnsharedBytes : 0);
            }

            return;
        }

        Step? against = pair is not null ? null : ProvedPair.Open(
            _volume, (first.Keeper, first.Intent.KeeperFacts), (first.Place, first.Intent.Facts), _proof, cancellation,
            out pair, _recipes.ClaimOf(task) is { } claim ? (_mediaProof, claim) : null);
        List<BegunName> names = [];
        foreach (NameTask name in task.Names)
        {
            BegunName begun = against is { } step ? new BegunName(name, [], step) : BeginWithLinks(name, pair!);
            if (begun.Outcome?.Cause == VolumeErrorKind.TooManyNames && _options.Action == ActionKind.HardLink)
            {
                _full[task.Group] = [task.Copy];
                against = Step.Skip("it stays as a further keeper, since the first can have no more names");
                begun = begun with { Outcome = against };
            }

            names.Add(begun);
        }

        Begun(new BegunCopy(task, pair, names));
    }

    private void Begun(BegunCopy copy)
    {
        _begun.Enqueue(copy);
        _begunBytes += copy.Task.Group.Size;
        while (_begun.Count > BegunMax || (_begun.Count > 1 && _begunBytes > BegunBytesMax))
        {
            FinishOne();
        }
    }

    private void FinishAll()
    {
        JournalException? failure = null;
        try
        {
            // It takes its time, so the last ones are left as much of it as the others.
            _journal.Commit();
        }
        catch (JournalException refused)
        {
            failure = refused;
        }

        // What is begun stands in the journal, and so may be finished even where no more can be written to it.
        while (_begun.Count > 0)
        {
            FinishOne();
        }

        if (failure is not null)
        {
            throw failure;
        }
    }

    private void FinishOne()
    {
        (CopyTask task, ProvedPair? pair, IReadOnlyList<BegunName> names) = _begun.Dequeue();
        _begunBytes -= task.Group.Size;
        try
        {
            foreach (BegunName begun in names)
            {
                Step done = begun.Outcome ?? Finish(begun.Name, pair!);
                done = done.IsDone ? RescueIfNeeded(begun.Name, pair!) : done;
                bool isGone = done.Status is ActStatus.Done or ActStatus.Unfinished;
                foreach (NameTask link in begun.Led)
                {
                    ConcludeLink(link, isGone ? Step.Done : _retargeting.PutBack(link));
                }

                Conclude(begun.Name, done, pair?.Digest ?? "", begun == names[^1] ? task.Copy.FreedBytes : 0);
            }
        }
        finally
        {
            _pairs.Close(pair);
        }
    }

    // A link leads to the keeper before the file goes that it leads to, so it leads to the content at every instant.
    private BegunName BeginWithLinks(NameTask name, ProvedPair pair)
    {
        List<NameTask> led = [];
        Step? against = null;
        foreach (NameTask link in name.Links)
        {
            Step step = against is null ? _retargeting.Retarget(link, pair) : s_fileStays;
            if (step.IsDone)
            {
                led.Add(link);
                continue;
            }

            against ??= Step.Skip($"the symbolic link {link.Intent.Name} to it stays as it is: {step.Reason}");
            ConcludeLink(link, step);
        }

        return new BegunName(name, led, against ?? Begin(name, pair));
    }

    private Step? Begin(NameTask name, ProvedPair pair)
    {
        byte[] temporary = Encoding.ASCII.GetBytes(name.Intent.Temporary);
        return _options.Action switch
        {
            ActionKind.Delete => _removal.BeginDelete(name.Place, temporary, pair),
            ActionKind.Move => Move(name, temporary, pair),
            ActionKind.Trash => Trash(name, pair),
            _ => _replacement.Begin(name.Place, temporary, ReplacedBy(name, pair)),
        };
    }

    private Step Finish(NameTask name, ProvedPair pair)
    {
        byte[] temporary = Encoding.ASCII.GetBytes(name.Intent.Temporary);
        return _options.Action == ActionKind.Delete
            ? _removal.FinishDelete(name.Place, temporary, name.Keeper, pair)
            : _replacement.Finish(name.Place, temporary, ReplacedBy(name, pair));
    }

    // A hard link is a name of the keeper's content itself, and a moved file has not gone.
    private Step RescueIfNeeded(NameTask name, ProvedPair pair)
    {
        byte[] temporary = Encoding.ASCII.GetBytes(name.Intent.Temporary);
        bool isReplaced = _options.Action == ActionKind.SymbolicLink;
        return isReplaced || _options.Action == ActionKind.Delete
            ? _rescue.IfNeeded(name.Place, temporary, pair, name.Intent.Extras, isReplaced)
            : Step.Done;
    }

    private ReplacedFile ReplacedBy(NameTask name, ProvedPair pair) =>
        new(_volume, pair, name.Keeper, name.Intent.Target);

    private Step Move(NameTask name, byte[] temporary, ProvedPair pair)
    {
        VolumeError error = FolderMaker.Make(
            _volume, name.Intent.Target, FolderMaker.UsualMode, out FolderHandle folder);
        if (error.Failed)
        {
            return Step.Fail(_volume, "the folder cannot be made there", error);
        }

        ReadOnlySpan<byte> target = name.Intent.Target.Bytes;
        byte[] bare = target[(target.LastIndexOf((byte)'/') + 1)..].ToArray();
        var place = new Place(new OpenFolder(folder, default, default), bare);
        Step step = _removal.Move(name.Place, place, temporary, name.Keeper, pair, name.Intent.Extras);
        _volume.Close(folder);
        return step;
    }

    private Step Trash(NameTask name, ProvedPair pair)
    {
        if (name.Trash is not { } trash)
        {
            return _removal.Recycle(name.Place, name.Keeper, pair);
        }

        if (_withoutInfo.TryGetValue(name, out Step refused))
        {
            return refused;
        }

        var target = new Place(
            new OpenFolder(trash.Files, default, default), TrashBin.BareOf(name.Intent.Target).ToArray());
        return _removal.Trash(name.Place, target, name.Keeper, pair);
    }
}

using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Copies the companions of a file beside its keeper before the first step of the file. Once the file is gone, they are
/// removed like other companions, which have an equal there.
/// </summary>
/// <remarks>
/// The name and digest of a copy are in the journal before it is made, and it is complete on disk before it gets the
/// name. Not thread-safe.
/// </remarks>
internal sealed class CompanionMoves(IChangeableVolume volume, FileCopier copier, FileProof proof, ActLog log)
    : IDisposable
{
    private readonly FolderPool _folders = new(volume);
    private readonly NameRestorer _restorer = new(volume);

    // The copies that only one companion needs.
    private readonly Dictionary<ReportName, TagChange> _made = [];

    public void Dispose() => _folders.Dispose();

    /// <summary>Copies the companions of a file that is about to go.</summary>
    /// <param name="task">The file, proved to have a copy that stays.</param>
    /// <returns>Why the file has to stay, or null if all companions are beside its keeper.</returns>
    internal Step? Begin(CopyTask task)
    {
        foreach (PlanGroup group in task.Later)
        {
            Step? against = Copy(group, task.Names[0].Intent.Keeper);
            _folders.Clear();
            if (against is { } step)
            {
                return step with { Reason = $"its companion {group.Drop[0].Names[0]} stays: {step.Reason}" };
            }
        }

        return null;
    }

    /// <summary>Removes the copy of a companion whose file stays, if no other one needs it.</summary>
    internal void TakeBack(PlanGroup group)
    {
        ReportName name = group.Keep[0].Names[0];
        if (_made.TryGetValue(name, out TagChange? change) && change.Source == group.Drop[0].Names[0]
            && !_folders.Find(name, out Place place).Failed)
        {
            byte[] spare = TemporaryName.SecondOf(Encoding.ASCII.GetBytes(change.Temporary));
            _restorer.Remove(
                place, spare, found => proof.IsAt(place.Folder, found, change.New.Size, change.New.Digest), name);
            _made.Remove(name);
            _folders.Clear();
        }
    }

    private Step? Copy(PlanGroup group, ReportName keeper)
    {
        ReportName from = group.Drop[0].Names[0];
        ReportName to = group.Keep[0].Names[0];
        if (!TagChange.IsBeside(to, keeper))
        {
            return Step.Skip("the file that was to stay has changed");
        }

        VolumeError error = _folders.Find(from, out Place place);
        error = _folders.Find(to, out Place target) is { Failed: true } failed ? failed : error;
        if (error.Failed)
        {
            return Step.Fail(volume, "a folder cannot be opened", error);
        }

        error = volume.OpenFile(place.Folder, place.Bytes, out FileHandle file, out FileFacts facts);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be opened", error);
        }

        bool isThere = false;
        Step? against = Identity.SameFile(facts, group.Drop[0].Facts)
            ? WhyNotFree(file, facts, place, target, to, out isThere)
            : Step.Skip("it has changed since the plan was made");
        against = against is null && !isThere ? Copy((file, facts), target, from, to, keeper) : against;
        volume.Close(file);
        return against;
    }

    private Step? WhyNotFree(
        FileHandle file, in FileFacts facts, Place place, Place target, ReportName to, out bool isThere)
    {
        isThere = false;
        VolumeError error = volume.Protection(place.Folder, place.Bytes, out FileProtection protection);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be examined", error);
        }

        Step? against = EntryProtection.WhyNot(place.In, protection, "it")
            ?? EntryProtection.WhySticky(volume, place.In.Facts, facts);
        if (against is not null)
        {
            return against;
        }

        error = volume.OpenFile(target.Folder, target.Bytes, out FileHandle there, out FileFacts found);
        if (error.Kind == VolumeErrorKind.Vanished)
        {
            return null;
        }

        // From an interrupted run, or an equal companion of another copy.
        isThere = !error.Failed && found.Size == facts.Size
            && proof.Compare(there, file, facts.Size, out _, CancellationToken.None) is null;
        if (!error.Failed)
        {
            volume.Close(there);
        }

        _made.Remove(to);
        return isThere ? null : Step.Skip($"the name {to} is taken");
    }

    private Step? Copy(
        (FileHandle File, FileFacts Facts) source, Place target, ReportName from, ReportName to, ReportName keeper)
    {
        VolumeError error = volume.ReadExtras(source.File, out FileExtras extras);
        if (error.Failed || proof.DigestOf(source.File, source.Facts.Size) is not { } digest)
        {
            return Step.Fail(volume, "it cannot be read", error);
        }

        long number = log.Numbers.Next();
        var change = new TagChange
        {
            Number = number,
            Name = to,
            Temporary = log.Numbers.TemporaryOf(number),
            Keeper = keeper,
            Source = from,
            New = new FileVersion(source.Facts.Size, digest),
        };
        log.Add(change);
        log.Commit();
        byte[] temporary = Encoding.ASCII.GetBytes(change.Temporary);
        Step made = copier.Copy(
            source.File, change.New.Size, target.Folder, temporary, source.Facts, extras, "it cannot be copied", out _);
        made = made.IsDone ? _restorer.Give(target, temporary) : made;
        if (!made.IsDone)
        {
            return made;
        }

        _made[to] = change;
        return null;
    }
}

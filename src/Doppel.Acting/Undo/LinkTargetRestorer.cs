using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Restores the old targets of symbolic links that were retargeted to a keeper.</summary>
/// <remarks>
/// The target texts of the link and of the one under its temporary name show where a run or an undo was interrupted.
/// </remarks>
internal sealed class LinkTargetRestorer(IChangeableVolume volume, FolderPool folders)
{
    private readonly Replacer _replacement = new(volume);
    private readonly NameRestorer _restorer = new(volume);

    /// <summary>Restores one link.</summary>
    internal Step Reverse(JournalIntent intent)
    {
        VolumeError error = folders.Find(intent.Name, out Place place);
        if (error.Failed)
        {
            return Step.Fail(volume, "its folder cannot be opened", error);
        }

        byte[] temporary = Encoding.ASCII.GetBytes(intent.Temporary);
        ReportName here = Read(place.Folder, place.Bytes);
        ReportName left = Read(place.Folder, temporary);
        if (left == intent.OldTarget || left == intent.Target)
        {
            Step cleared = Clear(place, temporary, intent, ref here, left);
            if (!cleared.IsDone)
            {
                return cleared;
            }
        }
        else if (GiveBack(place, intent) is { } given)
        {
            return given;
        }

        if (here != intent.OldTarget)
        {
            return LinkRetargeting.PutBack(volume, _replacement, place, temporary, intent, Step.Done);
        }

        // An undo may have been interrupted after creating the link and before restoring its time.
        bool isAsItWas = left.IsEmpty
            && !volume.Stat(place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed
            && facts.Modified == intent.Facts.Modified;
        if (!isAsItWas)
        {
            volume.RestoreLink(place.Folder, place.Bytes, intent.Facts);
        }

        return isAsItWas ? Step.Idle("it is unchanged") : Step.Done;
    }

    /// <summary>
    /// Gives another program's file its name back, if the run was interrupted just after it had exchanged that file for
    /// its link.
    /// </summary>
    /// <returns>The outcome, or null if there is no such file.</returns>
    internal Step? GiveBack(Place place, JournalIntent intent)
    {
        byte[] temporary = Encoding.ASCII.GetBytes(intent.Temporary);
        ReportName left = Read(place.Folder, temporary);
        if (left == intent.OldTarget || left == intent.Target
            || volume.Stat(place.Folder, temporary, LinkPolicy.Stay, FactFields.None, out _).Failed)
        {
            return null;
        }

        Step step = Read(place.Folder, place.Bytes) == intent.Target
            ? _restorer.Replace(
                place, temporary, NameInspector.OwnTemporaryOf(intent),
                name => Read(place.Folder, name) == intent.Target, static () => false)
            : _restorer.Give(place, temporary, static () => false);
        return step.IsDone ? Step.Skip("another program replaced it") : step;
    }

    // One of the two links has the temporary name. It gets the name back if the name is free, or if it is the old link.
    private Step Clear(
        Place place, byte[] temporary, JournalIntent intent, ref ReportName here, ReportName left)
    {
        bool isFree = volume.Stat(place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.None, out _).Kind
            == VolumeErrorKind.Vanished;
        if (here == intent.Target && left == intent.OldTarget)
        {
            // A link has no content, so the new one may be removed wherever it is found.
            Step step = _restorer.Replace(
                place, temporary, NameInspector.OwnTemporaryOf(intent),
                name => Read(place.Folder, name) == intent.Target);
            here = step.IsDone ? left : Read(place.Folder, place.Bytes);
            return step.Status == ActStatus.Skipped ? Step.Done : step;
        }

        VolumeError error = new(VolumeErrorKind.Exists);
        if (isFree)
        {
            error = volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
            here = error.Failed ? here : left;
        }

        error = error.Kind == VolumeErrorKind.Exists ? volume.Remove(place.Folder, temporary) : error;
        return error.Failed
            ? Step.Fail(volume, "it cannot get its name back", error).Left("a link of the run", temporary)
            : Step.Done;
    }

    private ReportName Read(FolderHandle folder, ReadOnlySpan<byte> name) =>
        volume.ReadLink(folder, name, out byte[] target).Failed ? default : new ReportName(target);
}

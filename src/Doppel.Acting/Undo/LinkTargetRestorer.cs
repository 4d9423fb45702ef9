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
    private readonly Replacement _replacement = new(volume);
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
            error = Clear(place, temporary, intent, ref here, left);
            if (error.Failed)
            {
                return Step.Fail(volume, $"it cannot be put back from its name {intent.Temporary}", error);
            }
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

    // One of the two links has the temporary name. It gets the name back if the name is free, or if it is the old link.
    private VolumeError Clear(
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
            if (step.Status is ActStatus.Done or ActStatus.Skipped)
            {
                return VolumeError.None;
            }

            return new VolumeError(step.Cause == VolumeErrorKind.None ? VolumeErrorKind.Changed : step.Cause);
        }

        if (!isFree)
        {
            return volume.Remove(place.Folder, temporary);
        }

        VolumeError error = volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
        here = error.Failed ? here : left;
        return error.Kind == VolumeErrorKind.Exists ? volume.Remove(place.Folder, temporary) : error;
    }

    private ReportName Read(FolderHandle folder, ReadOnlySpan<byte> name) =>
        volume.ReadLink(folder, name, out byte[] target).Failed ? default : new ReportName(target);
}

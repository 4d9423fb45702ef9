using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Recreates a file whose last name was removed at the very moment at which another program removed its keeper or
/// changed the file itself.
/// </summary>
/// <remarks>
/// No call can close the gap between the last check and the removal. But both files are still open then, so their
/// content is still available.
/// </remarks>
internal sealed class Rescue(IChangeableVolume volume, FileCopier copier)
{
    private static readonly Step s_replaced = Step.Skip("another program replaced it");

    private readonly NameExchange _exchange = new(volume);
    private readonly NameRestorer _restorer = new(volume);

    /// <summary>
    /// Checks whether the keeper still has a name. If not, recreates the content of a removed file under the file's own
    /// name.
    /// </summary>
    /// <param name="place">The name that was removed or replaced.</param>
    /// <param name="temporary">A temporary name in the same folder.</param>
    /// <param name="old">The file that had the name.</param>
    /// <param name="keeper">The open keeper.</param>
    /// <param name="link">
    /// Returns whether an entry is the link that now has the name. Null if the name was removed.
    /// </param>
    internal Step IfUnkept(
        Place place, byte[] temporary, in ProvedFile old, FileHandle keeper, NameExchange.Test? link) =>
        !volume.Stat(keeper, out FileFacts facts).Failed && facts.Links > 0
            ? Step.Done
            : MakeAnew(place, temporary, old, link, "the keeper was removed at the same moment");

    /// <summary>
    /// Checks a removed file one last time through its open handle, and recreates it under its name if another program
    /// has changed it after the last check of that name.
    /// </summary>
    /// <remarks>
    /// A system call that found the file before its name was removed can still change it afterwards. The ctime does not
    /// show this, because the removal changes it as well.
    /// </remarks>
    /// <param name="place">The name that was removed or replaced.</param>
    /// <param name="temporary">A temporary name in the same folder.</param>
    /// <param name="old">The file that had the name.</param>
    /// <param name="link">
    /// Returns whether an entry is the link that now has the name. Null if the name was removed.
    /// </param>
    internal Step IfChanged(Place place, byte[] temporary, in ProvedFile old, NameExchange.Test? link)
    {
        if (old.File == FileHandle.None || volume.Stat(old.File, out FileFacts facts).Failed)
        {
            return Step.Done;
        }

        FileExtras extras = volume.ReadExtras(old.File, out FileExtras read).Failed ? old.Extras : read;
        bool isChanged = facts.Size != old.Facts.Size || facts.Modified != old.Facts.Modified
            || facts.Mode != old.Facts.Mode || facts.Owner != old.Facts.Owner || facts.Group != old.Facts.Group
            || !extras.IsLike(old.Extras);
        return isChanged
            ? MakeAnew(
                place, temporary, new ProvedFile(old.File, facts, extras), link,
                "another program changed it at the same moment")
            : Step.Done;
    }

    private Step MakeAnew(
        Place place, byte[] temporary, in ProvedFile old, NameExchange.Test? link, string why)
    {
        Step copied = copier.Copy(
            old.File, old.Facts.Size, place.Folder, temporary, old.Facts, old.Extras,
            $"{why}, and the content cannot be kept", out FileFacts made);
        if (!copied.IsDone)
        {
            return Step.Unfinished(copied.Reason);
        }

        // If the name was free and is taken by now, the copy may be the last file with its content.
        Step given = link is null
            ? _restorer.Give(place, temporary, static () => false)
            : Exchange(place, temporary, made, link);
        return given.IsDone
            ? Step.Skip($"{why}, so it was recreated")
            : given with { Reason = $"{why}; {given.Reason}" };
    }

    private Step Exchange(Place place, byte[] temporary, in FileFacts made, NameExchange.Test link)
    {
        switch (_exchange.TryExchange(place, temporary, link, out VolumeError error))
        {
            case ExchangeResult.Exchanged:
                error = volume.Remove(place.Folder, temporary);
                return error.Failed ? Step.Done.NotRemoved("the link", temporary, volume, error) : Step.Done;

            case ExchangeResult.Stuck:
                return s_replaced.Left("that file", temporary, volume, error);

            case ExchangeResult.Failed when error.Kind == VolumeErrorKind.Unsupported:
                return _restorer.Replace(
                    place, temporary, TemporaryName.SecondOf(temporary), other => link(place.Folder, other),
                    static () => false);

            case ExchangeResult.Failed when error.Kind != VolumeErrorKind.Vanished:
                return Step.Fail(volume, "it cannot get its name back", error).Left("the old file", temporary);

            default:
                return GiveWay(place, temporary, made);
        }
    }

    // Another program has replaced or removed the link. Without us it would have done so to the old file, so the copy
    // of the old file is removed again.
    private Step GiveWay(Place place, byte[] temporary, in FileFacts made)
    {
        VolumeError error = volume.Stat(
            place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out FileFacts left);
        if (error.Kind == VolumeErrorKind.Vanished)
        {
            return s_replaced;
        }

        if (error.Failed || !Identity.SameInode(left, made))
        {
            return s_replaced.Left("an earlier version", temporary);
        }

        error = volume.Remove(place.Folder, temporary);
        return error.Failed ? s_replaced.NotRemoved("the old file", temporary, volume, error) : s_replaced;
    }
}

/// <summary>An open file whose name is removed, as it was when it was proved.</summary>
/// <param name="File">The file.</param>
/// <param name="Facts">Its facts.</param>
/// <param name="Extras">Its attributes and flags.</param>
internal readonly record struct ProvedFile(FileHandle File, FileFacts Facts, FileExtras Extras);

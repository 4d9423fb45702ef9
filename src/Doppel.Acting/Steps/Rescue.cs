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
    /// Checks whether the keeper still has a name. If not, recreates the duplicate's content under the duplicate's own
    /// name. A file without a keeper is recreated if it was changed at the same moment.
    /// </summary>
    /// <param name="name">The name that was removed or replaced.</param>
    /// <param name="pair">The keeper and the duplicate, both open.</param>
    /// <param name="link">
    /// Returns whether an entry is the link that now has the name. Null if the name was removed.
    /// </param>
    internal Step IfNeeded(NameTask name, ProvedPair pair, NameExchange.Test? link)
    {
        if (pair.IsAlone)
        {
            return pair.IsChangedSince(name.Intent.Extras, out FileFacts facts, out FileExtras extras)
                ? MakeAnew(name, pair, facts, extras, link, "another program changed it at the same moment")
                : Step.Done;
        }

        if (!volume.Stat(pair.Keeper, out FileFacts keeper).Failed && keeper.Links > 0)
        {
            return Step.Done;
        }

        return MakeAnew(
            name, pair, pair.Facts, name.Intent.Extras, link, "the keeper was removed at the same moment");
    }

    /// <summary>
    /// Checks a replaced file one last time through its open handle, and recreates it under its name if another program
    /// has changed it at the same moment.
    /// </summary>
    /// <param name="name">The name that was replaced.</param>
    /// <param name="pair">The keeper and the duplicate, both open.</param>
    /// <param name="link">Returns whether an entry is the link that now has the name.</param>
    internal Step IfChanged(NameTask name, ProvedPair pair, NameExchange.Test link) =>
        pair.IsChangedSince(name.Intent.Extras, out FileFacts facts, out FileExtras extras)
            ? MakeAnew(name, pair, facts, extras, link, "another program changed it at the same moment")
            : Step.Done;

    private Step MakeAnew(
        NameTask name, ProvedPair pair, in FileFacts facts, FileExtras extras, NameExchange.Test? link, string why)
    {
        Place place = name.Place;
        Step copied = copier.Copy(
            pair.Other, facts.Size, place.Folder, name.Temporary, facts, extras,
            $"{why}, and the content cannot be kept", out FileFacts made);
        if (!copied.IsDone)
        {
            return Step.Unfinished(copied.Reason);
        }

        // If the name was free and is taken by now, the copy may be the last file with its content.
        Step given = link is null
            ? _restorer.Give(place, name.Temporary, static () => false)
            : Exchange(place, name.Temporary, made, link);
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

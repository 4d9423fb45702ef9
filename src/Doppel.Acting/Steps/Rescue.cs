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
    private readonly NameExchange _exchange = new(volume);

    /// <summary>
    /// Checks whether the keeper still has a name. If not, recreates the duplicate's content under the duplicate's own
    /// name.
    /// </summary>
    /// <param name="name">The name that was removed or replaced.</param>
    /// <param name="pair">The keeper and the duplicate, both open.</param>
    /// <param name="link">
    /// Returns whether an entry is the link that now has the name. Null if the name was removed.
    /// </param>
    internal Step IfNeeded(NameTask name, ProvedPair pair, NameExchange.Test? link)
    {
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
        VolumeError error = copier.Copy(
            pair.Other, facts.Size, place.Folder, name.Temporary, facts, extras, out _);
        if (!error.Failed)
        {
            error = link is null
                ? volume.Move(place.Folder, name.Temporary, place.Folder, place.Bytes)
                : Exchange(place, name.Temporary, link);
        }

        return error.Failed
            ? Step.Unfinished(
                $"{why}, and the content cannot be kept: {volume.Describe(error)}")
            : Step.Skip($"{why}, so it was recreated");
    }

    private VolumeError Exchange(Place place, byte[] temporary, NameExchange.Test link)
    {
        ExchangeResult result = _exchange.TryExchange(place, temporary, link, out VolumeError error);
        if (result == ExchangeResult.Occupied)
        {
            return new VolumeError(VolumeErrorKind.Exists);
        }

        return error || volume.Remove(place.Folder, temporary);
    }
}

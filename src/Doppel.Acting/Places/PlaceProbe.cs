namespace Doppel.Acting;

/// <summary>
/// Finds out whether two folders are one place under two names, such as a bucket and its mount, or a bucket behind two
/// endpoints.
/// </summary>
/// <remarks>
/// A token is put where something is to be removed, and looked for where its keeper is. Nothing has asked for its name
/// before, so no cache of single names can hide it. Some mounts of buckets keep whole listings, and hide it all the
/// same: there it is put into a folder that is new on both sides.
/// </remarks>
/// <param name="time">The clock.</param>
internal sealed class PlaceProbe(TimeProvider time)
{
    /// <summary>How long such a mount waits before it stores what was written. rclone waits for 5 seconds.</summary>
    internal static readonly TimeSpan StoringTime = TimeSpan.FromSeconds(7);

    /// <summary>Returns how two folders are related.</summary>
    /// <param name="from">The folder of what is to be removed.</param>
    /// <param name="kept">The folder of the keeper.</param>
    /// <param name="token">A name that nothing has asked for before, and that the journal knows.</param>
    internal async ValueTask<PlaceRelation> ProbeAsync(ITokenFolder from, ITokenFolder kept, string token)
    {
        if (!await from.PutAsync(token).ConfigureAwait(false))
        {
            return PlaceRelation.Unknown;
        }

        bool? isFound;
        try
        {
            // Not asked for before it is stored, since that answer may be kept as well.
            if (from.ShowsOldListings && kept.MayShowWhatIsGone && !kept.ShowsOldListings)
            {
                await Task.Delay(StoringTime, time).ConfigureAwait(false);
            }

            isFound = await kept.LookAsync(token).ConfigureAwait(false);
        }
        finally
        {
            await from.RemoveAsync(token).ConfigureAwait(false);
        }

        if (isFound == true)
        {
            return PlaceRelation.Same;
        }

        if (kept.ShowsOldListings)
        {
            return await ProbeInsideAsync(from, kept, token).ConfigureAwait(false);
        }

        return isFound is null || from.ShowsOldListings ? PlaceRelation.Held : PlaceRelation.Different;
    }

    private async ValueTask<PlaceRelation> ProbeInsideAsync(ITokenFolder from, ITokenFolder kept, string folder)
    {
        if (kept.MakeFolder(folder) is not true and var made)
        {
            return made is null ? PlaceRelation.Unknown : PlaceRelation.Same;
        }

        bool? isPut = null;
        try
        {
            isPut = await from.PutInsideAsync(folder).ConfigureAwait(false);
            if (isPut != true)
            {
                return isPut is null ? PlaceRelation.Unknown : PlaceRelation.Same;
            }

            if (from.ShowsOldListings)
            {
                await Task.Delay(StoringTime, time).ConfigureAwait(false);
            }

            return kept.LookInside(folder) switch
            {
                true => PlaceRelation.Same,
                false => PlaceRelation.Held,
                null => PlaceRelation.Unknown,
            };
        }
        finally
        {
            if (isPut == true)
            {
                await from.RemoveAsync(folder).ConfigureAwait(false);
            }

            kept.RemoveFolder(folder);
        }
    }
}

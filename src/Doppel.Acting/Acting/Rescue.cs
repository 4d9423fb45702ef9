using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Makes a file anew whose last name was removed at the very moment in which another program removed its keeper.
/// </summary>
/// <remarks>Between the last look at the keeper and the removal there is a moment that no call can close; but both
/// files are still open then, so the content is still there.</remarks>
internal sealed class Rescue(IChangeableVolume volume, ContentProof proof)
{
    private const uint PrivateMode = 0x180; // rw-------

    /// <summary>
    /// Looks whether the keeper still has a name, and if not gives the duplicate's content its own back.
    /// </summary>
    /// <param name="place">The name that was removed or replaced.</param>
    /// <param name="temporary">A temporary name beside it.</param>
    /// <param name="pair">The keeper and the duplicate, both open.</param>
    /// <param name="extras">What the duplicate carried besides its content.</param>
    /// <param name="isReplaced">Whether a link stands under the name now.</param>
    internal Step IfNeeded(
        Place place, ReadOnlySpan<byte> temporary, ProvedPair pair, FileExtras extras, bool isReplaced)
    {
        if (!volume.Stat(pair.Keeper, out FileFacts keeper).Failed && keeper.Links > 0)
        {
            return Step.Done;
        }

        VolumeError error = volume.MakeFile(place.Folder, temporary, PrivateMode, out FileHandle copy);
        if (!error.Failed)
        {
            error = proof.Copy(pair.Other, volume, copy, pair.Facts.Size);
            error = error.Failed ? error : volume.Sync(copy);
            error = error.Failed ? error : volume.Restore(copy, pair.Facts, extras);
            error = error.Failed ? error : volume.Sync(copy);
            volume.Close(copy);
        }

        error = error.Failed ? error
            : isReplaced ? volume.Exchange(place.Folder, place.Bytes, temporary)
            : volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
        if (error.Failed)
        {
            return Step.Unfinished(
                $"the keeper was removed at the same moment, and the content cannot be kept: {volume.Describe(error)}");
        }

        if (isReplaced)
        {
            volume.Remove(place.Folder, temporary);
        }

        return Step.Skip("the keeper was removed at the same moment, so it was made anew");
    }
}

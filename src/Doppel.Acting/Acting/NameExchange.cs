using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Exchanges a name with a temporary one, unless another program's file has the name.</summary>
/// <remarks>
/// No system call exchanges two names only if one of them still leads to a certain file. So what came out is looked at
/// each time, and another program's file goes back under its name. Between these two calls the name leads to what the
/// temporary name held.
/// </remarks>
internal sealed class NameExchange(IChangeableVolume volume)
{
    // Each further round needs one more save of the same name between two system calls.
    private const int RoundsMax = 64;

    internal delegate bool Test(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Exchanges the two names if what comes out is what the caller expects.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name beside it.</param>
    /// <param name="isExpected">Returns whether a name holds what is to come out.</param>
    /// <param name="error">The system's error; none where the names were exchanged or the name is occupied.</param>
    internal ExchangeResult TryExchange(
        Place place, ReadOnlySpan<byte> temporary, Test isExpected, out VolumeError error)
    {
        FileFacts before = default;
        for (int round = 0; round < RoundsMax; round++)
        {
            error = volume.Stat(place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out FileFacts placed);
            error = error.Failed ? error : volume.Exchange(place.Folder, place.Bytes, temporary);

            // Over a network an error may come although the names were exchanged.
            if (isExpected(place.Folder, temporary))
            {
                error = VolumeError.None;
                return ExchangeResult.Exchanged;
            }

            FileFacts cameOut = default;
            error = error.Failed
                ? error
                : volume.Stat(place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out cameOut);
            if (error.Failed && round == 0)
            {
                return ExchangeResult.Failed;
            }

            // The name was removed after the exchange before: the save that came out gets it again.
            if (error.Kind == VolumeErrorKind.Vanished)
            {
                error = volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
                return error.Failed ? ExchangeResult.Stuck : ExchangeResult.Occupied;
            }

            if (error.Failed)
            {
                return ExchangeResult.Stuck;
            }

            // It is what the exchange before has put there: nobody saved in between, and the other program's file has
            // its name again. Anything else is a newer save, which has to go back in its turn.
            if (round > 0 && Identity.SameInode(cameOut, before))
            {
                return ExchangeResult.Occupied;
            }

            before = placed;
        }

        error = new VolumeError(VolumeErrorKind.Busy);
        return ExchangeResult.Stuck;
    }
}

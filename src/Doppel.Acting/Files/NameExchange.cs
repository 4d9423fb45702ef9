using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Exchanges a name with a temporary name, unless another program's file has taken the name.</summary>
/// <remarks>
/// No system call can exchange two names on the condition that one of them still refers to a certain file. Each
/// exchange is therefore followed by a check of what came out, and another program's file is put back under its name.
/// Between these two calls, the name refers to what the temporary name held.
/// </remarks>
internal sealed class NameExchange(IChangeableVolume volume)
{
    // Each further round requires another save of the same name between two system calls.
    private const int RoundsMax = 64;

    internal delegate bool Test(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Exchanges the two names if the expected file comes out.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name in the same folder.</param>
    /// <param name="isExpected">Returns whether a name refers to the expected file.</param>
    /// <param name="error">The error of the system. None if the names were exchanged or the name is occupied.</param>
    internal ExchangeResult TryExchange(
        Place place, ReadOnlySpan<byte> temporary, Test isExpected, out VolumeError error)
    {
        FileFacts before = default;
        for (int round = 0; round < RoundsMax; round++)
        {
            error = volume.Stat(place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out FileFacts placed)
                || volume.Exchange(place.Folder, place.Bytes, temporary);

            // On a network file system, the call may fail although the names were exchanged.
            if (isExpected(place.Folder, temporary))
            {
                error = VolumeError.None;
                return ExchangeResult.Exchanged;
            }

            FileFacts cameOut = default;
            error = error || volume.Stat(place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out cameOut);
            if (error.Failed && round == 0)
            {
                return ExchangeResult.Failed;
            }

            // The name was removed after the previous exchange. The save that came out of that exchange gets the name
            // back.
            if (error.Kind == VolumeErrorKind.Vanished)
            {
                error = volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
                return error.Failed ? ExchangeResult.Stuck : ExchangeResult.Occupied;
            }

            if (error.Failed)
            {
                return ExchangeResult.Stuck;
            }

            // This is what the previous exchange put there: nobody saved in between, and the other program's file has
            // its name again. Anything else is a newer save, which must be put back in turn.
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

/// <summary>Specifies the outcome of <see cref="NameExchange"/>.</summary>
internal enum ExchangeResult
{
    /// <summary>The names were exchanged, and the expected file came out.</summary>
    Exchanged,

    /// <summary>
    /// The name belongs to another program's file. The temporary name is unchanged, holds an earlier save of that
    /// program, or is gone.
    /// </summary>
    Occupied,

    /// <summary>The system refused the exchange. Nothing has changed.</summary>
    Failed,

    /// <summary>Another program's file came out and could not be put back under its name.</summary>
    Stuck,
}

using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Ends a step as a kill does: at one of its calls, before or after it.</summary>
internal static class Crash
{
    /// <summary>Carries out a step that ends at a call.</summary>
    /// <param name="step">The step.</param>
    /// <param name="at">The number of the call, from 1.</param>
    /// <param name="after">Whether the call is still made.</param>
    /// <param name="canExchange">Whether names can be exchanged.</param>
    /// <returns>Whether the step has as many calls.</returns>
    internal static bool At(Action<IChangeableVolume> step, int at, bool after, bool canExchange = true)
    {
        // What is not about to end brings nothing to the disk either: that takes most of the time, and a process that
        // ends loses nothing by it.
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (number, call) =>
        {
            if (number == at && !after)
            {
                throw new CrashException();
            }

            return call == "exchange" && !canExchange ? new VolumeError(VolumeErrorKind.Unsupported) : null;
        };
        volume.After = (number, _) =>
        {
            if (number == at && after)
            {
                throw new CrashException();
            }
        };
        try
        {
            step(volume);
            return volume.Calls >= at;
        }
        catch (CrashException)
        {
            return true;
        }
        finally
        {
            volume.CloseLeased();
        }
    }
}

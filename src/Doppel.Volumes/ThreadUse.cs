using Doppel.Volumes.Linux;

namespace Doppel.Volumes;

/// <summary>What a thread has done so far: two of them tell whether it waited for a device in between.</summary>
/// <param name="Computed">Processor time, its own and the system's for it.</param>
/// <param name="Waits">
/// How often it gave the processor up because it had to wait; not how often it was taken away.
/// </param>
public readonly record struct ThreadUse(TimeSpan Computed, long Waits)
{
    /// <summary>What the calling thread has done.</summary>
    /// <param name="use">Default where the system does not tell.</param>
    /// <returns>Whether the system tells: getrusage(2) of Linux does.</returns>
    public static bool TryRead(out ThreadUse use)
    {
        use = default;
        if (!OperatingSystem.IsLinux() || !ResourceUsage.TryRead(out ResourceUsage usage))
        {
            return false;
        }

        use = new ThreadUse(usage.Computed, usage.VoluntarySwitches);
        return true;
    }
}

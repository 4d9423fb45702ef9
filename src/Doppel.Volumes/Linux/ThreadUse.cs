namespace Doppel.Volumes;

/// <summary>
/// Contains the resource usage of a thread. Two snapshots show whether the thread waited for a device in between.
/// </summary>
/// <param name="Computed">The processor time of the thread, in user and kernel mode.</param>
/// <param name="Waits">
/// The number of voluntary context switches, where the thread had to wait. Preemptions are not counted.
/// </param>
public readonly record struct ThreadUse(TimeSpan Computed, long Waits)
{
    /// <summary>Gets the resource usage of the calling thread.</summary>
    /// <param name="use">The resource usage, or the default value if the system does not report it.</param>
    /// <returns>Whether the system reports it. Linux does, with getrusage(2).</returns>
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

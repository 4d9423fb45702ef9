using System.Globalization;

namespace Doppel.Volumes;

/// <summary>
/// Decides what kind of device a device is. The user's rules override measurements, which override what the system
/// reports.
/// </summary>
public static class DeviceJudge
{
    /// <summary>
    /// The maximum number of concurrent readers, unless there are more cores. It keeps a flash disk and most servers
    /// busy; more readers would only queue.
    /// </summary>
    public const int ParallelMax = 32;

    /// <summary>The minimum number of measurements. Fewer are ignored.</summary>
    public const int ReadingsMin = 5;

    // A 7,200 rpm disk takes 4 ms for half a revolution, not counting head movement. Flash responds in 0.1 ms, or a few
    // tenths behind a virtual machine or USB. Values between the two limits are inconclusive.
    private static readonly TimeSpan s_solidExcl = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan s_rotatingExcl = TimeSpan.FromMilliseconds(2);

    /// <summary>Determines the kind of a device and how many readers may use it.</summary>
    /// <param name="device">What the system reports about the device.</param>
    /// <param name="rule">The user's rule for the device, or null if there is none.</param>
    /// <param name="latencies">
    /// The latencies that <see cref="IVolume.Probe"/> measured on files far apart on this device, in any order. Fewer
    /// than <see cref="ReadingsMin"/> are ignored. They decide between rotating and solid only: memory, network and
    /// optical discs keep their kind.
    /// </param>
    /// <param name="tuning">
    /// Earlier measurements of this device, or null if there are none. If several readers were best, reading starts
    /// with that number, and the device counts as having no moving head, whatever the system reports. The user's rule
    /// overrides it.
    /// </param>
    /// <remarks>
    /// <para>
    /// A median below 1 ms means solid, and above 2 ms rotating, unless the system does not report a kind: a server may
    /// be just as slow. In between, the kind that the system reports applies.
    /// </para>
    /// <para>
    /// Rotating disks and optical discs get one reader. All other devices, including memory, start with one reader per
    /// core and grow to 32 as long as more readers are faster.
    /// </para>
    /// </remarks>
    public static DeviceVerdict Judge(
        PhysicalDevice device, DeviceRule? rule, ReadOnlySpan<TimeSpan> latencies, DeviceTuning? tuning = null)
    {
        ArgumentNullException.ThrowIfNull(device);
        (DeviceKind kind, string reason) = rule is { Kind: not DeviceKind.Unknown }
            ? (rule.Kind, $"set to {WordOf(rule.Kind)}")
            : Measured(device.Kind, latencies);
        if (rule is { Width: > 0 })
        {
            string readers = string.Create(CultureInfo.InvariantCulture, $"set to {rule.Width} readers");
            return new DeviceVerdict(
                kind, rule.Width, rule.Width, rule.Kind == DeviceKind.Unknown ? $"{readers}; {reason}" : readers);
        }

        // Measurements of entire sets of files are more reliable than the system's report or a few single reads.
        kind = rule is null && kind == DeviceKind.Rotating && tuning?.HasHead == false ? DeviceKind.Solid : kind;
        (int least, int most) = WidthsOf(kind);
        if (rule is null && tuning is not null && most > 1)
        {
            string tuned = string.Create(
                CultureInfo.InvariantCulture,
                $"{reason}; {tuning.Width} at once was best on {tuning.Measured:yyyy-MM-dd} ({tuning.Strategy})");
            return new DeviceVerdict(kind, tuning.Width, Math.Max(most, tuning.Width), tuned);
        }

        return new DeviceVerdict(kind, least, most, reason);
    }

    /// <summary>Returns whether a device that is reported as rotating actually rotates.</summary>
    /// <param name="latencies">The latencies as for <see cref="Judge"/>, at least <see cref="ReadingsMin"/>.</param>
    public static bool IsRotating(ReadOnlySpan<TimeSpan> latencies) =>
        Measured(DeviceKind.Rotating, latencies).Kind == DeviceKind.Rotating;

    /// <summary>Returns the word for a kind in output and reports.</summary>
    public static string WordOf(DeviceKind kind) => kind switch
    {
        DeviceKind.Rotating => "rotating",
        DeviceKind.Solid => "solid",
        DeviceKind.Network => "network",
        DeviceKind.Memory => "memory",
        DeviceKind.Optical => "optical",
        _ => "unknown",
    };

    private static (DeviceKind Kind, string Reason) Measured(DeviceKind told, ReadOnlySpan<TimeSpan> latencies)
    {
        string system = told == DeviceKind.Unknown ? "the system does not say" : $"the system says {WordOf(told)}";
        if (told is not (DeviceKind.Unknown or DeviceKind.Rotating or DeviceKind.Solid) || latencies.IsEmpty)
        {
            return (told, system);
        }

        if (latencies.Length < ReadingsMin)
        {
            return (told, $"{system}; too few readings to tell");
        }

        TimeSpan median = MedianOf(latencies);
        DeviceKind kind = told;
        if (median < s_solidExcl)
        {
            kind = DeviceKind.Solid;
        }
        else if (median > s_rotatingExcl && told != DeviceKind.Unknown)
        {
            kind = DeviceKind.Rotating;
        }

        string readings = string.Create(
            CultureInfo.InvariantCulture, $"median read {median.TotalMilliseconds:0.00} ms");
        if (median >= s_solidExcl && median <= s_rotatingExcl)
        {
            return (kind, $"{system}; {readings}, which is inconclusive");
        }

        if (told == DeviceKind.Unknown)
        {
            return (kind, $"{readings}; {system}");
        }

        return (kind, kind == told ? $"{readings}, and {system}" : $"{readings}, though {system}");
    }

    /// <summary>Returns the median. For an even number of values, returns the greater of the middle two.</summary>
    private static TimeSpan MedianOf(ReadOnlySpan<TimeSpan> latencies)
    {
        TimeSpan[] sorted = latencies.ToArray();
        Array.Sort(sorted);
        return sorted[sorted.Length / 2];
    }

    private static (int Least, int Most) WidthsOf(DeviceKind kind) => kind switch
    {
        DeviceKind.Rotating or DeviceKind.Optical => (1, 1),

        // Includes memory: an image stored there is read by the kernel's threads, and swapped pages are read from disk.
        _ => (Environment.ProcessorCount, Math.Max(Environment.ProcessorCount, ParallelMax)),
    };
}

/// <summary>Contains the decision about a device: its kind, how many readers may use it, and why.</summary>
/// <param name="Kind">The kind of device.</param>
/// <param name="WidthMin">The initial number of concurrent readers, at least 1.</param>
/// <param name="WidthMax">
/// The number of readers that may be reached as long as more readers are faster. Equal to <paramref name="WidthMin"/>
/// if the number is fixed.
/// </param>
/// <param name="Reason">A human-readable reason: one line without a full stop.</param>
public sealed record DeviceVerdict(DeviceKind Kind, int WidthMin, int WidthMax, string Reason);

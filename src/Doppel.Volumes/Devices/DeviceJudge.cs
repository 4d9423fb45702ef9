using System.Globalization;

namespace Doppel.Volumes;

/// <summary>
/// Decides what a device is: what the user says outranks what was measured, and that outranks what the system says.
/// </summary>
public static class DeviceJudge
{
    /// <summary>
    /// So many readers at most, unless there are more cores: a disk of flash and most servers have enough to do
    /// then, and more only wait in line.
    /// </summary>
    public const int ParallelMax = 32;

    /// <summary>Fewer readings than this tell nothing.</summary>
    public const int ReadingsMin = 5;

    // A disk of 7,200 turns a minute needs 4 ms for half a turn, before it has moved its head; flash answers in a tenth
    // of a millisecond, behind a virtual machine or USB in some tenths. Between the two, nothing is certain.
    private static readonly TimeSpan s_solidExcl = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan s_rotatingExcl = TimeSpan.FromMilliseconds(2);

    /// <summary>What a device is taken for.</summary>
    /// <param name="device">What the system says about it.</param>
    /// <param name="rule">What the user says about it; null: nothing.</param>
    /// <param name="latencies">
    /// What <see cref="IVolume.Probe"/> measured on files far apart on this device, in any order; fewer than
    /// <see cref="ReadingsMin"/> are passed over. They decide between rotating and solid only: memory, network and
    /// optical discs stay what they are.
    /// </param>
    /// <param name="tuning">
    /// What was measured of this device before; null: nothing. Several readers begin with its width, and a device that
    /// likes several has no head to move, whatever it says; what the user says outranks it.
    /// </param>
    /// <remarks>
    /// <para>
    /// In the middle below 1 ms means solid, above 2 ms rotating, unless the system does not say what it is: so
    /// slow may be a server as well. In between, what the system says stands.
    /// </para>
    /// <para>
    /// One reads from what rotates; from memory as many as there are cores; from everything else as many as there are
    /// cores, growing to 32 as long as that brings more.
    /// </para>
    /// </remarks>
    public static DeviceVerdict Judge(
        PhysicalDevice device, DeviceRule? rule, ReadOnlySpan<TimeSpan> latencies, DeviceTuning? tuning = null)
    {
        ArgumentNullException.ThrowIfNull(device);
        (DeviceKind kind, string reason) = rule is { Kind: not DeviceKind.Unknown }
            ? (rule.Kind, $"the user says {WordOf(rule.Kind)}")
            : Measured(device.Kind, latencies);
        if (rule is { Width: > 0 })
        {
            string readers = string.Create(CultureInfo.InvariantCulture, $"the user says {rule.Width} at once");
            return new DeviceVerdict(
                kind, rule.Width, rule.Width, rule.Kind == DeviceKind.Unknown ? $"{readers}; {reason}" : readers);
        }

        // Runs of whole sets tell more than the system's word or some single readings.
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

    /// <summary>Whether a device that is said to rotate does.</summary>
    /// <param name="latencies">As for <see cref="Judge"/>, at least <see cref="ReadingsMin"/>.</param>
    public static bool IsRotating(ReadOnlySpan<TimeSpan> latencies) =>
        Measured(DeviceKind.Rotating, latencies).Kind == DeviceKind.Rotating;

    /// <summary>The word of a kind, as people and reports read it.</summary>
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
        DeviceKind kind = median < s_solidExcl ? DeviceKind.Solid
            : median > s_rotatingExcl && told != DeviceKind.Unknown ? DeviceKind.Rotating
            : told;
        string readings = string.Create(
            CultureInfo.InvariantCulture, $"a reading takes {median.TotalMilliseconds:0.00} ms");
        return (kind, median >= s_solidExcl && median <= s_rotatingExcl ? $"{system}; {readings}, which decides nothing"
            : told == DeviceKind.Unknown ? $"{readings}; {system}"
            : kind == told ? $"{readings}, and {system}"
            : $"{readings}, though {system}");
    }

    /// <summary>The one in the middle; of an even number the greater one of the two there.</summary>
    private static TimeSpan MedianOf(ReadOnlySpan<TimeSpan> latencies)
    {
        TimeSpan[] sorted = latencies.ToArray();
        Array.Sort(sorted);
        return sorted[sorted.Length / 2];
    }

    private static (int Least, int Most) WidthsOf(DeviceKind kind) => kind switch
    {
        DeviceKind.Rotating or DeviceKind.Optical => (1, 1),

        // Memory, too: an image that lies there is reached through the kernel's threads, and swapped pages are read.
        _ => (Environment.ProcessorCount, Math.Max(Environment.ProcessorCount, ParallelMax)),
    };
}

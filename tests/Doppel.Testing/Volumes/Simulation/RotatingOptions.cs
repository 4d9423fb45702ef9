using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>How a <see cref="RotatingDisk"/> answers. Defaults are those of a common desktop disk.</summary>
public sealed record RotatingOptions
{
    /// <summary>What <see cref="IVolume.MountOf"/> calls the disk. Default: "disk".</summary>
    public string Name { get; init; } = "disk";

    /// <summary>What <see cref="IVolume.MountOf"/> says that it is, true or not. Default: rotating.</summary>
    public DeviceKind Kind { get; init; } = DeviceKind.Rotating;

    /// <summary>Default: 7,200.</summary>
    public int TurnsPerMinute { get; init; } = 7200;

    /// <summary>How fast bytes pass below the head. Default: 180 MB/s.</summary>
    public long BytesPerSecond { get; init; } = 180_000_000;

    /// <summary>What each move of the head takes at least. Default: 0.5 ms.</summary>
    public TimeSpan Settle { get; init; } = TimeSpan.FromMilliseconds(0.5);

    /// <summary>
    /// What a move over the whole disk takes in addition; shorter ones take less by the square root of their length.
    /// Default: 9 ms.
    /// </summary>
    public TimeSpan FullStroke { get; init; } = TimeSpan.FromMilliseconds(9);

    /// <summary>From the first track to the last. Default: 1 TB.</summary>
    public long CapacityBytes { get; init; } = 1_000_000_000_000;

    /// <summary>
    /// From among how many of the longest waiting requests the disk takes the one that it reaches first. Default: 1,
    /// first come, first served.
    /// </summary>
    public int QueueDepth { get; init; } = 1;
}

using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>How a <see cref="ServiceDevice"/> answers.</summary>
public sealed record ServiceOptions
{
    /// <summary>A server in the house: 2 ms a call, 12 at once, a gigabit.</summary>
    public static ServiceOptions Network { get; } = new()
    {
        Name = "server",
        Kind = DeviceKind.Network,
        Latency = TimeSpan.FromMilliseconds(2),
        ServedAtOnce = 12,
        BytesPerSecond = 117_000_000,
    };

    /// <summary>A solid disk: 100 us a read, 16 at once, 500 MB/s.</summary>
    public static ServiceOptions Solid { get; } = new()
    {
        Name = "solid",
        Kind = DeviceKind.Solid,
        Latency = TimeSpan.FromMicroseconds(100),
        ServedAtOnce = 16,
        BytesPerSecond = 500_000_000,
    };

    /// <summary>What <see cref="IVolume.MountOf"/> calls the device.</summary>
    public required string Name { get; init; }

    /// <summary>What <see cref="IVolume.MountOf"/> says that it is, true or not.</summary>
    public required DeviceKind Kind { get; init; }

    /// <summary>From a request to the first byte of its answer, once it is served.</summary>
    public required TimeSpan Latency { get; init; }

    /// <summary>How many requests are served at one time, 1 or more; others wait in line.</summary>
    public required int ServedAtOnce { get; init; }

    /// <summary>
    /// By what share of <see cref="Latency"/> each request that waits in line makes it longer. Default: 0, not at all.
    /// </summary>
    public double Contention { get; init; }

    /// <summary>Bytes per second over a line that all share. Default: 0, as fast as they come.</summary>
    public long BytesPerSecond { get; init; }
}

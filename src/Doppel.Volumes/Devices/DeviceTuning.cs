namespace Doppel.Volumes;

/// <summary>Contains the measured best way to read from a device.</summary>
public sealed record DeviceTuning
{
    /// <summary>The largest stored <see cref="Width"/>.</summary>
    public const int WidthMax = DeviceRule.WidthMax;

    /// <summary>Gets the name of the device, as in <see cref="PhysicalDevice.Name"/>.</summary>
    public required string Device { get; init; }

    /// <summary>
    /// Gets the manufacturer's model name. Another model with the same device name is another device.
    /// </summary>
    public string Model { get; init; } = "";

    /// <summary>Gets the name of the fastest read strategy.</summary>
    public required string Strategy { get; init; }

    /// <summary>Gets the number of files that the strategy read concurrently, 1 to <see cref="WidthMax"/>.</summary>
    public required int Width { get; init; }

    /// <summary>Gets the number of bytes per read, or 0 if the strategy read whole files at once.</summary>
    public int BlockBytes { get; init; }

    /// <summary>Gets the order in which files were read: listed, inode or extent.</summary>
    public string Order { get; init; } = "listed";

    /// <summary>Gets the name of the second fastest strategy. Empty if there was none.</summary>
    public string NextBest { get; init; } = "";

    /// <summary>Gets how far the second strategy was behind, as a fraction of the best throughput, 0 to 1.</summary>
    public double NextBehind { get; init; }

    /// <summary>Gets the time of the measurement.</summary>
    public DateTimeOffset Measured { get; init; }

    /// <summary>
    /// Gets whether the device has a moving head: false if several readers were fastest in listed order, true if a
    /// single reader was fastest in another order, and null if neither follows.
    /// </summary>
    public bool? HasHead => (Width, Order) switch
    {
        ( > 1, "listed") => false,
        (1, not "listed") => true,
        _ => null,
    };

    /// <summary>Returns whether the measurements apply to a device.</summary>
    public bool IsOf(PhysicalDevice device)
    {
        ArgumentNullException.ThrowIfNull(device);
        return device.Name == Device && device.Model == Model;
    }
}

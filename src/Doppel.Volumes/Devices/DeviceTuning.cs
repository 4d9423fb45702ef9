namespace Doppel.Volumes;

/// <summary>What measuring has told of a device: how it likes to be read.</summary>
public sealed record DeviceTuning
{
    /// <summary>The greatest width that is kept.</summary>
    public const int WidthMax = DeviceRule.WidthMax;

    /// <summary>The device's name, as of <see cref="PhysicalDevice.Name"/>.</summary>
    public required string Device { get; init; }

    /// <summary>What its maker calls it; another one under the same name is another device.</summary>
    public string Model { get; init; } = "";

    /// <summary>The way of reading that did best, by its name.</summary>
    public required string Strategy { get; init; }

    /// <summary>How many files that way had under way at once, 1 to <see cref="WidthMax"/>.</summary>
    public required int Width { get; init; }

    /// <summary>Bytes that it asked for at a time; 0 where it read files whole.</summary>
    public int BlockBytes { get; init; }

    /// <summary>The order that it read files in: listed, inode or extent.</summary>
    public string Order { get; init; } = "listed";

    /// <summary>The way that came next, by its name; empty where there was none.</summary>
    public string NextBest { get; init; } = "";

    /// <summary>By what share of the best one's throughput that one was behind, 0 to 1.</summary>
    public double NextBehind { get; init; }

    /// <summary>When it was measured.</summary>
    public DateTimeOffset Measured { get; init; }

    /// <summary>
    /// Whether a head has to move: not where several readers do best in any order, surely where one does in its own;
    /// null where that does not follow.
    /// </summary>
    public bool? HasHead => Width > 1 && Order == "listed" ? false : Width == 1 && Order != "listed" ? true : null;

    /// <summary>Whether this speaks of a device.</summary>
    public bool IsOf(PhysicalDevice device)
    {
        ArgumentNullException.ThrowIfNull(device);
        return device.Name == Device && device.Model == Model;
    }
}

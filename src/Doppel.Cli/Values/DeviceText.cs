using System.Globalization;
using Doppel.Volumes;

namespace Doppel.Cli.Values;

/// <summary>Devices as people write and read them.</summary>
internal static class DeviceText
{
    /// <summary>Told with every bad rule.</summary>
    internal const string Hint = "such as --device /mnt/disk=rotating, =solid, =network or =8 (number of readers)";

    /// <summary>What stands behind the path: a kind, or a number of readers.</summary>
    /// <exception cref="UsageException">It is neither.</exception>
    internal static (DeviceKind Kind, int Width) ParseRule(string text) => text switch
    {
        "rotating" => (DeviceKind.Rotating, 0),
        "solid" => (DeviceKind.Solid, 0),
        "network" => (DeviceKind.Network, 0),
        _ when int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int width)
            && width is >= 1 and <= DeviceRule.WidthMax => (DeviceKind.Unknown, width),
        _ => throw new UsageException(
            $"'{text}' is not rotating, solid, network or a number from 1 to {DeviceRule.WidthMax}", Hint),
    };
}

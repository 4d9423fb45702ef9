using System.Globalization;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Parses device rules.</summary>
internal static class DeviceText
{
    /// <summary>The hint for every invalid rule.</summary>
    internal const string Hint = "such as --device /mnt/disk=rotating, =solid, =network or =8 (number of readers)";

    private static readonly string[] s_kinds = ["rotating", "solid", "network"];

    /// <summary>Parses the part of a rule after the path: a device kind or a number of readers.</summary>
    /// <exception cref="UsageException">The text is neither a device kind nor a number of readers.</exception>
    internal static (DeviceKind Kind, int Width) ParseRule(string text) => text switch
    {
        "rotating" => (DeviceKind.Rotating, 0),
        "solid" => (DeviceKind.Solid, 0),
        "network" => (DeviceKind.Network, 0),
        _ when int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int width)
            && width is >= 1 and <= DeviceRule.WidthMax => (DeviceKind.Unknown, width),
        _ => throw new UsageException(
            $"'{text}' is not rotating, solid, network or a number from 1 to {DeviceRule.WidthMax}",
            NearestName.Find(text, s_kinds) is { } near ? $"did you mean {near}?" : Hint),
    };
}

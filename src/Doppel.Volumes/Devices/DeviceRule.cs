namespace Doppel.Volumes;

/// <summary>
/// Describes the devices behind a path as configured by the user. Overrides what the system reports and what is
/// measured.
/// </summary>
/// <param name="Path">
/// An existing absolute path. The rule applies to its physical devices and thus to every mount of them.
/// </param>
/// <param name="Kind">
/// The kind of device. <see cref="DeviceKind.Unknown"/> uses the kind that the system reports.
/// </param>
/// <param name="Width">The number of concurrent readers, 1 to 256, or 0 to derive it from the kind of device.</param>
public sealed record DeviceRule(ReadOnlyMemory<byte> Path, DeviceKind Kind, int Width)
{
    /// <summary>The largest allowed <see cref="Width"/>.</summary>
    public const int WidthMax = 256;

    /// <summary>Checks that all values are in range.</summary>
    /// <exception cref="ArgumentException">
    /// A value is out of range. The message names the value and the allowed range.
    /// </exception>
    public void Validate()
    {
        if (Path.IsEmpty)
        {
            throw new ArgumentException("Path must name a file or folder.", nameof(Path));
        }

        if (Kind is not (DeviceKind.Unknown or DeviceKind.Rotating or DeviceKind.Solid or DeviceKind.Network))
        {
            throw new ArgumentOutOfRangeException(
                nameof(Kind), Kind, "Kind must be Rotating, Solid, Network, or Unknown to leave it to the system.");
        }

        if (Width is < 0 or > WidthMax)
        {
            throw new ArgumentOutOfRangeException(
                nameof(Width), Width, $"Width must be 0 (by kind) or 1 to {WidthMax}.");
        }
    }
}

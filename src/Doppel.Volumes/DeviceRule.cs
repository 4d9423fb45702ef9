namespace Doppel.Volumes;

/// <summary>
/// What the user says about the devices below a path; outranks what the system says and what is measured.
/// </summary>
/// <param name="Path">
/// An absolute path that exists. Its physical devices are meant, so every mount of them.
/// </param>
/// <param name="Kind">What they are; <see cref="DeviceKind.Unknown"/> leaves that to the system.</param>
/// <param name="Width">How many readers they take at once, 1 to 256; 0 leaves that to their kind.</param>
public sealed record DeviceRule(ReadOnlyMemory<byte> Path, DeviceKind Kind, int Width)
{
    /// <summary>The greatest width.</summary>
    public const int WidthMax = 256;

    /// <summary>Throws where a value is out of its range.</summary>
    /// <exception cref="ArgumentException">
    /// A value is out of its range; the message tells which and what is allowed.
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

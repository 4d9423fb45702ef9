namespace Doppel.Volumes;

/// <summary>Contains the decision about a device: its kind, how many readers may use it, and why.</summary>
/// <param name="Kind">The kind of device.</param>
/// <param name="WidthMin">The initial number of concurrent readers, at least 1.</param>
/// <param name="WidthMax">
/// The number of readers that may be reached as long as more readers are faster. Equal to <paramref name="WidthMin"/>
/// if the number is fixed.
/// </param>
/// <param name="Reason">A human-readable reason: one line without a full stop.</param>
public sealed record DeviceVerdict(DeviceKind Kind, int WidthMin, int WidthMax, string Reason);

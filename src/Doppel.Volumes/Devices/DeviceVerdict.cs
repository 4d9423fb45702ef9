namespace Doppel.Volumes;

/// <summary>What a device is taken for, how many may read from it at once, and why.</summary>
/// <param name="Kind">What it is taken for.</param>
/// <param name="WidthMin">How many read at once to begin with, 1 or more.</param>
/// <param name="WidthMax">
/// How many it may become while more of them bring more; <paramref name="WidthMin"/> where it does not change.
/// </param>
/// <param name="Reason">One line for people, without a full stop.</param>
public sealed record DeviceVerdict(DeviceKind Kind, int WidthMin, int WidthMax, string Reason);

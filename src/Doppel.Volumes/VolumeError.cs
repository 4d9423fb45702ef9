namespace Doppel.Volumes;

/// <summary>
/// Represents the outcome of one call on a volume: success, or a reason with the system's own error code.
/// </summary>
/// <param name="Kind">The reason, as a stable value.</param>
/// <param name="Code">The errno or Win32 error code, or 0 if the system gave none.</param>
/// <remarks>
/// Environment errors are data, not exceptions: one bad file must not end a run, and the hot path never throws.
/// </remarks>
public readonly record struct VolumeError(VolumeErrorKind Kind, int Code = 0)
{
    /// <summary>Gets the value that represents success.</summary>
    public static VolumeError None => default;

    /// <summary>Gets whether the call failed.</summary>
    public bool Failed => Kind != VolumeErrorKind.None;
}

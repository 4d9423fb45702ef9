namespace Doppel.Volumes;

/// <summary>The outcome of one call on a volume: nothing, or a reason with the system's own number.</summary>
/// <param name="Kind">The reason as a stable word.</param>
/// <param name="Code">errno or the Win32 error; 0 where the system said nothing.</param>
/// <remarks>
/// Errors of the surroundings are data here, not exceptions: one bad file must not end a run, and the hot path
/// throws nothing.
/// </remarks>
public readonly record struct VolumeError(VolumeErrorKind Kind, int Code = 0)
{
    /// <summary>Success.</summary>
    public static VolumeError None => default;

    /// <summary>Whether the call failed.</summary>
    public bool Failed => Kind != VolumeErrorKind.None;
}

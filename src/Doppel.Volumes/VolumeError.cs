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

/// <summary>Provides error texts where the system itself gave none.</summary>
internal static class VolumeErrorText
{
    internal static string Of(VolumeErrorKind kind) => kind switch
    {
        VolumeErrorKind.AccessDenied => "Permission denied",
        VolumeErrorKind.Vanished => "No such file or directory",
        VolumeErrorKind.Changed => "It changed while it was looked at",
        VolumeErrorKind.IsLink => "It is a symbolic link",
        VolumeErrorKind.NameTooLong => "The name is too long",
        VolumeErrorKind.BadName => "The name cannot be expressed here",
        VolumeErrorKind.InputOutput => "Input/output error",
        VolumeErrorKind.TooManyOpen => "Too many open files",
        VolumeErrorKind.Offline => "The content is not on this machine",
        VolumeErrorKind.Limit => "A limit of the program was reached",
        VolumeErrorKind.Unsupported => "Not supported here",
        VolumeErrorKind.Exists => "The name is taken",
        VolumeErrorKind.Busy => "Another program uses it",
        VolumeErrorKind.Full => "No room left",
        VolumeErrorKind.OtherVolume => "It lies on another file system",
        VolumeErrorKind.TooManyNames => "The file can have no more names",
        VolumeErrorKind.ReadOnly => "The file system is mounted for reading only",
        _ => "Unknown error",
    };
}

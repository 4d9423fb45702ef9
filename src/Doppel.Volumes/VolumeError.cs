namespace Doppel.Volumes;

/// <summary>
/// Represents the outcome of one call on a volume: success, or a reason with the system's own error code.
/// </summary>
/// <param name="Kind">The reason, as a stable value.</param>
/// <param name="Code">The errno or Win32 error code, or 0 if the system gave none.</param>
/// <remarks>
/// Environment errors are data, not exceptions: one bad file must not end a run, and the hot path never throws.
/// Calls are chained with <c>||</c>: <c>a() || b()</c> is the error of <c>a</c>, and otherwise that of <c>b</c>, which
/// is then called. <c>a() | b()</c> makes both calls and returns the first error.
/// </remarks>
public readonly record struct VolumeError(VolumeErrorKind Kind, int Code = 0)
{
    /// <summary>Gets the value that represents success.</summary>
    public static VolumeError None => default;

    /// <summary>Gets whether the call failed.</summary>
    public bool Failed => Kind != VolumeErrorKind.None;

    /// <summary>Returns whether the call failed.</summary>
    public static bool operator true(VolumeError error) => error.Failed;

    /// <summary>Returns whether the call succeeded.</summary>
    public static bool operator false(VolumeError error) => !error.Failed;

    /// <summary>Returns the first of two errors, or success if neither call failed.</summary>
    public static VolumeError operator |(VolumeError first, VolumeError next) => first.Failed ? first : next;
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

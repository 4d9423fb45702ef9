namespace Doppel.Volumes;

/// <summary>Converts Win32 error codes.</summary>
internal static class WindowsErrors
{
    private const uint FromWin32 = 0x8007_0000;

    // ERROR_PRIVILEGE_NOT_HELD
    private const int PrivilegeMissing = 1314;

    /// <summary>Converts an error code.</summary>
    public static VolumeError Of(int error) => new(KindOf(error), error);

    /// <summary>
    /// Converts the error code of a call that changes something: a file in use is not a matter of permission there.
    /// </summary>
    public static VolumeError OfChange(int error) => error switch
    {
        0 => new VolumeError(VolumeErrorKind.Other),
        32 or 33 or 170 => new VolumeError(VolumeErrorKind.Busy, error),
        _ => Of(error),
    };

    /// <summary>Returns an error text where that of the system does not help, or null otherwise.</summary>
    public static string? TextOf(int error) => error == PrivilegeMissing
        ? "Symbolic links need developer mode or an administrator's rights on Windows"
        : null;

    /// <summary>Returns the kind of an error code.</summary>
    public static VolumeErrorKind KindOf(int error) => error switch
    {
        0 => VolumeErrorKind.None,
        5 or 32 or 33 or 1920 => VolumeErrorKind.AccessDenied, // denied, in use, locked, not for anyone
        PrivilegeMissing => VolumeErrorKind.AccessDenied,
        80 or 183 or 145 => VolumeErrorKind.Exists, // file exists, any name exists; folder not empty
        39 or 112 or 1295 => VolumeErrorKind.Full, // two for disks, one for quotas
        17 => VolumeErrorKind.OtherVolume,
        19 => VolumeErrorKind.ReadOnly,
        1142 => VolumeErrorKind.TooManyNames,
        2 or 3 or 15 or 303 => VolumeErrorKind.Vanished, // file, path, drive not found; deletion pending
        267 => VolumeErrorKind.Changed, // the name is not a folder
        681 or 1921 => VolumeErrorKind.IsLink, // stopped at a link; links form a loop
        111 or 206 => VolumeErrorKind.NameTooLong,
        123 or 161 or 1113 => VolumeErrorKind.BadName, // invalid name, bad path, no such character
        4 => VolumeErrorKind.TooManyOpen,
        1 or 50 or 120 => VolumeErrorKind.Unsupported, // invalid function, not supported, not implemented
        (>= 358 and <= 404) or 4350 or 4351 or 4352 => VolumeErrorKind.Offline, // cloud files, remote storage
        21 or 23 or 31 or 53 or 55 or 59 or 64 or 67 or 121 or 483 or 1006 or 1117 or 1167
            or 1231 or 1232 or 1392 or 1393 => VolumeErrorKind.InputOutput, // device and network failures
        _ => VolumeErrorKind.Other,
    };

    /// <summary>Converts an exception of System.IO to the error that it carries.</summary>
    public static VolumeError Of(Exception exception)
    {
        // HRESULTs created from Win32 errors contain the code in their low half.
        if (((uint)exception.HResult & 0xFFFF_0000) == FromWin32)
        {
            return Of(exception.HResult & 0xFFFF);
        }

        return new VolumeError(exception switch
        {
            UnauthorizedAccessException or System.Security.SecurityException => VolumeErrorKind.AccessDenied,
            NotSupportedException => VolumeErrorKind.Unsupported,
            _ => VolumeErrorKind.Other,
        });
    }
}

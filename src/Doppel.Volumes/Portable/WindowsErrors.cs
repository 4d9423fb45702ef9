namespace Doppel.Volumes.Portable;

/// <summary>What the error numbers of Win32 mean.</summary>
internal static class WindowsErrors
{
    private const uint FromWin32 = 0x8007_0000;

    // ERROR_PRIVILEGE_NOT_HELD
    private const int PrivilegeMissing = 1314;

    /// <summary>The error of a number.</summary>
    public static VolumeError Of(int error) => new(KindOf(error), error);

    /// <summary>The error of a call that changes something: what another program uses is no matter of permission.
    /// </summary>
    public static VolumeError OfChange(int error) =>
        error is 32 or 33 or 170 ? new VolumeError(VolumeErrorKind.Busy, error)
        : error == 0 ? new VolumeError(VolumeErrorKind.Other)
        : Of(error);

    /// <summary>Words where those of the system do not help; null: they do.</summary>
    public static string? TextOf(int error) => error == PrivilegeMissing
        ? "Symbolic links need developer mode or an administrator's rights on Windows"
        : null;

    /// <summary>The meaning of a number.</summary>
    public static VolumeErrorKind KindOf(int error) => error switch
    {
        0 => VolumeErrorKind.None,
        5 or 32 or 33 or 1920 => VolumeErrorKind.AccessDenied, // denied, in use, locked, not for anyone
        PrivilegeMissing => VolumeErrorKind.AccessDenied,
        80 or 183 or 145 => VolumeErrorKind.Exists, // the file, any name; the folder is not empty
        39 or 112 or 1295 => VolumeErrorKind.Full, // two for disks, one for quotas
        17 => VolumeErrorKind.OtherVolume,
        19 => VolumeErrorKind.ReadOnly,
        1142 => VolumeErrorKind.TooManyNames,
        2 or 3 or 15 or 303 => VolumeErrorKind.Vanished, // file, path, drive not found; deletion under way
        267 => VolumeErrorKind.Changed, // the name is no folder
        681 or 1921 => VolumeErrorKind.IsLink, // stopped on a link; links in a circle
        111 or 206 => VolumeErrorKind.NameTooLong,
        123 or 161 or 1113 => VolumeErrorKind.BadName, // invalid name, bad path, no such character
        4 => VolumeErrorKind.TooManyOpen,
        1 or 50 or 120 => VolumeErrorKind.Unsupported, // invalid function, not supported, not implemented
        (>= 358 and <= 404) or 4350 or 4351 or 4352 => VolumeErrorKind.Offline, // cloud files, remote storage
        21 or 23 or 31 or 53 or 55 or 59 or 64 or 67 or 121 or 483 or 1006 or 1117 or 1167
            or 1231 or 1232 or 1392 or 1393 => VolumeErrorKind.InputOutput, // device and network failures
        _ => VolumeErrorKind.Other,
    };

    /// <summary>The error that an exception of System.IO carries.</summary>
    public static VolumeError Of(Exception exception)
    {
        // HRESULTs made from Win32 errors carry the number in their low half.
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

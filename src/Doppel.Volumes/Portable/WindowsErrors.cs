namespace Doppel.Volumes.Portable;

/// <summary>What the error numbers of Win32 mean.</summary>
internal static class WindowsErrors
{
    private const uint FromWin32 = 0x8007_0000;

    /// <summary>The error of a number.</summary>
    public static VolumeError Of(int error) => new(KindOf(error), error);

    /// <summary>The meaning of a number.</summary>
    public static VolumeErrorKind KindOf(int error) => error switch
    {
        0 => VolumeErrorKind.None,
        5 or 32 or 33 or 1920 => VolumeErrorKind.AccessDenied, // denied, in use, locked, not for anyone
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

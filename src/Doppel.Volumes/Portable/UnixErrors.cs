using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <summary>Converts exceptions of System.IO and error numbers on Unix.</summary>
internal static class UnixErrors
{
    // By the kernel's convention, error numbers end at 4,095. The HRESULTs of .NET itself are negative.
    private const int NumberMax = 4095;

    /// <summary>Converts an error number of this system.</summary>
    public static VolumeError ToError(int code) =>
        OperatingSystem.IsMacOS() ? MacErrno.ToError(code) : Errno.ToError(code);

    /// <summary>Converts the result of a system call.</summary>
    public static VolumeError Of(int result) =>
        result >= 0 ? VolumeError.None : ToError(Marshal.GetLastPInvokeError());

    /// <summary>Converts an exception to the error that it carries.</summary>
    public static VolumeError Of(Exception exception) => exception switch
    {
        FileNotFoundException or DirectoryNotFoundException => ToError(Errno.NoEntry),
        PathTooLongException => Errno.ToError(Errno.NameTooLong),
        UnauthorizedAccessException { InnerException: IOException inner } when IsNumber(inner.HResult) =>
            ToError(inner.HResult),
        UnauthorizedAccessException or System.Security.SecurityException => ToError(Errno.AccessDenied),
        IOException when IsNumber(exception.HResult) => ToError(exception.HResult),
        NotSupportedException => new VolumeError(VolumeErrorKind.Unsupported),
        _ => new VolumeError(VolumeErrorKind.Other),
    };

    private static bool IsNumber(int hresult) => hresult is > 0 and <= NumberMax;
}

/// <summary>Defines the error numbers of macOS (errno(2)). Up to 34, nearly all are the same as on Linux.</summary>
internal static class MacErrno
{
    /// <summary>Converts an error number.</summary>
    public static VolumeError ToError(int code) => new(KindOf(code), code);

    private static VolumeErrorKind KindOf(int code) => code switch
    {
        11 => VolumeErrorKind.Other, // EDEADLK
        26 or 35 => VolumeErrorKind.Busy, // ETXTBSY, EAGAIN
        45 or 78 or 102 => VolumeErrorKind.Unsupported, // ENOTSUP, ENOSYS, EOPNOTSUPP
        >= 50 and <= 61 or 64 or 65 => VolumeErrorKind.InputOutput, // network errors
        62 => VolumeErrorKind.IsLink, // ELOOP
        63 => VolumeErrorKind.NameTooLong,
        66 => VolumeErrorKind.Exists, // ENOTEMPTY
        69 => VolumeErrorKind.Full, // EDQUOT
        70 => VolumeErrorKind.Vanished, // ESTALE
        80 or 81 => VolumeErrorKind.AccessDenied, // EAUTH, ENEEDAUTH
        92 => VolumeErrorKind.BadName, // EILSEQ
        <= 34 => Errno.ToError(code).Kind,
        _ => VolumeErrorKind.Other,
    };
}

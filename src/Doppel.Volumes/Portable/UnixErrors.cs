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

using System.Runtime.InteropServices;
using Doppel.Volumes.Linux;

namespace Doppel.Volumes.Portable;

/// <summary>What the exceptions of System.IO mean on Unix, and its error numbers.</summary>
internal static class UnixErrors
{
    // The kernel's convention ends at 4,095; the HRESULTs of .NET itself are negative.
    private const int NumberMax = 4095;

    /// <summary>The error of a number of this system.</summary>
    public static VolumeError ToError(int code) =>
        OperatingSystem.IsMacOS() ? MacErrno.ToError(code) : Errno.ToError(code);

    /// <summary>The error of a call that answered with this.</summary>
    public static VolumeError Of(int result) =>
        result >= 0 ? VolumeError.None : ToError(Marshal.GetLastPInvokeError());

    /// <summary>The error that an exception carries.</summary>
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

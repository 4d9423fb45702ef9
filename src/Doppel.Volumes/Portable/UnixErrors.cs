using Doppel.Volumes.Linux;

namespace Doppel.Volumes.Portable;

/// <summary>What the exceptions of System.IO mean on Linux.</summary>
internal static class UnixErrors
{
    // The kernel's convention ends at 4,095; the HRESULTs of .NET itself are negative.
    private const int NumberMax = 4095;

    /// <summary>The error that an exception carries.</summary>
    public static VolumeError Of(Exception exception) => exception switch
    {
        FileNotFoundException or DirectoryNotFoundException => Errno.ToError(Errno.NoEntry),
        PathTooLongException => Errno.ToError(Errno.NameTooLong),
        UnauthorizedAccessException { InnerException: IOException inner } when IsNumber(inner.HResult) =>
            Errno.ToError(inner.HResult),
        UnauthorizedAccessException or System.Security.SecurityException => Errno.ToError(Errno.AccessDenied),
        IOException when IsNumber(exception.HResult) => Errno.ToError(exception.HResult),
        NotSupportedException => new VolumeError(VolumeErrorKind.Unsupported),
        _ => new VolumeError(VolumeErrorKind.Other),
    };

    private static bool IsNumber(int hresult) => hresult is > 0 and <= NumberMax;
}

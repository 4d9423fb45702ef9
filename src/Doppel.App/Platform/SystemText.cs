using System.Runtime.InteropServices;

namespace Doppel.App;

/// <summary>Provides the system's error messages, without the path that System.IO adds.</summary>
internal static class SystemText
{
    private const int ErrnoMax = 4095;

    /// <summary>Returns the error message for an exception, such as <c>No space left on device</c>.</summary>
    internal static string Of(Exception exception) => exception switch
    {
        UnauthorizedAccessException { InnerException: IOException inner } => Of(inner),
        UnauthorizedAccessException => "Permission denied",
        FileNotFoundException or DirectoryNotFoundException => "No such file or directory",
        IOException { HResult: > 0 and <= ErrnoMax } => Marshal.GetPInvokeErrorMessage(exception.HResult),
        _ => exception.Message,
    };
}

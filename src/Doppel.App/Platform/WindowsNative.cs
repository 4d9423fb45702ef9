using System.Runtime.InteropServices;

namespace Doppel.App;

/// <summary>Declares the Windows functions that the command line needs.</summary>
internal static partial class WindowsNative
{
    internal const uint PROCESS_MODE_BACKGROUND_BEGIN = 0x00100000;

    [LibraryImport("kernel32")]
    internal static partial nint GetCurrentProcess();

    [LibraryImport("kernel32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    internal static partial bool SetPriorityClass(nint process, uint priorityClass);
}

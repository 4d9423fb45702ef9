using System.Runtime.InteropServices;

namespace Doppel.App;

/// <summary>Lowers the priority of the process so that other programs run first.</summary>
internal static class IdlePriority
{
    private const int LowestNice = 19;
    private const int IoprioWhoProcess = 1;
    private const int IoprioIdle = 3 << 13;

    /// <summary>
    /// Lowers the CPU and I/O priority of the current thread and of the threads that it starts. Returns false if the
    /// system does not allow it.
    /// </summary>
    internal static bool Enter()
    {
        if (OperatingSystem.IsWindows())
        {
            return WindowsNative.SetPriorityClass(
                WindowsNative.GetCurrentProcess(), WindowsNative.PROCESS_MODE_BACKGROUND_BEGIN);
        }

        bool done = UnixNative.setpriority(0, 0, LowestNice) == 0;
        return OperatingSystem.IsLinux() && IoprioSet() is { } number
            ? UnixNative.syscall(number, IoprioWhoProcess, 0, IoprioIdle) == 0 && done
            : done;
    }

    private static nint? IoprioSet() => RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => 251,
        Architecture.Arm64 or Architecture.RiscV64 or Architecture.LoongArch64 => 30,
        _ => null,
    };
}

using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Notices on Linux that mounts of this process have come, gone or got other options.</summary>
/// <remarks>
/// Thread-safe; a change is reported once. After each change, /proc/self/mountinfo has urgent data
/// (proc_pid_mountinfo(5)). Where it cannot be opened, every call reports a change.
/// </remarks>
internal sealed unsafe class MountChanges
{
    private SafeFileHandle? _mounts;

    /// <summary>Returns whether anything may have changed since the last call. True at the first one.</summary>
    internal bool Any()
    {
        if (_mounts is not { IsInvalid: false } mounts)
        {
            return Open();
        }

        bool isHeld = false;
        try
        {
            mounts.DangerousAddRef(ref isHeld);
            var request = new PollRequest((int)mounts.DangerousGetHandle(), Libc.PollPriority);
            return Libc.Poll(&request, 1, 0) != 0;
        }
        finally
        {
            if (isHeld)
            {
                mounts.DangerousRelease();
            }
        }
    }

    private bool Open()
    {
        fixed (byte* path = "/proc/self/mountinfo\0"u8)
        {
            int file = Libc.OpenAt(Libc.AtFdCwd, path, Libc.OpenReadOnly | Libc.OpenCloseOnExec, 0);
            var opened = new SafeFileHandle(file, ownsHandle: true);
            if (Interlocked.CompareExchange(ref _mounts, opened, null) is not null)
            {
                opened.Dispose();
            }
        }

        return true;
    }
}

using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes.Portable;

/// <summary>An open file, and what keeps writers from it.</summary>
internal sealed class PortableFile(SafeFileHandle handle)
{
    private SafeFileHandle? _lease;

    /// <summary>The handle that it is read by.</summary>
    public SafeFileHandle Handle => handle;

    /// <summary>A second handle that shares no writing; null where there is none.</summary>
    public SafeFileHandle? Lease
    {
        get => Volatile.Read(ref _lease);
        set => Interlocked.Exchange(ref _lease, value)?.Dispose();
    }

    /// <summary>Closes both.</summary>
    public void Close()
    {
        Lease = null;
        handle.Dispose();
    }
}

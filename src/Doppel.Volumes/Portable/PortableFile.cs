using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>An open file, and the lease that keeps writers out.</summary>
internal sealed class PortableFile(SafeFileHandle handle)
{
    private SafeFileHandle? _lease;

    /// <summary>Gets the handle for reading.</summary>
    public SafeFileHandle Handle => handle;

    /// <summary>Gets or sets a second handle that does not share write access, or null if there is none.</summary>
    public SafeFileHandle? Lease
    {
        get => Volatile.Read(ref _lease);
        set => Interlocked.Exchange(ref _lease, value)?.Dispose();
    }

    /// <summary>Closes both handles.</summary>
    public void Close()
    {
        Lease = null;
        handle.Dispose();
    }
}

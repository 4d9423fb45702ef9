using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Keeps a handle open while its raw value is in use.</summary>
internal readonly ref struct HandleUse : IDisposable
{
    private readonly SafeFileHandle _handle;

    /// <summary>Starts using a handle.</summary>
    /// <exception cref="ObjectDisposedException">The handle is closed.</exception>
    public HandleUse(SafeFileHandle handle)
    {
        _handle = handle;
        bool held = false;
        handle.DangerousAddRef(ref held);
        Number = handle.DangerousGetHandle();
    }

    /// <summary>Gets the raw value of the handle.</summary>
    public nint Number { get; }

    /// <summary>Gets the raw value as a file descriptor.</summary>
    public int Descriptor => (int)Number;

    /// <summary>Stops using the handle.</summary>
    public void Dispose() => _handle.DangerousRelease();
}

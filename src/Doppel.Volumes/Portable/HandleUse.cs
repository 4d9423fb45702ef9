using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes.Portable;

/// <summary>Keeps a handle open while its number is used.</summary>
internal readonly ref struct HandleUse : IDisposable
{
    private readonly SafeFileHandle _handle;

    /// <summary>Begins the use.</summary>
    /// <exception cref="ObjectDisposedException">The handle has been closed.</exception>
    public HandleUse(SafeFileHandle handle)
    {
        _handle = handle;
        bool held = false;
        handle.DangerousAddRef(ref held);
        Number = handle.DangerousGetHandle();
    }

    /// <summary>The system's number of it.</summary>
    public nint Number { get; }

    /// <summary>The same as a file descriptor.</summary>
    public int Descriptor => (int)Number;

    /// <summary>Ends the use.</summary>
    public void Dispose() => _handle.DangerousRelease();
}

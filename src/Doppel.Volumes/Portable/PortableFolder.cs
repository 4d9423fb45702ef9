using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>An open folder: its path, the facts found there and, once something is changed in it, a handle.</summary>
/// <remarks>
/// A search opens many folders and only lists them by path, so that needs no handle. Changes must happen in the very
/// folder that was opened: its handle is then held, and from then on the folder is accessed by the handle, wherever it
/// is moved. Thread-safe.
/// </remarks>
internal sealed class PortableFolder(string path, LinkPolicy links, FileFacts facts, SafeFileHandle? handle = null)
{
    private SafeFileHandle? _handle = handle;

    /// <summary>Gets the path at which it was opened.</summary>
    public string Path => path;

    /// <summary>Gets whether a symbolic link in the last component was followed.</summary>
    public LinkPolicy Links => links;

    /// <summary>Gets the facts found when it was opened.</summary>
    public FileFacts Facts => facts;

    /// <summary>Gets the handle if it is held.</summary>
    public SafeFileHandle? Held => Volatile.Read(ref _handle);

    /// <summary>Opens a handle and holds it.</summary>
    /// <param name="system">Opens the handle.</param>
    /// <param name="held">The handle, which remains owned by this folder.</param>
    /// <returns><see cref="VolumeErrorKind.Changed"/> if another folder is at its path now.</returns>
    public VolumeError Hold(PortableSystem system, out SafeFileHandle? held)
    {
        held = Held;
        if (held is not null)
        {
            return VolumeError.None;
        }

        FileFacts now = default;
        VolumeError error = system.OpenFolder(path, links, out SafeFileHandle? opened)
            || system.Stat(opened!, out now);
        if (!error.Failed && (now.Device != facts.Device || now.Inode != facts.Inode))
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        if (error.Failed)
        {
            opened?.Dispose();
            return error;
        }

        held = Interlocked.CompareExchange(ref _handle, opened, null);
        if (held is not null)
        {
            opened!.Dispose();
        }

        held ??= opened;
        return VolumeError.None;
    }

    /// <summary>Closes the handle.</summary>
    public void Close() => Interlocked.Exchange(ref _handle, null)?.Dispose();
}

using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes.Portable;

/// <summary>An open folder: where it is, what stood there, and a handle once something is changed.</summary>
/// <remarks>
/// A search opens many folders and only lists them by path, so it costs no handle. What is changed has to lie in the
/// very folder that was opened: then it is held, and from then on reached by the handle, wherever it is moved. Threads
/// may share it.
/// </remarks>
internal sealed class PortableFolder(string path, LinkPolicy links, FileFacts facts, SafeFileHandle? handle = null)
{
    private SafeFileHandle? _handle = handle;

    /// <summary>Where it was opened.</summary>
    public string Path => path;

    /// <summary>Whether a link as the last component was followed.</summary>
    public LinkPolicy Links => links;

    /// <summary>What stood there.</summary>
    public FileFacts Facts => facts;

    /// <summary>The handle if it is held.</summary>
    public SafeFileHandle? Held => Volatile.Read(ref _handle);

    /// <summary>Holds it.</summary>
    /// <param name="system">What opens it.</param>
    /// <param name="held">The handle, which stays this folder's.</param>
    /// <returns><see cref="VolumeErrorKind.Changed"/> where another folder stands at its place.</returns>
    public VolumeError Hold(PortableSystem system, out SafeFileHandle? held)
    {
        held = Held;
        if (held is not null)
        {
            return VolumeError.None;
        }

        FileFacts now = default;
        VolumeError error = system.OpenFolder(path, links, out SafeFileHandle? opened);
        error = error.Failed ? error : system.Stat(opened!, out now);
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

    /// <summary>Lets go of the handle.</summary>
    public void Close() => Interlocked.Exchange(ref _handle, null)?.Dispose();
}

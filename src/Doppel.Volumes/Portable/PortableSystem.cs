using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Provides what System.IO does not, and what differs between Unix and Windows.</summary>
internal abstract partial class PortableSystem
{
    /// <summary>Creates an instance for the system that this process runs on.</summary>
    /// <exception cref="PlatformNotSupportedException">The system is not Linux, Windows or macOS.</exception>
    public static PortableSystem Create()
    {
        if (OperatingSystem.IsLinux())
        {
            return new LinuxSystem();
        }

        if (OperatingSystem.IsWindows())
        {
            return new WindowsSystem();
        }

        return OperatingSystem.IsMacOS()
            ? new MacSystem()
            : throw new PlatformNotSupportedException("The portable volume knows Linux, Windows and macOS only.");
    }

    /// <summary>Gets whether a listing returns kinds and sizes without another call.</summary>
    public abstract bool ListsFacts { get; }

    /// <summary>
    /// Gets the options for opening a file such that reads bypass the system's cache, or null if that is not possible.
    /// </summary>
    public abstract FileOptions? PastCache { get; }

    /// <summary>Converts a path for System.IO.</summary>
    /// <param name="folder">The base of a relative path, or null if the path is absolute.</param>
    /// <param name="path">The path as passed to a volume.</param>
    /// <param name="native">The converted path, or empty after a failure.</param>
    public abstract VolumeError ToNative(string? folder, ReadOnlySpan<byte> path, out string native);

    /// <summary>Returns the path of an entry.</summary>
    public abstract string Join(string folder, ReadOnlySpan<char> name);

    /// <summary>Gets all facts of an entry.</summary>
    public abstract VolumeError Stat(string path, LinkPolicy links, out FileFacts facts);

    /// <summary>Gets all facts of an open file.</summary>
    public abstract VolumeError Stat(SafeFileHandle file, out FileFacts facts);

    /// <summary>Gets the facts of the mount of a folder.</summary>
    public abstract MountFacts MountOf(PortableFolder folder);

    /// <summary>Returns the target of a symbolic link with '/' as the separator.</summary>
    public abstract string FromNative(string target);

    /// <summary>Converts an exception of System.IO to an error.</summary>
    public abstract VolumeError ErrorOf(Exception exception);

    /// <summary>Returns whether an exception reports an environment error rather than a bug.</summary>
    public static bool IsEnvironmental(Exception exception) => exception
        is IOException or UnauthorizedAccessException or NotSupportedException or System.Security.SecurityException;
}

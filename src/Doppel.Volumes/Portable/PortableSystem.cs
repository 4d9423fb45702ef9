using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes.Portable;

/// <summary>What System.IO does not tell, and what differs between Unix and Windows.</summary>
internal abstract partial class PortableSystem
{
    /// <summary>A view of the system that this process runs on.</summary>
    /// <exception cref="PlatformNotSupportedException">Neither Linux nor Windows nor macOS.</exception>
    public static PortableSystem Create() =>
        OperatingSystem.IsLinux() ? new LinuxSystem()
        : OperatingSystem.IsWindows() ? new WindowsSystem()
        : OperatingSystem.IsMacOS() ? new MacSystem()
        : throw new PlatformNotSupportedException("The portable volume knows Linux, Windows and macOS only.");

    /// <summary>Whether a listing tells kinds and sizes without another call.</summary>
    public abstract bool ListsFacts { get; }

    /// <summary>How to open a file so that reading it passes by the system's cache; null: it cannot be.</summary>
    public abstract FileOptions? PastCache { get; }

    /// <summary>A path as System.IO takes it.</summary>
    /// <param name="folder">Where a relative path starts; null: the path is absolute.</param>
    /// <param name="path">The path as a volume is given it.</param>
    /// <param name="native">The path; empty after a failure.</param>
    public abstract VolumeError ToNative(string? folder, ReadOnlySpan<byte> path, out string native);

    /// <summary>The path of an entry.</summary>
    public abstract string Join(string folder, ReadOnlySpan<char> name);

    /// <summary>All facts of an entry.</summary>
    public abstract VolumeError Stat(string path, LinkPolicy links, out FileFacts facts);

    /// <summary>All facts of an open file.</summary>
    public abstract VolumeError Stat(SafeFileHandle file, out FileFacts facts);

    /// <summary>Facts of the mount that a folder lies on.</summary>
    public abstract MountFacts MountOf(PortableFolder folder);

    /// <summary>The target of a link with '/' as separator.</summary>
    public abstract string FromNative(string target);

    /// <summary>What an exception of System.IO means.</summary>
    public abstract VolumeError ErrorOf(Exception exception);

    /// <summary>Whether an exception tells of the surroundings and not of a bug here.</summary>
    public static bool IsEnvironmental(Exception exception) => exception
        is IOException or UnauthorizedAccessException or NotSupportedException or System.Security.SecurityException;
}

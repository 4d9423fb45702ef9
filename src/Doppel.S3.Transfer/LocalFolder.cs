using System.Security.Cryptography;
using System.Text;
using Doppel.Volumes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.S3.Transfer;

/// <summary>An open local folder, whose files are listed, read and removed without following a link below it.</summary>
/// <remarks>
/// Each subfolder is opened from its parent, never through a symbolic link. Replacing a folder, or this folder itself,
/// with a link in the meantime redirects nothing. Thread-safe.
/// </remarks>
internal sealed class LocalFolder : IDisposable
{
    private readonly IChangeableVolume _volume;
    private readonly FolderHandle _root;

    private LocalFolder(IChangeableVolume volume, FolderHandle root, string path)
    {
        _volume = volume;
        _root = root;
        Path = path;
    }

    /// <summary>Gets the absolute path as the caller knows it.</summary>
    internal string Path { get; }

    /// <summary>Gets the open folder.</summary>
    internal FolderHandle Root => _root;

    /// <summary>Gets the volume that contains the folder.</summary>
    internal IChangeableVolume Volume => _volume;

    /// <summary>
    /// Opens the folder that the caller named. Symbolic links in its path belong to the user and are followed.
    /// </summary>
    /// <param name="volume">The volume that contains the folder.</param>
    /// <param name="path">The path of the folder.</param>
    /// <exception cref="IOException">The folder cannot be opened.</exception>
    internal static LocalFolder Open(IChangeableVolume volume, string path)
    {
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, VolumePath(path), LinkPolicy.Follow, out FolderHandle root, out _);
        return error.Failed
            ? throw new IOException($"cannot open the folder '{path}': {volume.Describe(error)}")
            : new LocalFolder(volume, root, System.IO.Path.GetFullPath(path));
    }

    /// <summary>Opens a folder, or returns null if there is none.</summary>
    /// <inheritdoc cref="Open"/>
    internal static LocalFolder? TryOpen(IChangeableVolume volume, string path) => volume.Stat(
        FolderHandle.None, VolumePath(path), LinkPolicy.Follow, FactFields.None, out _).Kind
        == VolumeErrorKind.Vanished ? null : Open(volume, path);

    /// <summary>Returns the absolute form of a path that volumes require.</summary>
    internal static byte[] VolumePath(string path)
    {
        string full = System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetFullPath(path));
        return Encoding.UTF8.GetBytes(OperatingSystem.IsWindows() ? full.Replace('\\', '/') : full);
    }

    /// <summary>Gets the real path of the folder, which contains no symbolic links.</summary>
    /// <exception cref="IOException">The system does not tell.</exception>
    internal string RealPath()
    {
        VolumeError error = _volume.PathOf(_root, out byte[] path);
        return error.Failed
            ? throw new IOException($"cannot find the path of '{Path}': {_volume.Describe(error)}")
            : Encoding.UTF8.GetString(path);
    }

    /// <summary>Opens a subfolder step by step. Creates nothing and follows no links.</summary>
    /// <param name="components">The bare names, which may be none.</param>
    /// <param name="folder">The subfolder, which the caller must close unless there is an error.</param>
    internal VolumeError Enter(ReadOnlySpan<string> components, out FolderHandle folder)
    {
        VolumeError error = _volume.OpenFolder(_root, "."u8, LinkPolicy.Stay, out folder, out _);
        for (int i = 0; i < components.Length && !error.Failed; i++)
        {
            FolderHandle above = folder;
            byte[] name = Encoding.UTF8.GetBytes(components[i]);
            error = _volume.OpenFolder(above, name, LinkPolicy.Stay, out folder, out _);
            _volume.Close(above);
        }

        return error;
    }

    /// <summary>Opens a file below the folder for reading.</summary>
    /// <param name="name">The name below the folder, with '/' between components.</param>
    /// <exception cref="IOException">It cannot be opened, or a component is a symbolic link.</exception>
    internal SafeFileHandle OpenFile(string name)
    {
        string[] components = name.Split('/');
        VolumeError error = Enter(components.AsSpan(..^1), out FolderHandle folder);
        if (error.Failed)
        {
            throw NotOpened(name, error);
        }

        try
        {
            byte[] bare = Encoding.UTF8.GetBytes(components[^1]);
            error = _volume.OpenFile(folder, bare, out FileHandle file, out _);
            if (error.Failed)
            {
                throw NotOpened(name, error);
            }

            // On Linux, a handle of the volume is a file descriptor.
            if (_volume is LinuxVolume)
            {
                return new SafeFileHandle(file.Value, ownsHandle: true);
            }

            _volume.Close(file);
            error = _volume.PathOf(folder, out byte[] path);
            return error.Failed
                ? throw NotOpened(name, error)
                : File.OpenHandle(
                    System.IO.Path.Join(Encoding.UTF8.GetString(path), components[^1]), FileMode.Open,
                    FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        }
        finally
        {
            _volume.Close(folder);
        }
    }

    /// <summary>Removes a file, provided that nothing about it has changed since it was listed.</summary>
    /// <param name="name">The name below the folder, with '/' between components.</param>
    /// <param name="listed">The facts of the file when it was listed.</param>
    /// <returns>Why it stays; null if it was removed.</returns>
    /// <remarks>
    /// The file is moved aside before the last look, because another program may replace it between a look at its name
    /// and the removal of that name.
    /// </remarks>
    internal string? Remove(string name, in FileFacts listed)
    {
        string[] components = name.Split('/');
        VolumeError error = Enter(components.AsSpan(..^1), out FolderHandle folder);
        if (error.Failed)
        {
            return error.Kind == VolumeErrorKind.IsLink
                ? "a folder above it is a symbolic link by now" : _volume.Describe(error);
        }

        try
        {
            return Remove(folder, Encoding.UTF8.GetBytes(components[^1]), listed);
        }
        finally
        {
            _volume.Close(folder);
        }
    }

    public void Dispose() => _volume.Close(_root);

    private string? Remove(FolderHandle folder, byte[] name, in FileFacts listed)
    {
        const string Changed = "it has changed since it was listed";
        VolumeError error = _volume.Stat(folder, name, LinkPolicy.Stay, FactFields.All, out FileFacts now);
        if (error.Failed || !IsAsListed(now, listed) || now.Changed != listed.Changed)
        {
            return error.Failed ? _volume.Describe(error) : Changed;
        }

        byte[] aside =
        [
            .. TemporaryName.Prefix,
            .. Encoding.ASCII.GetBytes(RandomNumberGenerator.GetHexString(TemporaryName.Digits, lowercase: true)),
        ];
        error = _volume.Move(folder, name, folder, aside);
        if (error.Failed)
        {
            return _volume.Describe(error);
        }

        error = _volume.Stat(folder, aside, LinkPolicy.Stay, FactFields.All, out now);
        if (!error.Failed && IsAsListed(now, listed))
        {
            error = _volume.Remove(folder, aside);
            if (!error.Failed)
            {
                return null;
            }
        }

        string why = error.Failed ? _volume.Describe(error) : Changed;
        error = _volume.Move(folder, aside, folder, name);
        return error.Failed
            ? $"{why}; it is now {Encoding.ASCII.GetString(aside)} and cannot be moved back: {_volume.Describe(error)}"
            : why;
    }

    // Moving a file changes its ctime, and so does removing another of its names.
    private static bool IsAsListed(in FileFacts now, in FileFacts listed) =>
        now.Kind == EntryKind.File && now.Device == listed.Device && now.Inode == listed.Inode
        && now.Size == listed.Size && now.Modified == listed.Modified;

    private IOException NotOpened(string name, VolumeError error) => new(error.Kind == VolumeErrorKind.IsLink
        ? $"'{name}' leads through a symbolic link, which is not followed"
        : $"'{name}' cannot be opened: {_volume.Describe(error)}");
}

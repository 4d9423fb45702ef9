using System.Runtime.InteropServices;
using Doppel.Volumes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>The work on the catalog's own files: every call that changes one goes through here.</summary>
/// <remarks>
/// Calls that write throw what <see cref="IsRefusal"/> recognizes. On Unix, files are opened for reading by system
/// calls of our own, so that a symbolic link is never followed; on Windows, a link is refused just before. On Linux,
/// files are also created by such calls, and elsewhere by System.IO.
/// </remarks>
internal class CatalogFiles
{
    private const UnixFileMode OwnerFile = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private const uint OwnerFileBits = 0x180; // 0600
    private const FileShare Everything = FileShare.ReadWrite | FileShare.Delete;
    private static readonly TimeSpan s_leftoverAge = TimeSpan.FromDays(1);

    private readonly bool _usesLinux;

    /// <param name="isPortable">Whether to create files as on systems other than Linux.</param>
    internal CatalogFiles(bool isPortable = false) => _usesLinux = OperatingSystem.IsLinux() && !isPortable;

    internal static CatalogFiles System { get; } = new();

    /// <summary>Whether an exception says that the environment refused something.</summary>
    internal static bool IsRefusal(Exception exception) => exception is IOException or UnauthorizedAccessException;

    /// <summary>Opens a file for reading.</summary>
    /// <param name="path">The path.</param>
    /// <param name="reason">Why it was refused, or null if the file is open or does not exist.</param>
    internal virtual SafeFileHandle? Open(string path, out string? reason) => OpenToRead(path, Everything, out reason);

    /// <summary>Opens a file for reading if no process writes to it.</summary>
    /// <remarks>Unix has locks for this, and Windows refuses a second opening that does not share writing.</remarks>
    internal virtual SafeFileHandle? OpenSealed(string path)
    {
        SafeFileHandle? file = OpenToRead(path, FileShare.Read | FileShare.Delete, out _);
        if (file is null || TryLock(file, Libc.LockShared))
        {
            return file;
        }

        file.Dispose();
        return null;
    }

    /// <summary>Opens and locks a file that exists only for that. Null if another process holds the lock.</summary>
    internal virtual FileLock? OpenLock(string path)
    {
        try
        {
            if (OperatingSystem.IsWindows())
            {
                return new FileLock(
                    File.OpenHandle(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
            }

            SafeFileHandle file = OpenOnUnix(path, Libc.OpenReadWrite | Libc.OpenCreate, FileMode.OpenOrCreate);
            if (TryLock(file, Libc.LockExclusive))
            {
                return new FileLock(file);
            }

            file.Dispose();
        }
        catch (Exception exception) when (IsRefusal(exception))
        {
            // Without the lock nothing is changed.
        }

        return null;
    }

    /// <summary>Closes a file and releases its lock.</summary>
    /// <remarks>
    /// Closing alone can leave it locked for a moment: a child process that is just being started shares the lock until
    /// its program begins.
    /// </remarks>
    internal static void Close(SafeFileHandle file)
    {
        if (!file.IsClosed && !OperatingSystem.IsWindows())
        {
            Libc.Lock(file, Libc.LockRelease);
        }

        file.Dispose();
    }

    /// <summary>Reads until the buffer is full or the file ends.</summary>
    /// <returns>How many bytes were read. What cannot be read counts as the end.</returns>
    internal virtual int Read(SafeFileHandle file, Span<byte> buffer, long at)
    {
        int total = 0;
        try
        {
            while (total < buffer.Length)
            {
                int count = RandomAccess.Read(file, buffer[total..], at + total);
                if (count == 0)
                {
                    break;
                }

                total += count;
            }
        }
        catch (Exception exception) when (IsRefusal(exception))
        {
            // A disk that fails is like a file that was cut: what is missing is not known.
        }

        return total;
    }

    /// <summary>Creates a folder and those above it, unless they exist. Only their owner can enter them.</summary>
    internal virtual void CreateFolder(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(path);
        }
        else if (!Directory.Exists(path))
        {
            // CreateDirectory applies the mode only to the last folder of a path, so those above come first.
            CreateFolder(Path.GetDirectoryName(path)!);
            Directory.CreateDirectory(path, OwnerFile | UnixFileMode.UserExecute);
        }
    }

    /// <summary>Creates a new file for one writer, which holds its lock until the file is closed.</summary>
    /// <param name="path">The path.</param>
    /// <param name="isAppended">Whether the system puts everything at the end, wherever a write aims.</param>
    internal virtual SafeFileHandle Create(string path, bool isAppended)
    {
        if (OperatingSystem.IsWindows())
        {
            return File.OpenHandle(
                path, FileMode.CreateNew, FileAccess.Write, FileShare.Read | FileShare.Delete);
        }

        int append = isAppended ? Libc.OpenAppend : 0;
        int flags = Libc.OpenWriteOnly | Libc.OpenCreate | Libc.OpenExclusive | append;
        while (true)
        {
            SafeFileHandle file = OpenOnUnix(path, flags, FileMode.CreateNew);
            // On a file system without locks this fails for all processes, so that none ever merges the file. Waiting
            // matters: whoever looks for leftovers may hold the lock of a file that is new, and then it is gone.
            bool isLocked = Libc.Lock(file, Libc.LockExclusive) == 0;
            if (!isLocked || File.Exists(path))
            {
                return file;
            }

            file.Dispose();
        }
    }

    /// <summary>Removes the files with a suffix that processes have left behind when they were killed.</summary>
    /// <remarks>
    /// Whoever writes a file holds its lock until the file has another name. Where locks do not work, only age tells.
    /// What cannot be removed is removed another time.
    /// </remarks>
    internal void RemoveLeftovers(string folder, string suffix, DateTimeOffset now)
    {
        DateTime old = (now - s_leftoverAge).UtcDateTime;
        // One process at a time: of two, the slower could take a new file for the one that the other has just removed.
        using SafeFileHandle? alone = OperatingSystem.IsWindows() ? null : OpenToRead(folder, Everything, out _);
        bool isAlone = OperatingSystem.IsWindows() || (alone is not null && TryLock(alone, Libc.LockExclusive));
        try
        {
            foreach (string path in Directory.EnumerateFiles(folder, "*" + suffix))
            {
                using SafeFileHandle? unused = isAlone ? OpenSealed(path) : null;
                var file = new FileInfo(path);
                if (unused is not null || (file.Exists && file.LastWriteTimeUtc < old))
                {
                    Delete(path);
                }
            }
        }
        catch (Exception exception) when (IsRefusal(exception))
        {
            // What stays does no harm.
        }
    }

    /// <summary>Writes bytes at a position.</summary>
    internal virtual void Write(SafeFileHandle file, ReadOnlySpan<byte> bytes, long at)
    {
        try
        {
            RandomAccess.Write(file, bytes, at);
        }
        catch (ArgumentOutOfRangeException failure)
        {
            throw DiskStream.TooLarge(failure);
        }
    }

    /// <summary>Cuts a file.</summary>
    internal virtual void SetLength(SafeFileHandle file, long length) => RandomAccess.SetLength(file, length);

    /// <summary>Waits until the content of a file is on the disk.</summary>
    internal virtual void Sync(SafeFileHandle file) => RandomAccess.FlushToDisk(file);

    /// <summary>Gives a file another name in its folder.</summary>
    internal virtual void Rename(string from, string to) => File.Move(from, to, overwrite: true);

    /// <summary>Removes a file, unless it is gone already.</summary>
    internal virtual void Delete(string path) => File.Delete(path);

    private static bool TryLock(SafeFileHandle file, int kind) =>
        OperatingSystem.IsWindows() || Libc.Lock(file, kind | Libc.LockWithoutWaiting) == 0;

    // Not by System.IO on Unix: unless a switch is set in the executable, it takes a lock for each file that is opened,
    // and refuses those that another process writes to.
    private static SafeFileHandle? OpenToRead(string path, FileShare share, out string? reason)
    {
        reason = null;
        if (!OperatingSystem.IsWindows())
        {
            int descriptor = Libc.Open(path, Libc.OpenToRead);
            if (descriptor >= 0)
            {
                return new SafeFileHandle(descriptor, ownsHandle: true);
            }

            int code = Marshal.GetLastPInvokeError();
            reason = code == Libc.NoSuchEntry ? null : Marshal.GetPInvokeErrorMessage(code);
            return null;
        }

        try
        {
            if (new FileInfo(path).LinkTarget is null)
            {
                return File.OpenHandle(path, FileMode.Open, FileAccess.Read, share);
            }

            reason = "it is a symbolic link";
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            // A missing file is no refusal.
        }
        catch (Exception exception) when (IsRefusal(exception))
        {
            reason = exception.Message;
        }

        return null;
    }

    // Where System.IO takes a shared lock, that of the caller replaces it.
    private SafeFileHandle OpenOnUnix(string path, int flags, FileMode mode)
    {
        if (!_usesLinux)
        {
            SafeFileHandle file = File.OpenHandle(path, mode, FileAccess.Write, Everything);
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(file, OwnerFile);
            }

            return file;
        }

        int descriptor = Libc.Open(path, flags | Libc.OpenNoFollow | Libc.OpenCloseOnExec, OwnerFileBits);
        return descriptor >= 0
            ? new SafeFileHandle(descriptor, ownsHandle: true)
            : throw new IOException(Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError()));
    }
}

/// <summary>A file that is locked until this is disposed.</summary>
internal sealed class FileLock(SafeFileHandle file) : IDisposable
{
    internal SafeFileHandle File => file;

    public void Dispose() => CatalogFiles.Close(file);
}

using System.Collections.Concurrent;
using System.Text;
using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>What was asked of a test volume, and what is still open on it.</summary>
/// <remarks>Thread-safe. Calls count whether they succeed or not.</remarks>
public sealed class VolumeCounters
{
    private readonly long[] _calls = new long[Enum.GetValues<VolumeCall>().Length];
    private readonly ConcurrentDictionary<int, string> _files = new();
    private readonly ConcurrentDictionary<int, string> _folders = new();
    private long _bytesRead;
    private long _pathBytes;
    private int _openFiles;
    private int _mostOpenFiles;

    /// <summary>Files that were asked to be opened.</summary>
    public long Opens => Of(VolumeCall.OpenFile);

    /// <summary>Folders that were asked to be opened.</summary>
    public long FolderOpens => Of(VolumeCall.OpenFolder);

    /// <summary>Calls of Read.</summary>
    public long Reads => Of(VolumeCall.Read);

    /// <summary>Bytes that reads handed out.</summary>
    public long BytesRead => Interlocked.Read(ref _bytesRead);

    /// <summary>Calls of Stat, by path and by file.</summary>
    public long Stats => Of(VolumeCall.Stat) + Of(VolumeCall.StatFile);

    /// <summary>Bytes of all paths that were looked up, each from the folder that the call named.</summary>
    public long PathBytes => Interlocked.Read(ref _pathBytes);

    /// <summary>Calls of List.</summary>
    public long Lists => Of(VolumeCall.List);

    /// <summary>Calls of ReadLink.</summary>
    public long ReadLinks => Of(VolumeCall.ReadLink);

    /// <summary>Files open now.</summary>
    public int OpenFiles => Volatile.Read(ref _openFiles);

    /// <summary>Folders open now.</summary>
    public int OpenFolders => _folders.Count;

    /// <summary>The most files that were open at one time.</summary>
    public int MostOpenFiles => Volatile.Read(ref _mostOpenFiles);

    /// <summary>The paths of files and folders that are open now, in no order.</summary>
    public IReadOnlyList<string> StillOpen => [.. _files.Values, .. _folders.Values];

    /// <summary>How often one call was made.</summary>
    public long Of(VolumeCall call) => Interlocked.Read(ref _calls[(int)call]);

    /// <summary>Throws when a file or a folder was left open.</summary>
    /// <exception cref="InvalidOperationException">Something is open; the message names it.</exception>
    public void AssertAllClosed()
    {
        IReadOnlyList<string> open = StillOpen;
        if (open.Count > 0)
        {
            throw new InvalidOperationException($"{open.Count} left open: {string.Join(", ", open.Take(10))}");
        }
    }

    internal void Count(VolumeCall call) => Interlocked.Increment(ref _calls[(int)call]);

    internal void Count(VolumeCall call, ReadOnlySpan<byte> path)
    {
        Count(call);
        Interlocked.Add(ref _pathBytes, path.Length);
    }

    internal void CountBytes(int read) => Interlocked.Add(ref _bytesRead, read);

    internal string Join(FolderHandle at, ReadOnlySpan<byte> path)
    {
        string text = Encoding.UTF8.GetString(path);
        if (at == FolderHandle.None)
        {
            return text;
        }

        string folder = PathOf(at);
        if (text.Length == 0)
        {
            return folder;
        }

        return folder.EndsWith('/') ? folder + text : folder + "/" + text;
    }

    internal string PathOf(FileHandle file) => PathOf(_files, file.Value);

    internal string PathOf(FolderHandle folder) => PathOf(_folders, folder.Value);

    internal void Opened(FileHandle file, string path)
    {
        // Counted beside the table: counting a concurrent dictionary takes all its locks.
        int open = Interlocked.Increment(ref _openFiles);
        int most = MostOpenFiles;
        while (open > most)
        {
            most = Interlocked.CompareExchange(ref _mostOpenFiles, open, most);
        }

        _files[file.Value] = path;
    }

    internal void Opened(FolderHandle folder, string path) => _folders[folder.Value] = path;

    // Both are called before the handle is closed below: afterwards another thread may get the same number.
    internal void Closing(FileHandle file)
    {
        Remove(_files, file.Value);
        Interlocked.Decrement(ref _openFiles);
    }

    internal void Closing(FolderHandle folder) => Remove(_folders, folder.Value);

    private static string PathOf(ConcurrentDictionary<int, string> open, int handle) =>
        open.TryGetValue(handle, out string? path)
            ? path
            : throw new InvalidOperationException($"Handle {handle} is used but not open.");

    private static void Remove(ConcurrentDictionary<int, string> open, int handle)
    {
        if (!open.TryRemove(handle, out _))
        {
            throw new InvalidOperationException($"Handle {handle} is closed but not open.");
        }
    }
}

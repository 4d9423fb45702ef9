using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog.Tests;

/// <summary>
/// Files of a process that is killed at a call that changes something. From then on it changes nothing more, and its
/// files are closed, as the system does with those of a killed process.
/// </summary>
/// <param name="callsMax">How many calls succeed.</param>
/// <param name="tear">How much of the write at which it is killed is still done, from 0 to 1.</param>
internal sealed class StoppingFiles(int callsMax, double tear) : CatalogFiles, IDisposable
{
    private readonly List<SafeFileHandle> _handles = [];
    private int _calls;

    /// <summary>Whether it was killed.</summary>
    public bool IsStopped => _calls > callsMax;

    public void Dispose() => _handles.ForEach(handle => handle.Dispose());

    internal override SafeFileHandle? Open(string path, out string? reason) => Track(base.Open(path, out reason));

    internal override SafeFileHandle? OpenSealed(string path) => Track(base.OpenSealed(path));

    internal override FileLock? OpenLock(string path)
    {
        FileLock? lease = base.OpenLock(path);
        Track(lease?.File);
        return lease;
    }

    internal override SafeFileHandle Create(string path, bool isAppended)
    {
        Count();
        return Track(base.Create(path, isAppended))!;
    }

    internal override void CreateFolder(string path)
    {
        Count();
        base.CreateFolder(path);
    }

    internal override void Write(SafeFileHandle file, ReadOnlySpan<byte> bytes, long at)
    {
        if (_calls == callsMax && tear > 0)
        {
            base.Write(file, bytes[..(int)(bytes.Length * tear)], at);
        }

        Count();
        base.Write(file, bytes, at);
    }

    internal override void SetLength(SafeFileHandle file, long length)
    {
        Count();
        base.SetLength(file, length);
    }

    internal override void Rename(string from, string to)
    {
        Count();
        base.Rename(from, to);
    }

    internal override void Delete(string path)
    {
        Count();
        base.Delete(path);
    }

    // What is lost in a power cut is not tested by killing.
    internal override void Sync(SafeFileHandle file) => Count();

    private SafeFileHandle? Track(SafeFileHandle? handle)
    {
        if (handle is not null)
        {
            _handles.Add(handle);
        }

        return handle;
    }

    private void Count()
    {
        if (++_calls > callsMax)
        {
            throw new StoppedException();
        }
    }
}

/// <summary>The process was killed.</summary>
internal sealed class StoppedException : Exception;

using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog.Tests;

/// <summary>
/// Files of a process that is killed at a call that changes something. From then on it changes nothing more, and its
/// files are closed, as the system does with those of a killed process.
/// </summary>
/// <param name="callsMax">How many calls succeed.</param>
/// <param name="tear">How much of the write at which it is killed is still done, from 0 to 1.</param>
/// <param name="cutsPower">
/// Whether the power fails instead: names are then as they were at that call, but files that were not flushed are
/// empty.
/// </param>
internal sealed class StoppingFiles(int callsMax, double tear, bool cutsPower = false) : CatalogFiles, IDisposable
{
    private readonly List<SafeFileHandle> _handles = [];
    private readonly Dictionary<string, SafeFileHandle> _unflushed = [];
    private int _calls;

    /// <summary>Whether it was killed.</summary>
    public bool IsStopped => _calls > callsMax;

    public void Dispose()
    {
        _handles.ForEach(handle => handle.Dispose());
        if (cutsPower)
        {
            foreach (string path in _unflushed.Keys)
            {
                File.WriteAllBytes(path, []);
            }
        }
    }

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
        SafeFileHandle file = Track(base.Create(path, isAppended))!;
        _unflushed[path] = file;
        return file;
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
        if (_unflushed.Remove(from, out SafeFileHandle? file))
        {
            _unflushed[to] = file;
        }
    }

    internal override void Delete(string path)
    {
        Count();
        base.Delete(path);
        _unflushed.Remove(path);
    }

    internal override void Sync(SafeFileHandle file)
    {
        Count();
        foreach ((string path, SafeFileHandle other) in _unflushed)
        {
            if (other == file)
            {
                _unflushed.Remove(path);
            }
        }
    }

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

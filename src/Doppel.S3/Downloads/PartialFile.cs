using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.S3.Downloads;

/// <summary>A file that is being downloaded, and behind its content the notes of which parts it has already.</summary>
/// <remarks>
/// The notes stand where the object ends: what it is (its ETag, the length of parts), then a byte for each part, set
/// when the part has been written. So a download that was killed goes on with what it has. When all parts are there
/// the notes are cut off and the file gets its name.
/// </remarks>
internal sealed class PartialFile : IDisposable
{
    /// <summary>What stands behind the name of the file that it will be.</summary>
    internal const string Suffix = ".s3part";

    // One byte of memory a part, however long an object is said to be: 256 TiB in parts of 16 MiB.
    private const int PartsMax = 1 << 24;

    private readonly string _path;
    private readonly SafeFileHandle _file;
    private readonly long _length;
    private readonly int _partBytes;
    private readonly byte[] _head;
    private readonly bool[] _has;

    private PartialFile(string path, SafeFileHandle file, string etag, long length, int partBytes)
    {
        _path = path;
        _file = file;
        _length = length;
        _partBytes = partBytes;
        _has = new bool[(length + partBytes - 1) / partBytes];
        _head = Encoding.UTF8.GetBytes($"s3part 1\n{etag}\n{length}\n{partBytes}\n");
    }

    internal int PartCount => _has.Length;

    /// <summary>Opens what an earlier download of the same object left, or begins anew.</summary>
    /// <param name="target">The file that it will be.</param>
    /// <param name="etag">What is downloaded.</param>
    /// <param name="length">How many bytes it has.</param>
    /// <param name="partBytes">How long parts are.</param>
    /// <exception cref="IOException">It cannot be made, or another download has it open.</exception>
    internal static PartialFile Open(string target, string etag, long length, int partBytes)
    {
        if (length / partBytes >= PartsMax)
        {
            throw new IOException(
                $"An object of {length} bytes has too many parts of {partBytes} bytes. Use larger parts.");
        }

        string path = target + Suffix;
        SafeFileHandle file = OpenPlain(path);
        var partial = new PartialFile(path, file, etag, length, partBytes);
        try
        {
            if (!partial.ReadNotes())
            {
                partial.Begin();
            }
        }
        catch
        {
            partial.Discard();
            throw;
        }

        return partial;
    }

    /// <summary>Whether a later download could use any of it.</summary>
    internal bool HasAny => _has.Contains(true);

    internal bool Has(int part) => _has[part];

    internal long OffsetOf(int part) => (long)part * _partBytes;

    internal long BytesOf(int part) => Math.Min(_partBytes, _length - OffsetOf(part));

    internal void Write(long offset, ReadOnlySpan<byte> content) => RandomAccess.Write(_file, content, offset);

    /// <summary>Notes that a part has been written.</summary>
    internal void Done(int part)
    {
        _has[part] = true;
        RandomAccess.Write(_file, [1], _length + _head.Length + part);
    }

    /// <summary>Gives the file its name.</summary>
    internal void Finish(string target, bool replaces)
    {
        try
        {
            RandomAccess.SetLength(_file, _length);
            RandomAccess.FlushToDisk(_file);
            _file.Dispose();
            File.Move(_path, target, replaces);
        }
        catch
        {
            // Without its notes nothing can go on with it.
            Discard();
            throw;
        }
    }

    /// <summary>Removes the file, because no later download could use it.</summary>
    internal void Discard()
    {
        // While it is open, no other download takes the name. Windows does not remove what is open.
        if (OperatingSystem.IsWindows())
        {
            _file.Dispose();
        }

        Remove();
        _file.Dispose();
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    // Through a symbolic link somebody else's file would be written over.
    private static SafeFileHandle OpenPlain(string path)
    {
        try
        {
            return File.OpenHandle(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException) when (File.Exists(path) && new FileInfo(path).LinkTarget is null)
        {
            return File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        }
    }

    private void Remove()
    {
        try
        {
            File.Delete(_path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            // The caller must hear of the failure that led here.
        }
    }

    private bool ReadNotes()
    {
        byte[] notes = new byte[_head.Length + _has.Length];
        bool areThere = RandomAccess.GetLength(_file) == _length + notes.Length
            && RandomAccess.Read(_file, notes, _length) == notes.Length
            && notes.AsSpan().StartsWith(_head);
        for (int part = 0; areThere && part < _has.Length; part++)
        {
            _has[part] = notes[_head.Length + part] == 1;
        }

        return areThere;
    }

    private void Begin()
    {
        RandomAccess.SetLength(_file, 0);
        RandomAccess.Write(_file, _head, _length);
        RandomAccess.SetLength(_file, _length + _head.Length + _has.Length);
    }
}

using System.Buffers;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Doppel.Hashing;
using Microsoft.Win32.SafeHandles;

namespace Doppel.S3;

/// <summary>A partially downloaded file. A record of the parts that it contains follows its content.</summary>
/// <remarks>
/// The record starts where the object ends. It identifies the object (its ETag and the part size), followed by one byte
/// per part that is set when the part has been written. A download that was killed can therefore resume. When all parts
/// are present, the record is cut off and the file gets its final name.
/// </remarks>
internal sealed class PartialFile : IDisposable
{
    private const string Suffix = ".s3part";
    private const int DigestDigits = 32;

    private static readonly SearchValues<char> s_digits = SearchValues.Create("0123456789abcdef");

    // Limits memory to one byte per part, however large an object claims to be: 256 TiB in parts of 16 MiB.
    private const int PartsMax = 1 << 24;

    private const UnixFileMode OthersWrite = UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;

    private readonly string _path;
    private readonly SafeFileHandle _file;
    private readonly UnixFileMode? _mode;
    private readonly long _length;
    private readonly int _partBytes;
    private readonly byte[] _head;
    private readonly bool[] _has;

    private PartialFile(
        string path, SafeFileHandle file, UnixFileMode? mode, string etag, long length, int partBytes)
    {
        _path = path;
        _file = file;
        _mode = mode;
        _length = length;
        _partBytes = partBytes;
        _has = new bool[(length + partBytes - 1) / partBytes];
        _head = Encoding.UTF8.GetBytes($"s3part 1\n{etag}\n{length}\n{partBytes}\n");
    }

    internal int PartCount => _has.Length;

    internal static string PathFor(string target)
    {
        string name = Path.GetFileName(target);
        return string.Concat(target.AsSpan(0, target.Length - name.Length), NameFor(name));
    }

    /// <summary>
    /// Returns the name of the partial file for a file. It is short, however long the name of the file is, and always
    /// the same, so that a later download finds it.
    /// </summary>
    internal static string NameFor(string name)
    {
        Digest128 digest = Xxh3.Hash128(MemoryMarshal.AsBytes(name.AsSpan()));
        return string.Create(CultureInfo.InvariantCulture, $".{digest}{Suffix}");
    }

    /// <summary>Returns whether a name is one that <see cref="NameFor"/> creates.</summary>
    internal static bool IsName(ReadOnlySpan<char> name) =>
        name.Length == 1 + DigestDigits + Suffix.Length && name[0] == '.' && name.EndsWith(Suffix)
        && !name.Slice(1, DigestDigits).ContainsAnyExcept(s_digits);

    /// <summary>Opens the partial file of an earlier download of the same object, or starts a new one.</summary>
    /// <param name="target">The path of the final file.</param>
    /// <param name="etag">The ETag of the object.</param>
    /// <param name="length">The size of the object in bytes.</param>
    /// <param name="partBytes">The part size in bytes.</param>
    /// <exception cref="IOException">
    /// The file cannot be created, another download has it open, or it belongs to another user.
    /// </exception>
    internal static PartialFile Open(string target, string etag, long length, int partBytes)
    {
        if (length / partBytes >= PartsMax)
        {
            throw new IOException(
                $"An object of {length} bytes has too many parts of {partBytes} bytes. Use larger parts.");
        }

        string path = PathFor(target);
        SafeFileHandle file = OpenOwn(path, out UnixFileMode? mode);
        var partial = new PartialFile(path, file, mode, etag, length, partBytes);
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

    /// <summary>Whether the file contains at least one part, so that a later download can resume from it.</summary>
    internal bool HasAny => _has.Contains(true);

    internal bool Has(int part) => Volatile.Read(ref _has[part]);

    internal long OffsetOf(int part) => (long)part * _partBytes;

    internal long BytesOf(int part) => Math.Min(_partBytes, _length - OffsetOf(part));

    /// <summary>Reads content that has been written.</summary>
    internal void Read(long offset, Span<byte> content)
    {
        for (int done = 0; done < content.Length;)
        {
            int count = RandomAccess.Read(_file, content.Slice(done), offset + done);
            done += count > 0 ? count : throw new EndOfStreamException($"'{_path}' has been cut.");
        }
    }

    // .NET has another exception for a file that would become too large for its file system or the user's limit.
    internal void Write(long offset, ReadOnlySpan<byte> content)
    {
        try
        {
            RandomAccess.Write(_file, content, offset);
        }
        catch (ArgumentOutOfRangeException failure)
        {
            throw new IOException("File too large", failure);
        }
    }

    /// <summary>Records that a part has been written.</summary>
    internal void Done(int part)
    {
        Write(_length + _head.Length + part, [1]);
        Volatile.Write(ref _has[part], true);
    }

    /// <summary>Gives the file its final name.</summary>
    internal void Finish(string target, bool replaces)
    {
        try
        {
            RandomAccess.SetLength(_file, _length);
            if (!OperatingSystem.IsWindows() && _mode is { } mode)
            {
                File.SetUnixFileMode(_file, mode);
            }

            RandomAccess.FlushToDisk(_file);
            _file.Dispose();
            File.Move(_path, target, replaces);
        }
        catch
        {
            // The record has been cut off, so no download can resume from the file.
            Discard();
            throw;
        }
    }

    /// <summary>Deletes the file, because no later download can use it.</summary>
    internal void Discard()
    {
        // Delete before closing, so that no other download can open the file in between. Windows cannot delete an open
        // file.
        if (OperatingSystem.IsWindows())
        {
            _file.Dispose();
        }

        Remove();
        _file.Dispose();
    }

    public void Dispose() => _file.Dispose();

    // In a folder that others can write to, the file may be theirs, or a link to a file that is to be overwritten. Only
    // an own file that nobody else can write to, under one name, is continued.
    private static SafeFileHandle OpenOwn(string path, out UnixFileMode? mode)
    {
        if (OpenEarlier(path) is not { } file)
        {
            file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None);
            mode = MakePrivate(file);
            return file;
        }

        mode = FinalMode(file);
        return file;
    }

    // Returns the file of an earlier download, or null if there is none.
    private static SafeFileHandle? OpenEarlier(string path)
    {
        if (!OperatingSystem.IsLinux())
        {
            return File.Exists(path) && new FileInfo(path).LinkTarget is null
                ? File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None)
                : null;
        }

        if (LinuxFile.Of(path) is not { } named)
        {
            return null;
        }

        if (!named.IsOwn)
        {
            throw new IOException(
                $"The unfinished download '{Path.GetFileName(path)}' there belongs to another user. Remove it, or "
                + "download to another folder.");
        }

        if (named.IsPrivate)
        {
            SafeFileHandle file = File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            if (LinuxFile.Of(file) is { IsOwn: true, IsPrivate: true } opened && opened.Identity == named.Identity)
            {
                return file;
            }

            file.Dispose();
            throw new IOException(
                $"The unfinished download '{Path.GetFileName(path)}' was replaced at the same moment.");
        }

        // Any program may have written its content. It loses its name, and a new file is started.
        File.Delete(path);
        return null;
    }

    // Returns the mode that the finished file gets.
    private static UnixFileMode? MakePrivate(SafeFileHandle file)
    {
        if (OperatingSystem.IsWindows())
        {
            return null;
        }

        UnixFileMode mode = File.GetUnixFileMode(file);
        if ((mode & OthersWrite) != 0)
        {
            File.SetUnixFileMode(file, mode & ~OthersWrite);
        }

        return mode;
    }

    // A file that was begun earlier no longer shows whether others may write to it in the end.
    private static UnixFileMode? FinalMode(SafeFileHandle file)
    {
        const string Status = "/proc/self/status";
        const string Umask = "Umask:";
        string? line = OperatingSystem.IsLinux() && File.Exists(Status)
            ? File.ReadLines(Status).FirstOrDefault(static line => line.StartsWith(Umask, StringComparison.Ordinal))
            : null;
        if (OperatingSystem.IsWindows() || line is null)
        {
            return null;
        }

        var umask = (UnixFileMode)Convert.ToInt32(line[Umask.Length..].Trim(), 8);
        return File.GetUnixFileMode(file) | (OthersWrite & ~umask);
    }

    private void Remove()
    {
        try
        {
            File.Delete(_path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            // Report the failure that led here, not this one.
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
        Write(_length, _head);
        RandomAccess.SetLength(_file, _length + _head.Length + _has.Length);
    }
}

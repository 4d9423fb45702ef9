using System.Buffers.Binary;
using Doppel.Hashing;
using Doppel.Volumes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>A run that is open for reading: one file with sorted segments.</summary>
/// <remarks>Reads by pread alone. A mapped file that another process cuts would end this one by a signal.</remarks>
internal sealed class RunFile : IDisposable
{
    internal const int HeaderBytes = 64;

    private const ulong Magic = 0x6C65_7070_6F44_4643; // "CFDoppel"
    private const int CheckedBytes = 56;

    private readonly CatalogFiles _files;
    private readonly SafeFileHandle _handle;

    private RunFile(CatalogFiles files, SafeFileHandle handle, RunName name, ulong id)
    {
        (_files, _handle, Name, Id) = (files, handle, name, id);
        Length = RandomAccess.GetLength(handle);
    }

    internal RunName Name { get; }

    /// <summary>A random number, which all checks in the file depend on.</summary>
    internal ulong Id { get; }

    /// <summary>The length when it was opened. What is appended later is not seen.</summary>
    internal long Length { get; }

    /// <summary>Takes over an open file.</summary>
    /// <returns>Null if its header is damaged or that of another file system. The file is closed then.</returns>
    internal static RunFile? TryRead(
        CatalogFiles files, SafeFileHandle handle, RunName name, FileSystemIdentity fileSystem)
    {
        Span<byte> header = stackalloc byte[HeaderBytes];
        Span<byte> expected = stackalloc byte[HeaderBytes];
        if (files.Read(handle, header, 0) == HeaderBytes)
        {
            ulong id = BinaryPrimitives.ReadUInt64LittleEndian(header[16..]);
            WriteHeader(expected, id, fileSystem);
            if (expected.SequenceEqual(header))
            {
                return new RunFile(files, handle, name, id);
            }
        }

        handle.Dispose();
        return null;
    }

    internal static void WriteHeader(Span<byte> destination, ulong id, FileSystemIdentity fileSystem)
    {
        destination[..HeaderBytes].Clear();
        BinaryPrimitives.WriteUInt64LittleEndian(destination, Magic);
        BinaryPrimitives.WriteUInt32LittleEndian(destination[8..], 1);
        BinaryPrimitives.WriteUInt64LittleEndian(destination[16..], id);
        BinaryPrimitives.WriteUInt128LittleEndian(destination[24..], fileSystem.Id);
        BinaryPrimitives.WriteUInt64LittleEndian(destination[40..], fileSystem.Subvolume);
        BinaryPrimitives.WriteUInt64LittleEndian(
            destination[CheckedBytes..], Xxh3.Hash128(destination[..CheckedBytes]).Low);
    }

    /// <summary>Reads the header of a segment.</summary>
    /// <param name="at">Its offset: <see cref="HeaderBytes"/>, or the end of the segment before.</param>
    /// <param name="segment">The segment.</param>
    /// <returns>False at the end of the file, and where the header is damaged or the file was cut.</returns>
    internal bool TryReadSegment(long at, out Segment segment)
    {
        Span<byte> header = stackalloc byte[Segment.HeaderBytes];
        segment = default;
        return at + Segment.HeaderBytes <= Length
            && TryRead(header, at)
            && Segment.TryRead(header, Id, at, out segment)
            && segment.End <= Length;
    }

    /// <summary>Reads bytes, all or none.</summary>
    internal bool TryRead(Span<byte> buffer, long at) => _files.Read(_handle, buffer, at) == buffer.Length;

    /// <summary>Reads a part and the 8 bytes of its check behind it.</summary>
    internal bool TryReadChecked(Span<byte> buffer, long at) =>
        TryRead(buffer, at)
        && BinaryPrimitives.ReadUInt64LittleEndian(buffer[^8..]) == Segment.CheckOf(buffer[..^8], Id, at);

    public void Dispose() => CatalogFiles.Close(_handle);
}

using System.Runtime.InteropServices;
using Doppel.Pooling;
using Doppel.Volumes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>Writes the segments of a run. Not thread-safe.</summary>
/// <remarks>
/// A segment that fits into the buffer is written by one call, or by two if it has texts. Of a larger one, the header
/// is written last, which needs a file that no process reads yet.
/// </remarks>
internal sealed class RunWriter : IDisposable
{
    // A batch of 4,096 facts with its index and the header of the file takes 198 KB.
    private const int BufferBytes = 256 * 1024;

    private readonly CatalogFiles _files;
    private readonly SafeFileHandle _handle;
    private readonly ulong _id;
    private readonly NativeBuffer<byte> _buffer = new(BufferBytes);
    private readonly NativeBuffer<ulong> _index = new(Segment.CountMax / Segment.BlockRecords);
    private NativeBuffer<byte>? _texts;
    private int _textBytes;
    private int _used;
    private long _bufferAt;
    private long _segmentAt;
    private int _count;
    private ulong _first;
    private ulong _last;

    /// <summary>Starts a run in an empty file, which this closes.</summary>
    internal RunWriter(CatalogFiles files, SafeFileHandle handle, FileSystemIdentity fileSystem)
    {
        (_files, _handle, _id) = (files, handle, RandomId.New());
        RunFile.WriteHeader(_buffer.Span, _id, fileSystem);
        _used = RunFile.HeaderBytes;
    }

    /// <summary>The length of the file with everything that is still in the buffer.</summary>
    internal long Length => _bufferAt + _used;

    internal int Segments { get; private set; }

    /// <summary>Adds a record, which must not sort before the one before.</summary>
    internal void Append(FactRecord record)
    {
        if (_count == 0)
        {
            (_segmentAt, _first) = (Length, record.Inode);
            Reserve(Segment.HeaderBytes);
        }

        if (_count % Segment.BlockRecords == 0)
        {
            _index[_count / Segment.BlockRecords] = record.Inode;
        }

        record.Seal(_id);
        MemoryMarshal.Write(Reserve(FactRecord.ByteCount), in record);
        _last = record.Inode;
        if (++_count == Segment.CountMax)
        {
            EndSegment();
        }
    }

    /// <summary>Adds a record with its text.</summary>
    internal void Append(FactRecord record, ReadOnlySpan<byte> text)
    {
        if (_textBytes + text.Length > Segment.TextBytesMax)
        {
            EndSegment();
        }

        _texts ??= new NativeBuffer<byte>(Segment.TextBytesMax);
        text.CopyTo(_texts.Span[_textBytes..]);
        record.SetText(_textBytes, text);
        _textBytes += text.Length;
        Append(record);
    }

    /// <summary>Completes the segment, if one has begun.</summary>
    internal void EndSegment()
    {
        if (_count == 0)
        {
            return;
        }

        var segment = new Segment(_segmentAt, _count, _first, _last, _textBytes);
        ReadOnlySpan<ulong> entries = _index.Span[..segment.Blocks];
        Span<ulong> top = stackalloc ulong[segment.Pages];
        for (int page = 0; page < top.Length; page++)
        {
            ReadOnlySpan<ulong> part = entries.Slice(page * Segment.PageEntries, segment.EntriesOf(page));
            top[page] = part[0];
            AppendChecked(part);
        }

        AppendChecked(top);
        Span<byte> header = stackalloc byte[Segment.HeaderBytes];
        segment.WriteHeader(header, _id);
        if (segment.At >= _bufferAt)
        {
            header.CopyTo(_buffer.Span[(int)(segment.At - _bufferAt)..]);
        }
        else
        {
            _files.Write(_handle, header, segment.At);
        }

        WriteTexts();
        _count = 0;
        Segments++;
    }

    /// <summary>Writes what is in the buffer.</summary>
    internal void Write()
    {
        if (_used > 0)
        {
            _files.Write(_handle, _buffer.Span[.._used], _bufferAt);
            _bufferAt += _used;
            _used = 0;
        }
    }

    /// <summary>Cuts off what a failed write left, and drops the buffer.</summary>
    internal void CutBack()
    {
        (_used, _count, _textBytes) = (0, 0, 0);
        _files.SetLength(_handle, _bufferAt);
    }

    /// <summary>Waits until everything is on the disk.</summary>
    internal void Sync() => _files.Sync(_handle);

    /// <summary>Closes the file, without what is in the buffer.</summary>
    public void Dispose()
    {
        CatalogFiles.Close(_handle);
        _buffer.Dispose();
        _texts?.Dispose();
        _index.Dispose();
    }

    private void WriteTexts()
    {
        if (_used + _textBytes <= BufferBytes)
        {
            _texts?.Span[.._textBytes].CopyTo(Reserve(_textBytes));
        }
        else
        {
            Write();
            _files.Write(_handle, _texts!.Span[.._textBytes], _bufferAt);
            _bufferAt += _textBytes;
        }

        _textBytes = 0;
    }

    private void AppendChecked(ReadOnlySpan<ulong> entries)
    {
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(entries);
        long at = Length;
        bytes.CopyTo(Reserve(bytes.Length));
        ulong check = Segment.CheckOf(bytes, _id, at);
        MemoryMarshal.Write(Reserve(8), in check);
    }

    private Span<byte> Reserve(int bytes)
    {
        if (_used + bytes > BufferBytes)
        {
            Write();
        }

        _used += bytes;
        return _buffer.Span.Slice(_used - bytes, bytes);
    }
}

using Doppel.Media;

namespace Doppel.Finding;

/// <summary>An open file as a source for media parsers. Can be reused for one file after another.</summary>
/// <remarks>
/// Parsers go back and forth between a few places. The most recently read data is kept, so that it is read only once.
/// </remarks>
/// <param name="reader">Reads files and records problems.</param>
internal sealed class OpenFileSource(ContentReader reader) : IMediaSource
{
    /// <summary>
    /// The number of payload bytes that header parsers examine, so that they have been read along with the headers.
    /// </summary>
    internal const int BeginningBytes = 512;

    private const int WindowBytes = 4096;
    private const int ContentBytes = 64 * WindowBytes;
    private const int BeginningBytesMax = ContentBytes / 4;
    private const int WindowsMax = 1024;

    private readonly byte[] _content = GC.AllocateUninitializedArray<byte>(ContentBytes);

    // A ring, in which the oldest is the first. New ones replace it.
    private readonly KeptWindow[] _kept = new KeptWindow[WindowsMax];
    private int _first;
    private int _count;
    private int _end;

    // The window that was read last, counted from the oldest one, and the end of all windows in the file.
    private int _latest;
    private long _behind;
    private OpenCopy _file;
    private bool _isPeek;

    public long Length => _file.Facts.Size;

    /// <summary>Gets whether a read failed.</summary>
    internal bool Failed { get; private set; }

    /// <summary>Gets or sets whether only what is kept can be read, so that nothing more is read.</summary>
    internal bool IsKeptOnly { get; set; }

    /// <summary>Switches to another file.</summary>
    /// <param name="file">The open file.</param>
    /// <param name="isPeek">Whether to ignore read failures instead of recording them as problems.</param>
    internal void Open(in OpenCopy file, bool isPeek = false)
    {
        _file = file with { Payload = null };
        _isPeek = isPeek;
        IsKeptOnly = false;
        Failed = false;
        Forget();
    }

    /// <summary>Keeps data that has already been read from the file.</summary>
    internal void Keep(long offset, ReadOnlySpan<byte> content)
    {
        content = content[..Math.Min(content.Length, WindowBytes)];
        if (content.Length == 0)
        {
            return;
        }

        if (_end + content.Length > ContentBytes)
        {
            MakeRoom(ContentBytes);
            _end = 0;
        }

        MakeRoom(_end + content.Length);
        content.CopyTo(_content.AsSpan(_end));
        Add(offset, content.Length);
    }

    /// <summary>Reads everything before a position at once, if it spans several windows and is not too large.</summary>
    internal void ReadBefore(long place)
    {
        if (place is <= WindowBytes or > BeginningBytesMax || place > Length
            || !reader.TryRead(_file, 0, _content.AsSpan(0, (int)place)))
        {
            return;
        }

        Forget();
        Add(0, (int)place);
    }

    public bool TryRead(long offset, Span<byte> buffer)
    {
        if (TryReadKept(offset, buffer))
        {
            return true;
        }

        if (IsKeptOnly || Failed)
        {
            return false;
        }

        if (!(_isPeek ? reader.TryPeek(_file, offset, buffer) : reader.TryRead(_file, offset, buffer)))
        {
            Failed = true;
            return false;
        }

        if (buffer.Length <= WindowBytes)
        {
            Keep(offset, buffer);
        }

        return true;
    }

    // What is asked for may lie in several windows.
    private bool TryReadKept(long offset, Span<byte> buffer)
    {
        while (buffer.Length > 0)
        {
            KeptWindow window = WindowOf(offset);
            if (window.Bytes == 0)
            {
                return false;
            }

            int at = (int)(offset - window.Offset);
            int bytes = Math.Min(buffer.Length, window.Bytes - at);
            _content.AsSpan(window.At + at, bytes).CopyTo(buffer);
            buffer = buffer[bytes..];
            offset += bytes;
        }

        return true;
    }

    // Parsers mostly go on where they are, and often go the same way again.
    private KeptWindow WindowOf(long offset)
    {
        for (int i = _latest; i < Math.Min(_latest + 2, _count); i++)
        {
            if (At(i).Has(offset))
            {
                _latest = i;
                return At(i);
            }
        }

        for (int i = 0; i < _count && offset < _behind; i++)
        {
            if (At(i).Has(offset))
            {
                _latest = i;
                return At(i);
            }
        }

        return default;
    }

    private ref KeptWindow At(int number) => ref _kept[(_first + number) % WindowsMax];

    private void Add(long offset, int bytes)
    {
        if (_count == WindowsMax)
        {
            DropFirst();
        }

        _latest = _count++;
        At(_latest) = new KeptWindow(offset, bytes, _end);
        _end += bytes;
        _behind = Math.Max(_behind, offset + bytes);
    }

    private void DropFirst()
    {
        _first = (_first + 1) % WindowsMax;
        _count--;
        _latest = Math.Max(0, _latest - 1);
    }

    // Drops what stands between the newest window and a place.
    private void MakeRoom(int end)
    {
        while (_count > 0 && At(0).At >= _end && At(0).At < end)
        {
            DropFirst();
        }
    }

    private void Forget() => (_first, _count, _latest, _end, _behind) = (0, 0, 0, 0, 0);

    /// <summary>A part of the file that is kept.</summary>
    /// <param name="Offset">The offset in the file.</param>
    /// <param name="Bytes">The number of bytes.</param>
    /// <param name="At">The place of the first one in memory.</param>
    private readonly record struct KeptWindow(long Offset, int Bytes, int At)
    {
        internal bool Has(long offset) => offset >= Offset && offset < Offset + Bytes;
    }
}

using System.Buffers.Binary;
using System.Text;

namespace Doppel.Catalog;

/// <summary>Builds one block after the other in one buffer, and writes them.</summary>
internal sealed class SavedBlock(Stream output, ulong id, long at)
{
    private const int NumberBytesMax = 10;

    private byte[] _bytes = new byte[2 * SavedFormat.PayloadBytesWanted];
    private int _used = SavedFormat.BlockHeadBytes;

    /// <summary>Where in the file the block starts.</summary>
    internal long At { get; private set; } = at;

    /// <summary>The number of bytes after the head so far.</summary>
    internal int Length => _used - SavedFormat.BlockHeadBytes;

    internal Span<byte> Reserve(int bytes)
    {
        if (bytes > _bytes.Length - _used)
        {
            Array.Resize(ref _bytes, Math.Max(_used + bytes, 2 * _bytes.Length));
        }

        _used += bytes;
        return _bytes.AsSpan(_used - bytes, bytes);
    }

    internal void Add(byte value) => Reserve(1)[0] = value;

    /// <summary>Adds a number, seven bits a byte, lowest first. The top bit says that another byte follows.</summary>
    internal void AddNumber(ulong value)
    {
        Span<byte> bytes = Reserve(NumberBytesMax);
        int count = 0;
        for (; value >= 0x80; value >>= 7)
        {
            bytes[count++] = (byte)(value | 0x80);
        }

        bytes[count++] = (byte)value;
        _used -= NumberBytesMax - count;
    }

    internal void AddFixed(ulong value) => BinaryPrimitives.WriteUInt64LittleEndian(Reserve(sizeof(ulong)), value);

    /// <summary>Adds the number of bytes, and the bytes.</summary>
    internal void AddText(ReadOnlySpan<byte> text)
    {
        AddNumber((ulong)text.Length);
        text.CopyTo(Reserve(text.Length));
    }

    internal void AddText(string text) => AddText(Encoding.UTF8.GetBytes(text));

    /// <summary>Writes the block and begins the next, unless the block is empty.</summary>
    internal void Write(SavedBlockKind kind)
    {
        if (Length > 0)
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThan(Length, SavedFormat.PayloadBytesMax);
            Span<byte> block = _bytes.AsSpan(0, _used);
            SavedFormat.Seal(block, kind, id, At);
            output.Write(block);
            At += _used;
            _used = SavedFormat.BlockHeadBytes;
        }
    }
}

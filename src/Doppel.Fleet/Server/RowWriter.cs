using System.Buffers;
using System.Buffers.Binary;

namespace Doppel.Fleet;

/// <summary>Writes rows in the format RowBinary, value by value.</summary>
internal sealed class RowWriter
{
    private readonly ArrayBufferWriter<byte> _bytes = new();

    /// <summary>Gets what was written.</summary>
    internal ReadOnlyMemory<byte> Bytes => _bytes.WrittenMemory;

    internal void Clear() => _bytes.ResetWrittenCount();

    internal void Write(byte value) => _bytes.Write([value]);

    internal void Write(uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(_bytes.GetSpan(sizeof(uint)), value);
        _bytes.Advance(sizeof(uint));
    }

    internal void Write(ulong value)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(_bytes.GetSpan(sizeof(ulong)), value);
        _bytes.Advance(sizeof(ulong));
    }

    /// <summary>Writes bytes of a known number.</summary>
    internal void Write(ReadOnlySpan<byte> bytes) => _bytes.Write(bytes);

    /// <summary>Writes a text, which is bytes, after its length: LEB128.</summary>
    internal void WriteText(ReadOnlySpan<byte> text)
    {
        uint left = (uint)text.Length;
        for (; left >= 0x80; left >>= 7)
        {
            Write((byte)(left | 0x80));
        }

        Write((byte)left);
        Write(text);
    }
}

using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Fleet;

/// <summary>Reads rows in the format RowBinary, value by value.</summary>
internal sealed class RowStream(Stream stream) : IDisposable
{
    /// <summary>The maximum length of a text. A name of the longest possible path is shorter.</summary>
    internal const int TextMax = 1 << 20;

    private readonly byte[] _number = new byte[sizeof(ulong)];

    /// <summary>Reads the first number of the next row.</summary>
    /// <returns>False at the end.</returns>
    internal bool TryReadUInt64(out ulong value)
    {
        int first = stream.ReadByte();
        if (first < 0)
        {
            value = 0;
            return false;
        }

        _number[0] = (byte)first;
        stream.ReadExactly(_number, 1, _number.Length - 1);
        value = BinaryPrimitives.ReadUInt64LittleEndian(_number);
        return true;
    }

    /// <inheritdoc cref="BinaryReader.ReadUInt64"/>
    internal ulong ReadUInt64() => TryReadUInt64(out ulong value) ? value : throw End();

    /// <inheritdoc cref="BinaryReader.ReadUInt32"/>
    internal uint ReadUInt32()
    {
        stream.ReadExactly(_number, 0, sizeof(uint));
        return BinaryPrimitives.ReadUInt32LittleEndian(_number);
    }

    /// <inheritdoc cref="BinaryReader.ReadByte"/>
    internal byte ReadByte()
    {
        stream.ReadExactly(_number, 0, 1);
        return _number[0];
    }

    /// <summary>Reads bytes of a known number.</summary>
    internal void Read(Span<byte> bytes) => stream.ReadExactly(bytes);

    /// <inheritdoc cref="Read"/>
    internal byte[] ReadBytes(int count)
    {
        byte[] bytes = new byte[count];
        stream.ReadExactly(bytes);
        return bytes;
    }

    /// <summary>Reads a digest.</summary>
    internal Digest128 ReadDigest()
    {
        Span<byte> bytes = stackalloc byte[Digest128.ByteCount];
        stream.ReadExactly(bytes);
        return new Digest128(
            BinaryPrimitives.ReadUInt64BigEndian(bytes), BinaryPrimitives.ReadUInt64BigEndian(bytes[sizeof(ulong)..]));
    }

    /// <summary>Reads the number of bytes in a text, or of items in an array: LEB128.</summary>
    internal int ReadLength()
    {
        int length = 0;
        for (int shift = 0; ; shift += 7)
        {
            int next = stream.ReadByte();
            length |= (next & 0x7f) << shift;
            if (next < 0 || shift > 21 || length > TextMax)
            {
                throw End();
            }

            if (next < 0x80)
            {
                return length;
            }
        }
    }

    /// <summary>Reads a text, which is bytes.</summary>
    internal byte[] ReadText()
    {
        byte[] text = new byte[ReadLength()];
        stream.ReadExactly(text);
        return text;
    }

    public void Dispose() => stream.Dispose();

    private static EndOfStreamException End() => new("The answer of the server ends in the middle of a row.");
}

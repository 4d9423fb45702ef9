using System.Buffers.Binary;
using System.Text;

namespace Doppel.Catalog;

/// <summary>
/// Reads the fields of a block. Throws <see cref="SavedFormatException"/> if they do not fit into it.
/// </summary>
internal ref struct SavedFields(ReadOnlySpan<byte> payload, int at = 0)
{
    private const int NumberBitsMax = 63;

    private readonly ReadOnlySpan<byte> _payload = payload;

    /// <summary>Where in the payload the next field starts.</summary>
    internal int At { get; private set; } = at <= payload.Length ? at : throw SavedFormatException.Damaged();

    /// <summary>Whether no field follows.</summary>
    internal readonly bool IsAtEnd => At == _payload.Length;

    internal byte Byte() => Bytes(1)[0];

    internal ulong Number()
    {
        ulong value = 0;
        for (int bits = 0; bits <= NumberBitsMax; bits += 7)
        {
            byte next = Byte();
            value |= (ulong)(next & 0x7F) << bits;
            if (next < 0x80)
            {
                return value;
            }
        }

        throw SavedFormatException.Damaged();
    }

    /// <summary>Reads a number that is at most a limit.</summary>
    internal long Number(long max) => Number() is var value && value <= (ulong)max
        ? (long)value
        : throw SavedFormatException.Damaged();

    internal ulong Fixed() => BinaryPrimitives.ReadUInt64LittleEndian(Bytes(sizeof(ulong)));

    internal ReadOnlySpan<byte> Text() => Bytes((int)Number(SavedFormat.PayloadBytesMax));

    /// <summary>Reads a text that can be the name of a file.</summary>
    internal ReadOnlySpan<byte> Name()
    {
        ReadOnlySpan<byte> name = Text();
        bool isName = !name.IsEmpty && name.IndexOfAny((byte)'/', (byte)0) < 0
            && !name.SequenceEqual("."u8) && !name.SequenceEqual(".."u8);
        return isName ? name : throw SavedFormatException.Damaged();
    }

    internal string String() => Encoding.UTF8.GetString(Text());

    internal ReadOnlySpan<byte> Bytes(int count)
    {
        if (count > _payload.Length - At)
        {
            throw SavedFormatException.Damaged();
        }

        At += count;
        return _payload.Slice(At - count, count);
    }
}

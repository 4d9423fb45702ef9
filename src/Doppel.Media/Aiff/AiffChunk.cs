using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>A chunk of an IFF file (EA IFF 85): an ID, a big-endian length and data padded to an even length.</summary>
/// <param name="Id">The four-character ID as a big-endian number.</param>
/// <param name="Start">The offset of the data.</param>
/// <param name="Bytes">The length of the data in bytes, without padding.</param>
internal readonly record struct AiffChunk(uint Id, long Start, long Bytes)
{
    internal const int HeaderBytes = 8;

    /// <summary>Gets the offset of the next chunk.</summary>
    internal long Next => Start + Bytes + (Bytes & 1);

    /// <summary>Reads the chunk header at an offset.</summary>
    internal static AiffChunk At(HeaderReader file, long at) =>
        new(file.BigEndian32(at), at + HeaderBytes, file.BigEndian32(at + 4));

    /// <summary>Converts a four-character ID to a number.</summary>
    internal static uint IdOf(ReadOnlySpan<byte> letters) => BinaryPrimitives.ReadUInt32BigEndian(letters);
}

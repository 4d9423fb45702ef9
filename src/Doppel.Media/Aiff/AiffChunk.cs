using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>A chunk of an IFF file (EA IFF 85): four letters, a big-endian length, made even.</summary>
/// <param name="Id">The letters, as a big-endian number.</param>
/// <param name="Start">Where its bytes begin.</param>
/// <param name="Bytes">How many they are.</param>
internal readonly record struct AiffChunk(uint Id, long Start, long Bytes)
{
    internal const int HeaderBytes = 8;

    /// <summary>Where the next one begins.</summary>
    internal long Next => Start + Bytes + (Bytes & 1);

    /// <summary>Reads the header at a place.</summary>
    internal static AiffChunk At(HeaderReader file, long at) =>
        new(file.BigEndian32(at), at + HeaderBytes, file.BigEndian32(at + 4));

    /// <summary>The number of four letters.</summary>
    internal static uint IdOf(ReadOnlySpan<byte> letters) => BinaryPrimitives.ReadUInt32BigEndian(letters);
}

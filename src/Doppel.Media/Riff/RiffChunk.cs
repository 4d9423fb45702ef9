using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>One chunk of a RIFF file: four letters, a length, and its bytes, padded to an even number.</summary>
/// <param name="Id">The letters, as a little-endian number.</param>
/// <param name="Start">Where its bytes begin.</param>
/// <param name="Bytes">How many they are.</param>
internal readonly record struct RiffChunk(uint Id, long Start, long Bytes)
{
    internal const int HeaderBytes = 8;

    /// <summary>Where its bytes end.</summary>
    internal long End => Start + Bytes;

    /// <summary>Where the next one begins.</summary>
    internal long Next => Start + Bytes + (Bytes & 1);

    /// <summary>Reads the header at a place.</summary>
    internal static RiffChunk At(HeaderReader file, long at) =>
        new(file.LittleEndian32(at), at + HeaderBytes, file.LittleEndian32(at + 4));

    /// <summary>The number of four letters.</summary>
    internal static uint IdOf(ReadOnlySpan<byte> letters) => BinaryPrimitives.ReadUInt32LittleEndian(letters);
}

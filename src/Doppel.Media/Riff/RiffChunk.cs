using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>A chunk of a RIFF file: a four-character ID, a length and data padded to an even length.</summary>
/// <param name="Id">The ID as a little-endian number.</param>
/// <param name="Start">The offset of the data.</param>
/// <param name="Bytes">The length of the data in bytes, without padding.</param>
internal readonly record struct RiffChunk(uint Id, long Start, long Bytes)
{
    internal const int HeaderBytes = 8;

    private static readonly uint[] s_tags =
    [
        IdOf("id3 "u8), IdOf("ID3 "u8), IdOf("LIST"u8), IdOf("IDVX"u8), IdOf("bext"u8), IdOf("iXML"u8), IdOf("_PMX"u8),
        IdOf("JUNK"u8),
    ];

    /// <summary>Gets the ID as four characters.</summary>
    internal string Letters => FourLetters.Text(BinaryPrimitives.ReverseEndianness(Id));

    /// <summary>Gets the offset at which the data ends, before any padding.</summary>
    internal long End => Start + Bytes;

    /// <summary>Gets the offset of the next chunk.</summary>
    internal long Next => Start + Bytes + (Bytes & 1);

    /// <summary>Reads the chunk header at an offset.</summary>
    internal static RiffChunk At(HeaderReader file, long at) =>
        new(file.LittleEndian32(at), at + HeaderBytes, file.LittleEndian32(at + 4));

    /// <summary>
    /// Returns whether everything from an offset on is chunks with tags, which some programs append without counting
    /// them.
    /// </summary>
    internal static bool AreTags(HeaderReader file, long at) =>
        AppendedChunks.Fill(file, at, s_tags, file.LittleEndian32);

    /// <summary>Converts a four-character ID to a number.</summary>
    internal static uint IdOf(ReadOnlySpan<byte> letters) => BinaryPrimitives.ReadUInt32LittleEndian(letters);
}

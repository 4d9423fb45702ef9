using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>A chunk of an IFF file (EA IFF 85): an ID, a big-endian length and data padded to an even length.</summary>
/// <param name="Id">The four-character ID as a big-endian number.</param>
/// <param name="Start">The offset of the data.</param>
/// <param name="Bytes">The length of the data in bytes, without padding.</param>
internal readonly record struct AiffChunk(uint Id, long Start, long Bytes)
{
    internal const int HeaderBytes = 8;

    private static readonly uint[] s_tags =
    [
        IdOf("ID3 "u8), IdOf("id3 "u8), IdOf("NAME"u8), IdOf("AUTH"u8), IdOf("(c) "u8), IdOf("ANNO"u8),
    ];

    /// <summary>
    /// Returns whether everything from an offset on is chunks with tags, which some programs append without counting
    /// them.
    /// </summary>
    internal static bool AreTags(HeaderReader file, long at) =>
        AppendedChunks.Fill(file, at, s_tags, file.BigEndian32);

    /// <summary>Gets the ID as four characters.</summary>
    internal string Letters => FourLetters.Text(Id);

    /// <summary>Gets the offset of the next chunk.</summary>
    internal long Next => Start + Bytes + (Bytes & 1);

    /// <summary>Reads the chunk header at an offset.</summary>
    internal static AiffChunk At(HeaderReader file, long at) =>
        new(file.BigEndian32(at), at + HeaderBytes, file.BigEndian32(at + 4));

    /// <summary>Converts a four-character ID to a number.</summary>
    internal static uint IdOf(ReadOnlySpan<byte> letters) => BinaryPrimitives.ReadUInt32BigEndian(letters);
}

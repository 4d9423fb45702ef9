using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>A chunk with a four-character ID and a 64-bit big-endian length, as in DSDIFF and CAF.</summary>
/// <param name="Id">The ID as a big-endian number.</param>
/// <param name="Start">The offset of the data.</param>
/// <param name="Bytes">The length of the data in bytes, without padding. Negative if it is unknown or damaged.</param>
internal readonly record struct LongChunk(uint Id, long Start, long Bytes)
{
    internal const int HeaderBytes = 12;

    /// <summary>Gets the ID as four characters.</summary>
    internal string Letters => FourLetters.Text(Id);

    /// <summary>Gets whether the file contained a chunk: false for the default value.</summary>
    internal bool Exists => Start > 0;

    /// <summary>Reads the chunk header at an offset.</summary>
    internal static LongChunk At(HeaderReader file, long at) =>
        new(file.BigEndian32(at), at + HeaderBytes, file.BigEndian64(at + 4));

    /// <summary>Returns whether the chunk has an ID.</summary>
    internal bool Is(ReadOnlySpan<byte> id) => Exists && Id == BinaryPrimitives.ReadUInt32BigEndian(id);

    /// <summary>Returns this chunk if it has an ID, and otherwise the one that was found before.</summary>
    /// <exception cref="NotComparableException">This one and another one have the ID.</exception>
    internal LongChunk KeepFor(LongChunk before, ReadOnlySpan<byte> id)
    {
        if (!Is(id))
        {
            return before;
        }

        if (before.Exists)
        {
            NotComparableException.Throw("it has two chunks of which one is allowed");
        }

        return this;
    }
}

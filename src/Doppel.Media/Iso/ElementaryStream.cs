using System.Numerics;

namespace Doppel.Media;

/// <summary>What an elementary stream descriptor says to a decoder (ISO/IEC 14496-1, 7.2.6).</summary>
/// <remarks>
/// The number of the stream, its buffer and bit rates, and in how many bytes a length is written are up to the program
/// that wrote the file.
/// </remarks>
internal readonly ref struct ElementaryStream
{
    private const int VersionBytes = 4;
    private const int RatesBytes = 11; // buffer size, maximum and average bit rate
    private const byte StreamTag = 3;
    private const byte DecoderTag = 4;
    private const byte SetupTag = 5;

    private ElementaryStream(byte kind, int stream, ReadOnlySpan<byte> setup)
    {
        Kind = kind;
        Stream = stream;
        Setup = setup;
    }

    /// <summary>Gets the kind of object, such as 0x40 for AAC.</summary>
    internal byte Kind { get; }

    /// <summary>Gets the kind of stream, such as 5 for sound.</summary>
    internal int Stream { get; }

    /// <summary>Gets the setup of the decoder; empty if it has none, as for MP3.</summary>
    internal ReadOnlySpan<byte> Setup { get; }

    /// <summary>Reads the content of an esds box.</summary>
    /// <returns>False if it has no such descriptor, or not in a form that is known.</returns>
    internal static bool TryRead(ReadOnlySpan<byte> content, out ElementaryStream stream)
    {
        stream = default;
        ReadOnlySpan<byte> rest = content.Length > VersionBytes ? content[VersionBytes..] : default;
        if (!TryEnter(ref rest, StreamTag) || rest.Length < 3)
        {
            return false;
        }

        // A number of two bytes, and flags, which tell what else follows: two fields of two bytes, and an address.
        byte flags = rest[2];
        int optional = 2 * BitOperations.PopCount(flags & 0xA0u);
        bool hasUrl = (flags & 0x40) != 0;
        rest = rest.Length > 3 + optional && !hasUrl ? rest[(3 + optional)..] : default;
        if (!TryEnter(ref rest, DecoderTag) || rest.Length < 2 + RatesBytes)
        {
            return false;
        }

        // The lower bits of the second byte are a direction and a reserved bit.
        (byte kind, int type) = (rest[0], rest[1] >> 2);
        rest = rest[(2 + RatesBytes)..];
        stream = new ElementaryStream(kind, type, TryEnter(ref rest, SetupTag) ? rest : default);
        return true;
    }

    /// <summary>Adds all of it to the key.</summary>
    internal void AddTo(PayloadBuilder payload)
    {
        payload.AddKey(Kind);
        payload.AddKey(Stream);
        payload.AddKey(Setup);
    }

    // A tag, followed by a length in groups of seven bits. The high bit is clear in the last group.
    private static bool TryEnter(ref ReadOnlySpan<byte> bytes, byte tag)
    {
        const int GroupsMax = 4;
        if (bytes.IsEmpty || bytes[0] != tag)
        {
            return false;
        }

        int length = 0;
        for (int at = 1; at < bytes.Length && at <= GroupsMax; at++)
        {
            length = (length << 7) | (bytes[at] & 0x7F);
            if ((bytes[at] & 0x80) == 0)
            {
                bytes = bytes[(at + 1)..];
                bytes = length <= bytes.Length ? bytes[..length] : bytes;
                return true;
            }
        }

        return false;
    }
}

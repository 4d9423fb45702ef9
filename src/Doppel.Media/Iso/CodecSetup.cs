using System.Buffers.Binary;
using System.Numerics;

namespace Doppel.Media;

/// <summary>
/// Adds the part of a track's sample description that controls decoding, without informational fields (ISO/IEC
/// 14496-12, 8.5.2).
/// </summary>
/// <remarks>
/// Bit rates are informational: programs that copy samples measure them anew. So are the names of the encoder and its
/// vendor.
/// </remarks>
internal static class CodecSetup
{
    private const int BoxHeaderBytes = 8;
    private const int LengthBytes = 4;
    private const int EntriesAt = 8; // version, flags and count
    private const int VideoBytes = 86;
    private const int SoundBytes = 36;

    private static readonly uint s_bitRates = IsoBox.TypeOf("btrt"u8);
    private static readonly uint s_descriptors = IsoBox.TypeOf("esds"u8);

    // Pixel aspect ratio, colors, clean aperture, fields, light levels. The decoder does not need them.
    private static readonly uint[] s_showing =
    [
        IsoBox.TypeOf("pasp"u8), IsoBox.TypeOf("colr"u8), IsoBox.TypeOf("clap"u8), IsoBox.TypeOf("fiel"u8),
        IsoBox.TypeOf("clli"u8), IsoBox.TypeOf("mdcv"u8), IsoBox.TypeOf("chrm"u8), IsoBox.TypeOf("gama"u8),
    ];

    /// <summary>Adds the fields that count.</summary>
    /// <param name="bytes">The content of an stsd box. Informational fields in it are overwritten with zeros.</param>
    /// <param name="handler">The handler type of the track.</param>
    /// <param name="policy">What counts as payload.</param>
    /// <param name="payload">Receives the fields.</param>
    internal static void Add(Span<byte> bytes, uint handler, MediaPolicy policy, PayloadBuilder payload)
    {
        for (Span<byte> rest = bytes.Length > EntriesAt ? bytes[EntriesAt..] : default; TryBox(rest, out int length);)
        {
            Span<byte> entry = rest[..length];
            rest = rest[length..];
            int head = length;
            if (handler == IsoBox.TypeOf("vide"u8) && length >= VideoBytes)
            {
                head = VideoBytes;
                entry[16..32].Clear(); // version, revision, vendor and two quality fields
                entry[50..82].Clear(); // the compressor name
            }
            else if (handler == IsoBox.TypeOf("soun"u8) && length >= SoundBytes)
            {
                // QuickTime marks its longer forms by the version.
                int more = BinaryPrimitives.ReadUInt16BigEndian(entry[16..]) switch { 1 => 16, 2 => 36, _ => 0 };
                head = Math.Min(length, SoundBytes + more);
                entry[18..24].Clear();
            }

            payload.AddKey(entry[LengthBytes..head]);
            AddBoxes(entry[head..], policy, payload);
        }
    }

    private static bool TryBox(ReadOnlySpan<byte> bytes, out int length)
    {
        length = 0;
        if (bytes.Length < BoxHeaderBytes)
        {
            return false;
        }

        uint told = BinaryPrimitives.ReadUInt32BigEndian(bytes);
        length = told >= BoxHeaderBytes && told <= bytes.Length ? (int)told : 0;
        return length > 0;
    }

    private static void AddBoxes(Span<byte> boxes, MediaPolicy policy, PayloadBuilder payload)
    {
        for (; TryBox(boxes, out int length); boxes = boxes[length..])
        {
            uint type = BinaryPrimitives.ReadUInt32BigEndian(boxes[4..]);
            if (type == s_descriptors)
            {
                ClearRates(boxes[BoxHeaderBytes..length]);
            }

            if (type != s_bitRates && (policy == MediaPolicy.Strict || !s_showing.Contains(type)))
            {
                payload.AddKey(boxes[LengthBytes..length]);
            }
        }

        // Trailing bytes that are not a box count as they are, except zeros: QuickTime ends some lists with four of
        // them.
        payload.AddKey(boxes.TrimEnd((byte)0));
    }

    // ISO/IEC 14496-1, 7.2.6: the elementary stream descriptor, which contains the decoder configuration descriptor.
    private static void ClearRates(Span<byte> content)
    {
        const int VersionBytes = 4, StreamTag = 3, DecoderTag = 4, RatesAt = 2, RatesBytes = 11;
        Span<byte> rest = content.Length > VersionBytes ? content[VersionBytes..] : default;
        if (!TryEnter(ref rest, StreamTag) || rest.Length < 3)
        {
            return;
        }

        byte flags = rest[2];
        int optional = 2 * BitOperations.PopCount(flags & 0xA0u); // two fields of 2 bytes
        bool hasUrl = (flags & 0x40) != 0;
        rest = rest.Length > 3 + optional && !hasUrl ? rest[(3 + optional)..] : default;
        if (TryEnter(ref rest, DecoderTag) && rest.Length >= RatesAt + RatesBytes)
        {
            rest.Slice(RatesAt, RatesBytes).Clear(); // buffer size, maximum and average bit rate
        }
    }

    // A tag, followed by a length in groups of seven bits. The high bit is clear in the last group.
    private static bool TryEnter(ref Span<byte> bytes, byte tag)
    {
        if (bytes.IsEmpty || bytes[0] != tag)
        {
            return false;
        }

        int at = 1;
        while (at < bytes.Length && at < 4 && (bytes[at] & 0x80) != 0)
        {
            at++;
        }

        bytes = bytes[Math.Min(bytes.Length, at + 1)..];
        return true;
    }
}

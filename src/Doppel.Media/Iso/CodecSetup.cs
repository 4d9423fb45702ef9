using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>
/// Adds the part of a track's sample description that controls decoding, without informational fields (ISO/IEC
/// 14496-12, 8.5.2).
/// </summary>
/// <remarks>
/// Bit rates are informational: programs that copy samples measure them anew. So are the names of the encoder and its
/// vendor. Sound whose decoder has a setup of its own is described by that alone: iTunes, phones and ffmpeg fill in the
/// numbers beside it differently, and QuickTime puts it into a box of its own.
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
    private static readonly uint s_avc = IsoBox.TypeOf("avcC"u8);
    private static readonly uint s_wave = IsoBox.TypeOf("wave"u8);
    private static readonly uint s_channels = IsoBox.TypeOf("chan"u8);

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

            Span<byte> boxes = entry[head..];
            bool isDescribed = ElementaryStream.TryRead(DescriptorOf(boxes), out ElementaryStream stream)
                && !stream.Setup.IsEmpty && handler == IsoBox.TypeOf("soun"u8);
            if (isDescribed)
            {
                stream.AddTo(payload);
                head = BoxHeaderBytes;
            }

            payload.AddKey(entry[LengthBytes..head]);
            AddBoxes(boxes, isDescribed, policy, payload);
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

    // The elementary stream descriptor, also where QuickTime has it.
    private static ReadOnlySpan<byte> DescriptorOf(Span<byte> boxes)
    {
        for (; TryBox(boxes, out int length); boxes = boxes[length..])
        {
            uint type = BinaryPrimitives.ReadUInt32BigEndian(boxes[LengthBytes..]);
            Span<byte> content = boxes[BoxHeaderBytes..length];
            if (type == s_descriptors)
            {
                return content;
            }

            if (type == s_wave && DescriptorOf(content) is { IsEmpty: false } inner)
            {
                return inner;
            }
        }

        return default;
    }

    private static void AddBoxes(Span<byte> boxes, bool isDescribed, MediaPolicy policy, PayloadBuilder payload)
    {
        for (; TryBox(boxes, out int length); boxes = boxes[length..])
        {
            uint type = BinaryPrimitives.ReadUInt32BigEndian(boxes[LengthBytes..]);
            Span<byte> content = boxes[BoxHeaderBytes..length];
            if (type == s_bitRates || (policy == MediaPolicy.Loose && s_showing.Contains(type))
                || (isDescribed && (type == s_descriptors || type == s_wave || type == s_channels)))
            {
                continue;
            }

            payload.AddKey(type);
            if (type == s_avc)
            {
                AddAvc(content, payload);
            }
            else if (type == s_descriptors && ElementaryStream.TryRead(content, out ElementaryStream stream))
            {
                stream.AddTo(payload);
            }
            else
            {
                payload.AddKey(content);
            }
        }

        // Trailing bytes that are not a box count as they are, except zeros: QuickTime ends some lists with four of
        // them.
        payload.AddKey(boxes.TrimEnd((byte)0));
    }

    // ISO/IEC 14496-15, 5.3.3.1.2. For some profiles, four bytes follow the parameter sets. Phones leave them out: they
    // repeat what the sets say, and then count sets of an extension, which are rare.
    private static void AddAvc(Span<byte> content, PayloadBuilder payload)
    {
        const int SetsAt = 5, RepeatedBytes = 3;
        if (content.Length <= SetsAt)
        {
            payload.AddKey(content);
            return;
        }

        content[SetsAt - 1] |= 0xFC; // reserved bits, which not everybody sets
        content[SetsAt] |= 0xE0;
        int at = SetsAt;
        for (int list = 0; list < 2 && at < content.Length; list++)
        {
            int sets = content[at++] & (list == 0 ? 0x1F : 0xFF);
            for (; sets > 0 && at + 2 <= content.Length; sets--)
            {
                at += 2 + BinaryPrimitives.ReadUInt16BigEndian(content[at..]);
            }
        }

        at = Math.Min(at, content.Length);
        ReadOnlySpan<byte> more = content[at..];
        payload.AddKey(content[..at]);
        payload.AddKey(more.Length > RepeatedBytes && more[RepeatedBytes] == 0 ? more[(RepeatedBytes + 1)..] : more);
    }
}

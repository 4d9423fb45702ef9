using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>Identifies the first packets of a stream.</summary>
/// <remarks>
/// Vorbis I, 4.2.1; Theora, 6.1; RFC 7845, 5; RFC 9639, 10.1; the Speex manual, 7.3; Skeleton 3.0 and 4.0 (Xiph.Org).
/// </remarks>
internal static class OggHeads
{
    /// <summary>The number of bytes of the first packet that are needed.</summary>
    internal const int FirstBytes = 80;

    private const int FlacFirstBytes = 51;

    /// <summary>Returns the codec of a stream, judged by its first packet.</summary>
    internal static OggCodec CodecOf(ReadOnlySpan<byte> first)
    {
        if (first.StartsWith("\u0001vorbis"u8) && first.Length >= 30)
        {
            return OggCodec.Vorbis;
        }

        if (first.StartsWith("OpusHead"u8) && first.Length >= 19)
        {
            return OggCodec.Opus;
        }

        if (first.StartsWith("Speex   "u8) && first.Length >= 80)
        {
            return OggCodec.Speex;
        }

        if (first.StartsWith("\u007FFLAC\u0001"u8) && first.Length == FlacFirstBytes && first[9..].StartsWith("fLaC"u8))
        {
            return OggCodec.Flac;
        }

        if (first.Length >= 42 && first[0] == 0x80 && first[1..].StartsWith("theora"u8))
        {
            return OggCodec.Theora;
        }

        return first.StartsWith("fishead\0"u8) ? OggCodec.Skeleton : OggCodec.Unknown;
    }

    /// <summary>
    /// Returns the number of packets before the first audio or video packet. For FLAC, the last of them is marked.
    /// </summary>
    internal static int CountOf(OggCodec codec, ReadOnlySpan<byte> first) => codec switch
    {
        OggCodec.Vorbis or OggCodec.Theora => 3,
        OggCodec.Opus => 2,
        OggCodec.Speex => 2 + (int)Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(first[68..]), 16),
        OggCodec.Flac => first[13] >= 0x80 ? 1 : int.MaxValue,
        OggCodec.Skeleton => int.MaxValue,
        _ => 0,
    };

    /// <summary>Returns whether a header packet starts as its codec requires.</summary>
    internal static bool IsInOrder(OggCodec codec, int index, ReadOnlySpan<byte> start) => (codec, index) switch
    {
        (OggCodec.Vorbis, 1) => start.StartsWith("\u0003vorbis"u8),
        (OggCodec.Vorbis, 2) => start.StartsWith("\u0005vorbis"u8),
        (OggCodec.Opus, 1) => start.StartsWith("OpusTags"u8),
        (OggCodec.Theora, 1) => start.Length >= 7 && start[0] == 0x81 && start[1..].StartsWith("theora"u8),
        (OggCodec.Theora, 2) => start.Length >= 7 && start[0] == 0x82 && start[1..].StartsWith("theora"u8),
        (OggCodec.Flac, > 0) => start.Length >= 4 && (start[0] & 0x7F) is not (0 or 0x7F),
        _ => true,
    };

    /// <summary>Returns whether a header packet contains tags.</summary>
    internal static bool IsTags(OggCodec codec, int index) => codec switch
    {
        OggCodec.Vorbis or OggCodec.Theora or OggCodec.Opus or OggCodec.Speex => index == 1,
        OggCodec.Flac => index > 0,
        OggCodec.Skeleton => true,
        _ => false,
    };
}

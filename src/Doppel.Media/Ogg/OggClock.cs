using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>Computes the duration of packets, in the unit of their stream's granule positions.</summary>
/// <remarks>
/// Needed only for the position of the first page: it makes a decoder drop samples before the start, and shifts the
/// positions of the stream. This does not depend on how packets are distributed over pages.
/// </remarks>
internal sealed class OggClock
{
    /// <summary>The number of bytes of a packet that are enough to determine its duration.</summary>
    internal const int PacketBytes = 16;

    private static readonly int[] s_silkSamples = [480, 960, 1920, 2880];
    private static readonly int[] s_celtSamples = [120, 240, 480, 960];

    private readonly OggCodec _codec;
    private readonly int _shift;
    private readonly long _speexSamples;
    private readonly int _shortBlock;
    private readonly int _longBlock;
    private VorbisModes? _modes;
    private int _blockBefore;

    /// <summary>Creates a clock for a stream.</summary>
    /// <param name="codec">The codec of the stream.</param>
    /// <param name="first">The first packet of the stream.</param>
    internal OggClock(OggCodec codec, ReadOnlySpan<byte> first)
    {
        _codec = codec;
        switch (codec)
        {
            case OggCodec.Theora:
                _shift = ((first[40] & 3) << 3) | (first[41] >> 5);
                break;
            case OggCodec.Speex:
                _speexSamples = (long)BinaryPrimitives.ReadUInt32LittleEndian(first[56..])
                    * BinaryPrimitives.ReadUInt32LittleEndian(first[64..]);
                break;
            case OggCodec.Vorbis:
                _shortBlock = 1 << (first[28] & 15);
                _longBlock = 1 << (first[28] >> 4);
                break;
        }
    }

    /// <summary>
    /// Reads the setup packet of Vorbis. Returns false if the modes of its packets cannot be determined from it.
    /// </summary>
    internal bool TrySetup(HeaderReader file, IReadOnlyList<PayloadExtent> pieces)
    {
        _modes = VorbisModes.TryRead(new ExtentSource(file, pieces));
        return _modes is not null;
    }

    /// <summary>Returns the number of samples or frames before a granule position.</summary>
    internal long CountAt(long granule) =>
        _codec == OggCodec.Theora ? (granule >> _shift) + (granule & ((1L << _shift) - 1)) : granule;

    /// <summary>Returns the duration of the next packet.</summary>
    /// <param name="start">The first bytes of the packet. Empty if the packet is empty.</param>
    internal long Next(ReadOnlySpan<byte> start) => _codec switch
    {
        OggCodec.Theora => 1,
        OggCodec.Speex => _speexSamples,
        OggCodec.Opus => OpusSamples(start),
        OggCodec.Flac => FlacSamples(start),
        OggCodec.Vorbis => VorbisSamples(start),
        _ => 0,
    };

    // RFC 6716, 3.1, at 48 kHz.
    private static long OpusSamples(ReadOnlySpan<byte> packet)
    {
        if (packet.IsEmpty)
        {
            return 0;
        }

        int config = packet[0] >> 3;
        int samples = config switch
        {
            < 12 => s_silkSamples[config & 3],
            < 16 => 480 << (config & 1),
            _ => s_celtSamples[config & 3],
        };
        int frames = (packet[0] & 3) switch { 0 => 1, 3 => packet.Length > 1 ? packet[1] & 0x3F : 0, _ => 2 };
        return samples * frames;
    }

    // RFC 9639, 9.1: the block size, encoded in four bits or after the frame number.
    private static long FlacSamples(ReadOnlySpan<byte> packet)
    {
        if (packet.Length < 6)
        {
            return 0;
        }

        int bits = packet[2] >> 4;
        int numberBytes = packet[4] < 0x80 ? 1 : byte.LeadingZeroCount((byte)~packet[4]);
        ReadOnlySpan<byte> behind = packet[Math.Min(packet.Length, 4 + numberBytes)..];
        return bits switch
        {
            1 => 192,
            >= 2 and <= 5 => 576 << (bits - 2),
            6 => behind.Length < 1 ? 0 : behind[0] + 1,
            7 => behind.Length < 2 ? 0 : BinaryPrimitives.ReadUInt16BigEndian(behind) + 1,
            >= 8 => 256 << (bits - 8),
            _ => 0,
        };
    }

    // Vorbis I, 4.3.8: a block yields half of the previous one and half of itself. The first block yields nothing.
    private long VorbisSamples(ReadOnlySpan<byte> packet)
    {
        if (packet.IsEmpty || (packet[0] & 1) != 0 || _modes is null)
        {
            return 0;
        }

        int block = _modes.IsLong(packet[0]) ? _longBlock : _shortBlock;
        int samples = _blockBefore == 0 ? 0 : (_blockBefore + block) / 4;
        _blockBefore = block;
        return samples;
    }
}

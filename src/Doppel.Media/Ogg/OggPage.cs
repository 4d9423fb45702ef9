using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>The header of a page (RFC 3533, 6).</summary>
internal sealed class OggPage
{
    private const int HeaderBytes = 27;
    private const int ChecksumAt = 22;

    // Most pages have few enough segments to fit, so that one read covers the whole header.
    private const int BytesAtOnce = 96;

    private readonly byte[] _header = new byte[HeaderBytes + byte.MaxValue];

    /// <summary>The maximum length of a page in bytes.</summary>
    internal const int BytesMax = HeaderBytes + byte.MaxValue + (byte.MaxValue * byte.MaxValue);

    /// <summary>Gets the offset of the page.</summary>
    internal long Start { get; private set; }

    /// <summary>Gets the offset of its segments.</summary>
    internal long Body { get; private set; }

    /// <summary>Gets the offset of the next page.</summary>
    internal long Next { get; private set; }

    /// <summary>Gets the lengths of its segments. 255 means that the packet continues.</summary>
    internal ReadOnlySpan<byte> Lacing => _header.AsSpan(HeaderBytes, _header[26]);

    /// <summary>Gets whether the page starts within a packet.</summary>
    internal bool IsContinued => (_header[5] & 1) != 0;

    /// <summary>Gets whether the page is the first of its stream.</summary>
    internal bool IsFirst => (_header[5] & 2) != 0;

    /// <summary>Gets whether the page is the last of its stream.</summary>
    internal bool IsLast => (_header[5] & 4) != 0;

    /// <summary>
    /// Gets the granule position: the position in the stream, in units of its codec, at which the last packet that ends
    /// on the page ends. -1 if no packet ends on it.
    /// </summary>
    internal long Granule => BinaryPrimitives.ReadInt64LittleEndian(_header.AsSpan(6));

    /// <summary>Gets the serial number of its stream.</summary>
    internal uint Serial => BinaryPrimitives.ReadUInt32LittleEndian(_header.AsSpan(14));

    private uint Checksum => BinaryPrimitives.ReadUInt32LittleEndian(_header.AsSpan(ChecksumAt));

    private static ReadOnlySpan<byte> Magic => "OggS"u8;

    /// <summary>
    /// Reads the page header at an offset. Returns false if there is none or the page is longer than the file.
    /// </summary>
    internal bool TryRead(HeaderReader file, long at)
    {
        if (!file.Has(at, HeaderBytes))
        {
            return false;
        }

        int bytes = (int)Math.Min(BytesAtOnce, file.Length - at);
        file.Copy(at, _header.AsSpan(0, bytes));
        int headerBytes = HeaderBytes + _header[26];
        if (!_header.AsSpan(0, Magic.Length).SequenceEqual(Magic) || _header[4] != 0 || !file.Has(at, headerBytes))
        {
            return false;
        }

        if (headerBytes > bytes)
        {
            file.Copy(at + bytes, _header.AsSpan(bytes, headerBytes - bytes));
        }

        Start = at;
        Body = at + headerBytes;
        Next = Body;
        foreach (byte segment in Lacing)
        {
            Next += segment;
        }

        return Next <= file.Length;
    }

    /// <summary>
    /// Returns the checksum of some content followed by the segments of this page, as the page states it. The segments
    /// are not read.
    /// </summary>
    /// <param name="before">The checksum of the content before the page.</param>
    internal uint AppendStated(uint before)
    {
        // Checksums are linear. What remains of the stated one without the header is that of the segments.
        return OggChecksum.AppendZeros(before ^ HeaderChecksum(), Next - Body) ^ Checksum;
    }

    /// <summary>Reads the segments and returns whether the page has the checksum that it states.</summary>
    internal bool IsIntact(HeaderReader file) => Append(file, HeaderChecksum(), Body) == Checksum;

    /// <summary>Reads the segments from an offset on, and appends them to a checksum.</summary>
    internal uint Append(HeaderReader file, uint checksum, long from)
    {
        Span<byte> buffer = stackalloc byte[4096];
        for (long at = from; at < Next; at += buffer.Length)
        {
            buffer = buffer[..(int)Math.Min(buffer.Length, Next - at)];
            file.Copy(at, buffer);
            checksum = OggChecksum.Append(checksum, buffer);
        }

        return checksum;
    }

    /// <summary>Finds the page that ends at an offset by searching backwards.</summary>
    internal bool TryReadBefore(HeaderReader file, long start, long end)
    {
        // Packets may contain the magic once by chance. Data that contains it many times is crafted to cost time.
        const int HitsMax = 16;
        const int Step = 4096;
        Span<byte> window = stackalloc byte[Step + 3];
        long first = Math.Max(start, end - BytesMax);
        int hits = 0;
        int kept = 0;
        for (long at = end; at > first;)
        {
            // Includes three bytes of the previous block, so that the magic is never split.
            int bytes = (int)Math.Min(Step, at - first);
            window[..Math.Min(3, kept)].CopyTo(window[bytes..]);
            at -= bytes;
            file.Copy(at, window[..bytes]);
            kept = bytes + Math.Min(3, kept);
            for (int hit = window[..kept].LastIndexOf(Magic); hit >= 0; hit = window[..hit].LastIndexOf(Magic))
            {
                if (TryRead(file, at + hit) && Next == end)
                {
                    return true;
                }

                if (++hits == HitsMax)
                {
                    return false;
                }
            }
        }

        return false;
    }

    // Of the header, with zeros in place of the checksum.
    private uint HeaderChecksum()
    {
        uint checksum = OggChecksum.Append(0, _header.AsSpan(0, ChecksumAt));
        checksum = OggChecksum.AppendZeros(checksum, sizeof(uint));
        return OggChecksum.Append(
            checksum, _header.AsSpan(ChecksumAt + sizeof(uint), (int)(Body - Start) - ChecksumAt - sizeof(uint)));
    }
}

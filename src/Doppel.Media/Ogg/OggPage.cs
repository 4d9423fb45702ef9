using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>The header of a page (RFC 3533, 6).</summary>
/// <remarks>
/// The check sum is not looked at: it covers the page's bytes, so all of a file would have to be read before anything
/// is known of it, and what the header tells either counts itself or shows when it is wrong.
/// </remarks>
internal sealed class OggPage
{
    private const int HeaderBytes = 27;

    // Most pages have no more segments than fit in here, so that one reading tells all of a page.
    private const int BytesAtOnce = 96;

    private readonly byte[] _header = new byte[HeaderBytes + byte.MaxValue];

    /// <summary>The longest page.</summary>
    internal const int BytesMax = HeaderBytes + byte.MaxValue + (byte.MaxValue * byte.MaxValue);

    /// <summary>Where it begins.</summary>
    internal long Start { get; private set; }

    /// <summary>Where its segments begin.</summary>
    internal long Body { get; private set; }

    /// <summary>Where the next page begins.</summary>
    internal long Next { get; private set; }

    /// <summary>The lengths of its segments; 255 says that the packet goes on.</summary>
    internal ReadOnlySpan<byte> Lacing => _header.AsSpan(HeaderBytes, _header[26]);

    /// <summary>Whether it begins within a packet.</summary>
    internal bool IsContinued => (_header[5] & 1) != 0;

    /// <summary>Whether it is the first of its stream.</summary>
    internal bool IsFirst => (_header[5] & 2) != 0;

    /// <summary>Whether it is the last of its stream.</summary>
    internal bool IsLast => (_header[5] & 4) != 0;

    /// <summary>Where in its stream the last packet on it ends, as its codec counts; -1 where none does.</summary>
    internal long Granule => BinaryPrimitives.ReadInt64LittleEndian(_header.AsSpan(6));

    /// <summary>The number of its stream.</summary>
    internal uint Serial => BinaryPrimitives.ReadUInt32LittleEndian(_header.AsSpan(14));

    private static ReadOnlySpan<byte> Magic => "OggS"u8;

    /// <summary>Reads the header at a place. False where none stands or the page is longer than the file.</summary>
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

    /// <summary>Finds the page that ends at a place, going back from there.</summary>
    internal bool TryReadBefore(HeaderReader file, long start, long end)
    {
        // Packets that hold the magic by chance hold it once; what holds it often is made to cost time.
        const int HitsMax = 16;
        const int Step = 4096;
        Span<byte> window = stackalloc byte[Step + 3];
        long first = Math.Max(start, end - BytesMax);
        int hits = 0;
        int kept = 0;
        for (long at = end; at > first;)
        {
            // With three bytes of what was looked at before, so that no magic is cut in two.
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
}

using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>Plans how tags are added to the XMP of a JPEG file.</summary>
internal static class JpegMerge
{
    private const int SegmentsMax = 100_000;
    private const int SegmentBytesMax = 0xFFFF;
    private const byte StartOfScan = 0xDA;
    private const byte EndOfImage = 0xD9;
    private const byte App2 = 0xE2;
    private const byte App11 = 0xEB;

    /// <inheritdoc cref="FlacMerge.Plan"/>
    internal static string? Plan(
        HeaderReader file, IReadOnlyList<MediaTag> kept, IReadOnlyList<MediaTag> added, List<MediaEdit> edits)
    {
        long at = 2;
        long freshAt = 2;
        List<(long At, int Bytes)> packets = [];
        for (int i = 0; file.ByteAt(at + 1) != StartOfScan; i++)
        {
            if (file.ByteAt(at) != 0xFF || i == SegmentsMax)
            {
                return "the keeper is damaged";
            }

            byte marker = file.ByteAt(at + 1);
            if (marker == 0xFF)
            {
                at++;
                continue;
            }

            int bytes = file.BigEndian16(at + 2);
            if (marker == App2 && file.Is(at + 4, "MPF\0"u8))
            {
                return "the keeper has further images (MPF)";
            }

            if (marker == App11 && file.Is(at + 4, "JP"u8))
            {
                return "the keeper is signed (JUMBF)";
            }

            if (marker == JpegTags.App1 && file.Is(at + 4, JpegTags.ExtendedXmp))
            {
                return "the keeper has XMP in several parts";
            }

            if (marker == JpegTags.App1 && file.Is(at + 4, JpegTags.Xmp))
            {
                packets.Add((at, bytes));
            }

            // Behind JFIF and Exif, which have to be first.
            bool isFirst = freshAt == at
                && (marker == JpegTags.App0 || (marker == JpegTags.App1 && file.Is(at + 4, "Exif\0"u8)));
            at += 2 + Math.Max(2, bytes);
            freshAt = isFirst ? at : freshAt;
        }

        if (packets.Count > 1)
        {
            return "the keeper has several packets of XMP";
        }

        if (!EndsWithImage(file, at))
        {
            return "the keeper has data behind the image";
        }

        int headBytes = 4 + JpegTags.Xmp.Length;
        byte[] old = packets.Count == 0
            ? []
            : TagSlice.Within(file, packets[0].At, 2 + packets[0].Bytes).ToArray();
        if (XmpSidecar.AddTo(old.AsMemory(Math.Min(old.Length, headBytes)), kept, added, out byte[] packet) is { } why)
        {
            return $"the keeper's XMP {why}";
        }

        if (headBytes - 2 + packet.Length > SegmentBytesMax)
        {
            return "the keeper's XMP would be too long";
        }

        byte[] segment = [0xFF, JpegTags.App1, 0, 0, .. JpegTags.Xmp, .. packet];
        BinaryPrimitives.WriteUInt16BigEndian(segment.AsSpan(2), (ushort)(segment.Length - 2));
        if (old.Length == 0)
        {
            edits.Add(new MediaEdit(freshAt, default, segment));
        }
        else
        {
            edits.Add(MediaEdit.Of(packets[0].At, old.AsSpan(0, headBytes), segment.AsSpan(0, headBytes)));
            edits.Add(MediaEdit.Of(
                packets[0].At + headBytes, old.AsSpan(headBytes), segment.AsSpan(headBytes)));
        }

        return null;
    }

    // Scans contain no marker but those of restarts.
    private static bool EndsWithImage(HeaderReader file, long at)
    {
        const int BlockBytes = 64 * 1024;
        byte[] block = new byte[BlockBytes];
        for (long scan = at + 2 + file.BigEndian16(at + 2); file.Has(scan, 2);)
        {
            Span<byte> read = block.AsSpan(0, (int)Math.Min(BlockBytes, file.Length - scan));
            file.Copy(scan, read);
            int found = 0;
            while (found < read.Length - 1
                && (read[found] != 0xFF || read[found + 1] is 0 or 0xFF or (>= 0xD0 and <= 0xD7)))
            {
                int next = read[(found + 1)..].IndexOf((byte)0xFF);
                found = next < 0 ? read.Length : found + 1 + next;
            }

            if (found >= read.Length - 1)
            {
                scan += Math.Max(1, Math.Min(found, read.Length - 1));
                continue;
            }

            scan += found;
            if (read[found + 1] == EndOfImage)
            {
                return scan + 2 == file.Length;
            }

            scan += 2 + (file.Has(scan, 4) ? Math.Max(2, (int)file.BigEndian16(scan + 2)) : 2);
        }

        return false;
    }
}

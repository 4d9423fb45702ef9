using System.Buffers.Binary;

namespace Doppel.Media.Tests;

/// <summary>Takes Ogg files apart and lays their packets on other pages; shares no code with what is tested.</summary>
internal static class OggPages
{
    private static readonly uint[] s_sums = [.. Enumerable.Range(0, 256).Select(SumOf)];

    /// <summary>The packets of all streams in the order in which they end.</summary>
    public static List<OggPacket> Read(byte[] file)
    {
        List<OggPacket> packets = [];
        Dictionary<uint, List<byte>> open = [];
        for (int at = 0; at < file.Length;)
        {
            Assert.True(file.AsSpan(at).StartsWith("OggS"u8));
            uint serial = BinaryPrimitives.ReadUInt32LittleEndian(file.AsSpan(at + 14));
            long granule = BinaryPrimitives.ReadInt64LittleEndian(file.AsSpan(at + 6));
            int segments = file[at + 26];
            int body = at + 27 + segments;
            int last = packets.Count - 1;
            for (int i = 0; i < segments; i++)
            {
                if (!open.TryGetValue(serial, out List<byte>? packet))
                {
                    open[serial] = packet = [];
                }

                int bytes = file[at + 27 + i];
                packet.AddRange(file.AsSpan(body, bytes));
                body += bytes;
                if (bytes < 255)
                {
                    packets.Add(new OggPacket(serial, [.. packet], -1, false));
                    open.Remove(serial);
                }
            }

            if (packets.Count - 1 > last)
            {
                packets[^1] = packets[^1] with { Granule = granule, IsLast = (file[at + 5] & 4) != 0 };
            }

            at = body;
        }

        Assert.Empty(open);
        return packets;
    }

    /// <summary>Lays the packets of one link on other pages: cut and joined by chance, interleaved by chance.</summary>
    /// <remarks>
    /// What begins a stream stands on pages of its own, and so does what the first position tells of: where a stream is
    /// one page only, its position says where it ends and no longer where it begins.
    /// </remarks>
    public static byte[] Write(IEnumerable<OggPacket> packets, Random random)
    {
        List<Queue<byte[]>> streams = [.. packets.GroupBy(static packet => packet.Serial)
            .Select(stream => new Queue<byte[]>(Pages([.. stream], random)))];
        List<byte> file = [.. streams.SelectMany(static pages => pages.Dequeue())];
        foreach (Queue<byte[]> pages in streams)
        {
            while (pages.TryPeek(out byte[]? page) && BinaryPrimitives.ReadInt64LittleEndian(page.AsSpan(6)) <= 0)
            {
                file.AddRange(pages.Dequeue());
            }
        }

        while (streams.Exists(static pages => pages.Count > 0))
        {
            Queue<byte[]> pages = streams[random.Next(streams.Count)];
            if (pages.TryDequeue(out byte[]? page))
            {
                file.AddRange(page);
            }
        }

        return [.. file];
    }

    /// <summary>Where the pages are that end a stream.</summary>
    public static IEnumerable<int> Ends(byte[] file)
    {
        for (int at = 0; at < file.Length; at = BodyOf(file, at).End)
        {
            if ((file[at + 5] & 4) != 0)
            {
                yield return at;
            }
        }
    }

    /// <summary>The file in which one of these pages does not say that it ends its stream.</summary>
    public static byte[] Open(byte[] file, int number)
    {
        int at = Ends(file).ElementAt(number);
        (int start, int end) = BodyOf(file, at);
        byte[] page = Page(
            BinaryPrimitives.ReadUInt32LittleEndian(file.AsSpan(at + 14)),
            BinaryPrimitives.ReadInt32LittleEndian(file.AsSpan(at + 18)), file[at + 5] & ~4,
            BinaryPrimitives.ReadInt64LittleEndian(file.AsSpan(at + 6)), file[(at + 27)..start], file[start..end]);
        return [.. file[..at], .. page, .. file[end..]];
    }

    /// <summary>One page.</summary>
    public static byte[] Page(uint serial, int number, int flags, long granule, byte[] lacing, byte[] body)
    {
        byte[] page = [.. "OggS"u8, 0, (byte)flags, .. new byte[20], (byte)lacing.Length, .. lacing, .. body];
        BinaryPrimitives.WriteInt64LittleEndian(page.AsSpan(6), granule);
        BinaryPrimitives.WriteUInt32LittleEndian(page.AsSpan(14), serial);
        BinaryPrimitives.WriteInt32LittleEndian(page.AsSpan(18), number);
        uint sum = 0;
        foreach (byte one in page)
        {
            sum = (sum << 8) ^ s_sums[(sum >> 24) ^ one];
        }

        BinaryPrimitives.WriteUInt32LittleEndian(page.AsSpan(22), sum);
        return page;
    }

    // A page may end behind a packet whose position is known, or within the first packet that it would end.
    private static List<byte[]> Pages(List<OggPacket> packets, Random random)
    {
        uint serial = (uint)random.Next();
        List<byte[]> pages = [];
        List<byte> lacing = [];
        List<byte> body = [];
        long granule = -1;
        bool isContinued = false;
        int first = packets.FindIndex(static packet => packet.Granule > 0);
        void End(bool isLast, bool isCut)
        {
            int flags = isContinued ? 1 : 0;
            flags |= pages.Count == 0 ? 2 : 0;
            flags |= isLast ? 4 : 0;
            pages.Add(Page(serial, pages.Count, flags, granule, [.. lacing], [.. body]));
            (granule, isContinued) = (-1, isCut);
            lacing.Clear();
            body.Clear();
        }

        for (int i = 0; i < packets.Count; i++)
        {
            OggPacket packet = packets[i];
            bool isFirstOfPage = lacing.Count == 0;
            int at = 0;
            for (int left = packet.Bytes.Length; left >= 0; left -= 255)
            {
                int bytes = Math.Min(left, 255);
                lacing.Add((byte)bytes);
                body.AddRange(packet.Bytes.AsSpan(at, bytes));
                at += bytes;
                bool mayCut = isFirstOfPage && left >= 255 && i > 0;
                if (mayCut && (lacing.Count == 255 || random.Next(8) == 0))
                {
                    End(isLast: false, isCut: true);
                }
            }

            if (packet.Granule != -1)
            {
                granule = packet.Granule;
                int next = packets.Skip(i + 1).TakeWhile(static one => one.Granule == -1).Sum(Segments)
                    + packets.Skip(i + 1).Where(static one => one.Granule != -1).Take(1).Sum(Segments);
                if (packet.Granule == 0 || i == first || packet.IsLast || lacing.Count + next > 255
                    || random.Next(3) == 0)
                {
                    End(packet.IsLast, isCut: false);
                }
            }
        }

        return pages;
    }

    private static (int Start, int End) BodyOf(byte[] file, int at)
    {
        int start = at + 27 + file[at + 26];
        return (start, start + file[(at + 27)..start].Sum(static one => one));
    }

    private static int Segments(OggPacket packet) => (packet.Bytes.Length / 255) + 1;

    private static uint SumOf(int index)
    {
        uint sum = (uint)index << 24;
        for (int i = 0; i < 8; i++)
        {
            sum = (sum << 1) ^ ((sum >> 31) * 0x04C1_1DB7);
        }

        return sum;
    }
}

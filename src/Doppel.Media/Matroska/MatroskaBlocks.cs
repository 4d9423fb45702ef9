using System.Buffers.Binary;

namespace Doppel.Media;

/// <summary>Adds the packets in Matroska blocks (RFC 9559, section 10).</summary>
/// <remarks>Not thread-safe. Create one instance per file.</remarks>
internal sealed class MatroskaBlocks(HeaderReader file, MediaPolicy policy, long timestampScale)
{
    // Only the first packet of a lace has a timestamp of its own.
    private const long NoTime = long.MinValue;
    private const int LaceMax = 256;

    private readonly Dictionary<long, MatroskaTrack> _tracks = [];
    private readonly long[] _sizes = new long[LaceMax];

    /// <summary>Adds a track.</summary>
    internal void Add(MatroskaTrack track)
    {
        if (!_tracks.TryAdd(track.Number, track))
        {
            NotComparableException.Throw("two tracks have the same number");
        }
    }

    /// <summary>Gets the number of packets in the last block.</summary>
    internal int LastCount { get; private set; }

    /// <summary>Adds a block outside a block group.</summary>
    /// <param name="block">The block.</param>
    /// <param name="cluster">The timestamp of the cluster.</param>
    internal void AddSimple(EbmlElement block, long cluster) => Add(block, cluster, -1, 0);

    /// <summary>Adds a block group: a block with its additional information.</summary>
    internal void AddGroup(EbmlElement group, long cluster)
    {
        EbmlElement block = default;
        long duration = -1;
        long discard = 0;
        for (long at = group.Start; EbmlElement.TryNextWithEnd(file, ref at, group.End, out EbmlElement element);)
        {
            switch (element.Id)
            {
                case MatroskaId.Block:
                    block = element;
                    break;
                case MatroskaId.BlockDuration:
                    duration = element.ReadUnsigned(file);
                    break;
                case MatroskaId.DiscardPadding:
                    discard = element.ReadSigned(file);
                    break;
            }
        }

        if (block.Id == 0)
        {
            NotComparableException.Throw("a group has no block");
        }

        MatroskaTrack? track = Add(block, cluster, duration, discard);
        for (long at = group.Start;
            track is not null && EbmlElement.TryNextWithEnd(file, ref at, group.End, out EbmlElement element);)
        {
            if (element.Id == MatroskaId.CodecState)
            {
                AddMore(track, element, MatroskaId.CodecState);
            }
            else if (element.Id == MatroskaId.BlockAdditions)
            {
                AddAdditions(track, element);
            }
        }
    }

    // Returns the track, or null if nothing of the block was added.
    private MatroskaTrack? Add(EbmlElement block, long cluster, long duration, long discard)
    {
        const int InvisibleFlag = 0x08;
        long at = block.Start;
        long number = EbmlElement.ReadNumber(file, ref at, block.End, out _);
        if (!_tracks.TryGetValue(number, out MatroskaTrack? track) || block.End - at < 3)
        {
            NotComparableException.Throw("a block belongs to no track");
        }

        ReadOnlySpan<byte> head = file.At(at, 3);
        long time = unchecked((cluster + BinaryPrimitives.ReadInt16BigEndian(head)) * timestampScale);
        byte flags = head[2];
        int count = ReadSizes(at + 3, block.End, (flags >> 1) & 3, out at);
        LastCount = count;
        if (!track.Media.IsOpen)
        {
            return null;
        }

        foreach (long size in _sizes.AsSpan(0, count))
        {
            if (!track.Media.IsOpen)
            {
                break;
            }

            PayloadBuilder packets = track.Media.Packets;
            packets.AddKey(size + track.Stripped.Length);
            AddTimes(track, time, duration);
            if (policy == MediaPolicy.Strict)
            {
                packets.AddKey(discard);
                packets.AddKey(flags & InvisibleFlag);
            }

            AddPacket(track, at, size);
            at += size;
            time = NoTime;
        }

        return track;
    }

    private void AddTimes(MatroskaTrack track, long time, long duration)
    {
        const long Milliseconds = 1_000_000;
        PayloadBuilder packets = track.Media.Packets;
        long lasts = duration < 0 ? -1 : unchecked(duration * timestampScale);
        if (track.IsSubtitle)
        {
            // Subtitle timing is visible to the viewer, so it counts under both policies.
            bool isStrict = policy == MediaPolicy.Strict;
            packets.AddKey(isStrict || time == NoTime ? time : time / Milliseconds);
            packets.AddKey(isStrict || lasts < 0 ? lasts : lasts / Milliseconds);
        }
        else if (policy == MediaPolicy.Strict)
        {
            packets.AddKey(time);
        }
    }

    // The key is the same whether the first bytes are in the file or were stripped from all packets.
    private void AddPacket(MatroskaTrack track, long at, long size)
    {
        if (track.HasHeads)
        {
            Span<byte> head = stackalloc byte[MatroskaTrack.HeadBytes];
            track.Stripped.CopyTo(head);
            int more = (int)Math.Min(head.Length - track.Stripped.Length, size);
            file.At(at, more).CopyTo(head[track.Stripped.Length..]);
            track.Media.Packets.AddKey(head[..(track.Stripped.Length + more)]);
            at += more;
            size -= more;
        }

        track.Media.Packets.Add(at, size, "");
    }

    private int ReadSizes(long at, long end, int lacing, out long start)
    {
        const int None = 0, Xiph = 1, Fixed = 2;
        int count = 1;
        if (lacing != None)
        {
            count = at < end ? file.ByteAt(at++) + 1 : 0;
        }

        long sum = 0;
        for (int i = 0; i < count - 1 && lacing != Fixed; i++)
        {
            _sizes[i] = lacing == Xiph ? MatroskaSetup.ReadLace(file, ref at, end) : ReadEbmlSize(i, ref at, end);
            sum += _sizes[i];
            if (_sizes[i] < 0 || sum > end - at)
            {
                NotComparableException.Throw("a block is damaged");
            }
        }

        if (lacing == Fixed && (count == 0 || (end - at) % count != 0))
        {
            NotComparableException.Throw("a block is damaged");
        }

        if (lacing == Fixed)
        {
            _sizes.AsSpan(0, count).Fill((end - at) / count);
        }
        else if (count > 0)
        {
            _sizes[count - 1] = end - at - sum;
        }

        // The size fields of a lace may extend past the point from which the rest was computed.
        if (count == 0 || _sizes[count - 1] < 0)
        {
            NotComparableException.Throw("a block is damaged");
        }

        start = at;
        return count;
    }

    // The first size is absolute. The others are stored as differences from the previous one.
    private long ReadEbmlSize(int index, ref long at, long end)
    {
        long before = at;
        long number = EbmlElement.ReadNumber(file, ref at, end, out _);
        int bits = 7 * (int)(at - before);
        return index == 0 ? number : _sizes[index - 1] + number - ((1L << (bits - 1)) - 1);
    }

    private void AddAdditions(MatroskaTrack track, EbmlElement additions)
    {
        for (long at = additions.Start; EbmlElement.TryNextWithEnd(file, ref at, additions.End, out EbmlElement more);)
        {
            if (more.Id == MatroskaId.BlockMore)
            {
                var fields = new EbmlFields(file, more, [], [MatroskaId.BlockAddId, MatroskaId.BlockAdditional]);
                long what = fields.Unsigned(file, MatroskaId.BlockAddId, 1);
                AddMore(track, fields.Find(MatroskaId.BlockAdditional), what);
            }
        }
    }

    private static void AddMore(MatroskaTrack track, EbmlElement element, long what)
    {
        track.Media.Packets.AddKey(what);
        track.Media.Packets.AddKey(element.Bytes);
        track.Media.Packets.Add(element.Start, element.Bytes, "");
    }
}

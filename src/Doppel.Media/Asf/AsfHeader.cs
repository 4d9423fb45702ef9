namespace Doppel.Media;

/// <summary>The packet and codec properties in the header of an ASF file.</summary>
/// <remarks>
/// The objects of a header come in any order, some directly in the header and some in its extension.
/// </remarks>
internal sealed class AsfHeader
{
    private const int ObjectsMax = 10_000;
    private const int ExtensionHeadBytes = 22;
    private const int CountBytes = 6;

    private readonly List<AsfObject> _objects = [];

    /// <summary>Lists the objects of a header.</summary>
    internal AsfHeader(HeaderReader file, AsfObject header)
    {
        var ranges = new Queue<(long Start, long End)>([(header.Start + CountBytes, header.End)]);
        while (ranges.TryDequeue(out (long Start, long End) range))
        {
            for (long at = range.Start; AsfObject.TryNext(file, ref at, range.End, out AsfObject one);)
            {
                if (_objects.Count == ObjectsMax)
                {
                    NotComparableException.Throw("its header has too many objects");
                }

                _objects.Add(one);
                if (one.Id == AsfObject.HeaderExtension)
                {
                    ranges.Enqueue((one.Start + ExtensionHeadBytes, one.End));
                }
            }
        }
    }

    /// <summary>Gets the objects: first those directly in the header, then those in its extension.</summary>
    internal IReadOnlyList<AsfObject> Objects => _objects;

    /// <summary>Adds the properties that control how packets are decoded.</summary>
    internal void AddTo(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        var streams = new SortedDictionary<int, PayloadBuilder>();
        var extended = new SortedDictionary<int, PayloadBuilder>();
        bool hasFile = false;
        foreach (AsfObject one in _objects)
        {
            if (one.Id == AsfObject.FileProperties && one.Bytes >= 80)
            {
                hasFile = true;
                payload.AddKey(file.At(one.Start + 56, 8)); // preroll: how long packets precede presentation
                payload.AddKey(file.At(one.Start + 68, 8)); // packet length in bytes
            }
            else if (one.Id == AsfObject.StreamProperties)
            {
                AddStream(file, one.Start, one.End, policy, streams);
            }
            else if (one.Id == AsfObject.ExtendedStreamProperties)
            {
                AddExtended(file, one, policy, streams, extended);
            }
        }

        if (!hasFile || streams.Count == 0)
        {
            NotComparableException.Throw("the codec configuration is missing");
        }

        foreach (AsfObject one in _objects)
        {
            if (one.IsEncryption)
            {
                payload.AddKey(file, one.At, one.End - one.At);
            }
        }

        if (policy == MediaPolicy.Strict)
        {
            AsfRatios.AddTo(file, _objects, extended);
        }

        Hand(streams, payload);
        Hand(extended, payload);
    }

    private static void Hand(SortedDictionary<int, PayloadBuilder> parts, PayloadBuilder payload)
    {
        payload.AddKey(parts.Count);
        foreach ((int number, PayloadBuilder part) in parts)
        {
            payload.AddKey(number);
            payload.Add(part, "setup");
        }
    }

    private static void AddStream(
        HeaderReader file, long start, long end, MediaPolicy policy, SortedDictionary<int, PayloadBuilder> streams)
    {
        const int HeadBytes = 54;
        if (end - start < HeadBytes)
        {
            NotComparableException.Throw("a stream's header is damaged");
        }

        var setup = new PayloadBuilder();
        ushort flags = file.LittleEndian16(start + 48);
        setup.AddKey(file.At(start, 32)); // stream type and error correction type
        setup.AddKey(flags);
        if (policy == MediaPolicy.Strict)
        {
            setup.AddKey(file.At(start + 32, 8)); // time offset
        }

        long specific = file.LittleEndian32(start + 40);
        long correction = file.LittleEndian32(start + 44);
        if (specific + correction > end - start - HeadBytes)
        {
            NotComparableException.Throw("a stream's header is damaged");
        }

        setup.AddKey(file, start + HeadBytes, specific);
        setup.AddKey(file, start + HeadBytes + specific, correction);
        if (!streams.TryAdd(flags & 0x7F, setup))
        {
            NotComparableException.Throw("two streams have the same number");
        }
    }

    private static void AddExtended(
        HeaderReader file, AsfObject one, MediaPolicy policy,
        SortedDictionary<int, PayloadBuilder> streams, SortedDictionary<int, PayloadBuilder> extended)
    {
        const int HeadBytes = 64;
        if (one.Bytes < HeadBytes)
        {
            NotComparableException.Throw("a stream's header is damaged");
        }

        var setup = new PayloadBuilder();
        if (policy == MediaPolicy.Strict)
        {
            setup.AddKey(file.At(one.Start, 16)); // start and end time
            setup.AddKey(file.At(one.Start + 52, 8)); // average time per frame
        }

        int number = file.LittleEndian16(one.Start + 48);
        int names = file.LittleEndian16(one.Start + 60);
        int systems = file.LittleEndian16(one.Start + 62);
        long at = one.Start + HeadBytes;
        for (; names > 0; names--)
        {
            at += 4 + file.LittleEndian16(at + 2);
        }

        // The payload extensions in the packets.
        for (; systems > 0; systems--)
        {
            long bytes = 22 + file.LittleEndian32(at + 18);
            setup.AddKey(file, at, bytes);
            at += bytes;
        }

        if (at > one.End || !extended.TryAdd(number, setup))
        {
            NotComparableException.Throw("a stream's header is damaged");
        }

        if (AsfObject.TryNext(file, ref at, one.End, out AsfObject inner) && inner.Id == AsfObject.StreamProperties)
        {
            AddStream(file, inner.Start, inner.End, policy, streams);
        }
    }
}

namespace Doppel.Media;

/// <summary>Parses HEIF: HEIC, AVIF and their sequences (ISO/IEC 23008-12, the AV1 image file format).</summary>
/// <remarks>
/// The payload is the encoded data of all images and tiles with the properties that decode, combine, rotate, mirror and
/// crop them, whatever their item IDs, locations and number of extents. It includes alpha, and under the strict policy
/// depth and gain maps, profiles and light levels. Exif, XMP, thumbnails and Samsung's notes are tags. For sequences,
/// the payload is the samples of each track.
/// </remarks>
internal sealed class HeifParser : IMediaParser
{
    private const int BrandsMax = 64;

    private static readonly uint[] s_brands =
    [
        IsoBox.TypeOf("mif1"u8), IsoBox.TypeOf("mif2"u8), IsoBox.TypeOf("msf1"u8), IsoBox.TypeOf("heic"u8),
        IsoBox.TypeOf("heix"u8), IsoBox.TypeOf("heim"u8), IsoBox.TypeOf("heis"u8), IsoBox.TypeOf("hevc"u8),
        IsoBox.TypeOf("hevx"u8), IsoBox.TypeOf("hevm"u8), IsoBox.TypeOf("hevs"u8), IsoBox.TypeOf("avif"u8),
        IsoBox.TypeOf("avis"u8), IsoBox.TypeOf("avio"u8), IsoBox.TypeOf("avci"u8), IsoBox.TypeOf("avcs"u8),
        IsoBox.TypeOf("vvic"u8), IsoBox.TypeOf("vvis"u8), IsoBox.TypeOf("jpeg"u8), IsoBox.TypeOf("j2ki"u8),
    ];

    public MediaFormat Format => MediaFormat.Heif;

    public bool Recognizes(HeaderReader file)
    {
        const int TypeAt = 8, OthersAt = 16;
        if (!file.Has(0, OthersAt) || file.BigEndian32(4) != IsoBox.TypeOf("ftyp"u8))
        {
            return false;
        }

        bool isOurs = s_brands.Contains(file.BigEndian32(TypeAt));
        long end = Math.Min(file.BigEndian32(0), OthersAt + (BrandsMax * 4));
        for (long at = OthersAt; !isOurs && at + 4 <= end && file.Has(at, 4); at += 4)
        {
            isOurs = s_brands.Contains(file.BigEndian32(at));
        }

        return isOurs;
    }

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        var boxes = new IsoFile(file);
        IsoBox meta = boxes.Find("meta"u8);
        IsoBox moov = boxes.Find("moov"u8);
        if (meta.Type == 0 && moov.Type == 0)
        {
            NotComparableException.Throw("it has no picture");
        }

        payload.AddKey(meta.Type);
        payload.AddKey(moov.Type);
        if (moov.Type != 0)
        {
            HeifSequence.Add(file, moov, policy, payload);
        }

        if (meta.Type != 0)
        {
            AddItems(file, new HeifMeta(file, meta), policy, payload);
        }

        boxes.AddOthers(
            payload,
            box => box.Type == meta.Type || box.Type == moov.Type || IsoUuid.IsTag(file, box) || IsoTags.IsNotes(box)
                || (policy == MediaPolicy.Loose && IsoUuid.Is(box)));
    }

    public void ReadTags(HeaderReader file, TagBuilder tags) => HeifTags.Read(file, tags);

    private static void AddItems(HeaderReader file, HeifMeta meta, MediaPolicy policy, PayloadBuilder payload)
    {
        HeifChoice.Mark(file, meta, policy);
        IReadOnlyList<HeifItem> items = HeifChoice.Order(meta);
        var properties = new HeifProperties(file, meta, policy);
        var places = new HeifPlacesTaken(meta, [.. payload.Extents]);
        payload.AddKey(items.Count);
        foreach (HeifItem item in items)
        {
            payload.AddKey(item.Type);
            payload.AddKey(item.IsHidden ? 1 : 0);
            properties.Add(item, payload);
            AddReferences(meta, item, payload);
            AddBytes(file, meta, item, places, payload);
        }

        AddGroups(file, meta, payload);
    }

    private static void AddReferences(HeifMeta meta, HeifItem item, PayloadBuilder payload)
    {
        foreach (HeifReference reference in item.References)
        {
            if (!HeifChoice.Counts(reference.Type))
            {
                continue;
            }

            payload.AddKey(reference.Type);
            foreach (uint id in reference.To)
            {
                payload.AddKey(1 + meta.Need(id).Order); // 0 for an excluded item
            }
        }

        payload.AddKey(-1);
    }

    private static void AddBytes(
        HeaderReader file, HeifMeta meta, HeifItem item, HeifPlacesTaken places, PayloadBuilder payload)
    {
        IReadOnlyList<PayloadExtent> extents = HeifPlaces.Resolve(file, meta, item);
        if (item.IsProtected || (extents.Count == 0 && item.Type != HeifType.Identity))
        {
            NotComparableException.Throw(
                item.IsProtected ? "an item of it is encrypted" : "an item of it has no bytes");
        }

        places.Add(extents, Meaning(item), payload);
    }

    private static string Meaning(HeifItem item)
    {
        if (item.Order == 0)
        {
            return "picture";
        }

        if (item.References.Exists(static one => one.Type == HeifType.BelongsTo))
        {
            return "alpha, depth or gain map";
        }

        return item.IsHidden ? "tile" : "further picture";
    }

    // Which images are alternatives, or are displayed in sequence.
    private static void AddGroups(HeaderReader file, HeifMeta meta, PayloadBuilder payload)
    {
        const int HeadBytes = 8; // version, flags and group ID
        for (long at = meta.Groups.Start; IsoBox.TryNext(file, ref at, meta.Groups.End, out IsoBox group);)
        {
            var fields = new IsoFields(file, group.Start, group.End);
            fields.Next(HeadBytes);
            List<int> members = [];
            for (long left = fields.Next(4); left > 0; left--)
            {
                if (meta.Find((uint)fields.Next(4)) is { Order: >= 0 } item)
                {
                    members.Add(item.Order);
                }
            }

            // A group of one image has no meaning.
            if (members.Count > 1)
            {
                payload.AddKey(group.Type);
                members.ForEach(member => payload.AddKey(member));
                payload.AddKey(-1);
            }
        }
    }
}

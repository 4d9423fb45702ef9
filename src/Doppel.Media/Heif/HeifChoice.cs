namespace Doppel.Media;

/// <summary>Decides which items of a file are payload, and in which order they count.</summary>
/// <remarks>
/// Excludes Exif, XMP and other descriptions of an image, and thumbnails; under the loose policy also depth maps, gain
/// maps and the like. Hidden tiles and alpha planes that belong only to an excluded image are excluded with it. The
/// order is derived from the primary item and the references, not from item IDs.
/// </remarks>
internal static class HeifChoice
{
    private const int TextBytesMax = 64;

    /// <summary>Marks the items that are excluded from the payload.</summary>
    internal static void Mark(HeaderReader file, HeifMeta meta, MediaPolicy policy)
    {
        Connect(meta);
        var left = new Queue<HeifItem>();
        foreach (HeifItem item in meta.Items)
        {
            if (item != meta.Main && IsLeftOut(file, meta, item, policy))
            {
                item.IsLeftOut = true;
                left.Enqueue(item);
            }
        }

        while (left.TryDequeue(out HeifItem? item))
        {
            foreach (HeifReference made in item.References)
            {
                if (made.Type == HeifType.MadeOf)
                {
                    foreach (uint id in made.To)
                    {
                        // Exclude only hidden items: a thumbnail may be derived from the main image.
                        if (meta.Find(id) is { IsHidden: true, HasThumbnails: false } part
                            && part.Users.TrueForAll(static user => user.IsLeftOut))
                        {
                            LeaveOut(meta, part, left);
                        }
                    }
                }
            }

            foreach (HeifItem helper in item.Helpers)
            {
                if (helper.References.TrueForAll(one =>
                    one.Type != HeifType.BelongsTo || one.To.All(id => meta.Find(id) is null or { IsLeftOut: true })))
                {
                    LeaveOut(meta, helper, left);
                }
            }
        }
    }

    /// <summary>Returns the items that are payload, and numbers each by its position.</summary>
    internal static IReadOnlyList<HeifItem> Order(HeifMeta meta)
    {
        List<HeifItem> order = [];
        Take(order, meta.Main);
        int walked = 0;
        int next = 0;
        while (true)
        {
            for (; walked < order.Count; walked++)
            {
                foreach (HeifReference reference in order[walked].References)
                {
                    if (Counts(reference.Type))
                    {
                        foreach (uint id in reference.To)
                        {
                            Take(order, meta.Need(id));
                        }
                    }
                }

                order[walked].Helpers.ForEach(helper => Take(order, helper));
            }

            // Items that are not connected to any before follow in the order in which they are listed.
            while (next < meta.Items.Count && (meta.Items[next].IsLeftOut || meta.Items[next].Order >= 0))
            {
                next++;
            }

            if (next == meta.Items.Count)
            {
                return order;
            }

            Take(order, meta.Items[next]);
        }
    }

    /// <summary>Returns whether a type of reference counts.</summary>
    internal static bool Counts(uint reference) =>
        reference != HeifType.ThumbnailOf && reference != HeifType.TellsOf && reference != HeifType.LiesIn;

    private static void Take(List<HeifItem> order, HeifItem item)
    {
        if (item is { IsLeftOut: false, Order: < 0 })
        {
            item.Order = order.Count;
            order.Add(item);
        }
    }

    private static void LeaveOut(HeifMeta meta, HeifItem item, Queue<HeifItem> left)
    {
        if (item != meta.Main && !item.IsLeftOut)
        {
            item.IsLeftOut = true;
            left.Enqueue(item);
        }
    }

    private static void Connect(HeifMeta meta)
    {
        foreach (HeifItem item in meta.Items)
        {
            foreach (HeifReference reference in item.References)
            {
                foreach (uint id in reference.To)
                {
                    if (meta.Find(id) is not { } other)
                    {
                        continue;
                    }

                    other.HasThumbnails |= reference.Type == HeifType.ThumbnailOf;
                    if (reference.Type == HeifType.MadeOf)
                    {
                        other.Users.Add(item);
                    }
                    else if (reference.Type == HeifType.BelongsTo)
                    {
                        other.Helpers.Add(item);
                    }
                }
            }
        }
    }

    private static bool IsLeftOut(HeaderReader file, HeifMeta meta, HeifItem item, MediaPolicy policy)
    {
        bool isPicture = HeifType.IsPicture(item.Type);
        return item.IsTag
            || (!isPicture && Refers(item, HeifType.TellsOf))
            || (isPicture && !item.HasThumbnails && IsThumbnail(meta, item))
            || (policy == MediaPolicy.Loose
                && (item.Type == HeifType.ToneMap
                    || (Refers(item, HeifType.BelongsTo) && !IsAlpha(file, meta, item))));
    }

    private static bool Refers(HeifItem item, uint type) => item.References.Exists(one => one.Type == type);

    // Only if the main image exists. Otherwise the thumbnail is an image itself.
    private static bool IsThumbnail(HeifMeta meta, HeifItem item) => item.References.Exists(
        one => one.Type == HeifType.ThumbnailOf && one.To.Any(
            id => meta.Find(id) is { } of && of != item && HeifType.IsPicture(of.Type)));

    // ISO/IEC 23091-2 (MPEG-B), and the older URNs of HEVC and AVC. An item without the property is treated as alpha.
    private static bool IsAlpha(HeaderReader file, HeifMeta meta, HeifItem item)
    {
        int number = item.Properties.FindIndex(i => meta.Properties[i].Type == HeifType.Kind);
        if (number < 0)
        {
            return true;
        }

        IsoBox kind = meta.Properties[item.Properties[number]];
        var fields = new IsoFields(file, kind.Start, kind.End);
        fields.Next(4);
        Span<byte> room = stackalloc byte[TextBytesMax];
        ReadOnlySpan<byte> name = fields.NextText(room);
        return name.SequenceEqual("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"u8)
            || name.SequenceEqual("urn:mpeg:hevc:2015:auxid:1"u8)
            || name.SequenceEqual("urn:mpeg:avc:2015:auxid:1"u8);
    }
}

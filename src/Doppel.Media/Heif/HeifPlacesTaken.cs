namespace Doppel.Media;

/// <summary>Adds the data of items to the payload, each byte of the file once.</summary>
/// <remarks>
/// Encoders store identical tiles once, the still image of a sequence is one of its samples, and an image of several
/// layers shares its first layers with smaller images.
/// </remarks>
internal sealed class HeifPlacesTaken
{
    private readonly SortedSet<Range> _taken = new(Comparer<Range>.Create(
        static (one, other) => one.Start.CompareTo(other.Start)));

    private readonly HeifMeta _meta;

    /// <summary>Creates the table.</summary>
    /// <param name="meta">The items. Its step counter limits the work.</param>
    /// <param name="samples">The payload so far: that of the file's tracks.</param>
    internal HeifPlacesTaken(HeifMeta meta, IReadOnlyList<PayloadExtent> samples)
    {
        _meta = meta;
        long position = 0;
        foreach (PayloadExtent sample in samples)
        {
            for (long at = sample.Offset, end = sample.Offset + sample.Length; at < end;)
            {
                Range range = Find(at, end);
                if (range.Position < 0)
                {
                    _taken.Add(range with { Position = position + at - sample.Offset });
                }

                at = range.End;
            }

            position += sample.Length;
        }
    }

    /// <summary>
    /// Adds the data of an item. What is already in the payload counts by its position there, which depends on the
    /// payload alone.
    /// </summary>
    internal void Add(IReadOnlyList<PayloadExtent> extents, string meaning, PayloadBuilder payload)
    {
        long start = -1;
        long bytes = 0;
        foreach (PayloadExtent extent in extents)
        {
            for (long at = extent.Offset, end = extent.Offset + extent.Length; at < end;)
            {
                Range range = Find(at, end);
                if (range.Position < 0)
                {
                    range = range with { Position = payload.Bytes };
                    payload.Add(at, range.End - at, meaning);
                    _taken.Add(range);
                }

                // Where the data is cut into pieces in the file does not count, so what continues there is one range.
                if (start < 0 || range.Position != start + bytes)
                {
                    AddRange(start, bytes, payload);
                    (start, bytes) = (range.Position, 0);
                }

                bytes += range.End - at;
                at = range.End;
            }
        }

        AddRange(start, bytes, payload);
        payload.AddKey(-1);
    }

    private static void AddRange(long start, long bytes, PayloadBuilder payload)
    {
        if (bytes > 0)
        {
            payload.AddKey(start);
            payload.AddKey(bytes);
        }
    }

    // Returns a range that starts at an offset and is either all in the payload or all new, in which case its position
    // is -1.
    private Range Find(long at, long end)
    {
        _meta.Step();
        foreach (Range taken in _taken.GetViewBetween(new Range(0, 0, 0), new Range(at, 0, 0)).Reverse())
        {
            if (taken.End > at)
            {
                return new Range(at, Math.Min(end, taken.End), taken.Position + at - taken.Start);
            }

            break;
        }

        foreach (Range next in _taken.GetViewBetween(new Range(at, 0, 0), new Range(end, 0, 0)))
        {
            return new Range(at, Math.Min(end, next.Start), -1);
        }

        return new Range(at, end, -1);
    }

    /// <summary>A range of the file.</summary>
    /// <param name="Start">The offset of the first byte.</param>
    /// <param name="End">The offset after the last byte.</param>
    /// <param name="Position">Its position in the payload, or -1 if it is not in it yet.</param>
    private readonly record struct Range(long Start, long End, long Position);
}

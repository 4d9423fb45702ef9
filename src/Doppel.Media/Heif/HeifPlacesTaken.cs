namespace Doppel.Media;

/// <summary>Tracks which bytes are already payload, since several items may share the same data.</summary>
/// <remarks>
/// Encoders store identical tiles once, and the still image of a sequence is one of its samples.
/// </remarks>
/// <param name="meta">The items. Its step counter limits the work.</param>
/// <param name="samples">The payload of the file's tracks.</param>
internal sealed class HeifPlacesTaken(HeifMeta meta, IReadOnlyList<PayloadExtent> samples)
{
    private readonly Dictionary<PayloadExtent, int> _items = [];

    /// <summary>Records the data of an item.</summary>
    /// <returns>
    /// The position at which the payload already contains the data, which depends on the payload alone, or -1 if it
    /// does not contain it yet.
    /// </returns>
    internal long Take(IReadOnlyList<PayloadExtent> extents, HeifItem item)
    {
        if (extents.Count != 1)
        {
            return -1;
        }

        PayloadExtent wanted = extents[0];
        long passed = 0;
        foreach (PayloadExtent taken in samples)
        {
            meta.Step();
            if (wanted.Offset >= taken.Offset && wanted.Offset + wanted.Length <= taken.Offset + taken.Length)
            {
                // Positions in samples start from 0 and items are below -1, so they differ. -1 means neither.
                return passed + wanted.Offset - taken.Offset;
            }

            passed += taken.Length;
        }

        return _items.TryAdd(wanted, item.Order) ? -1 : -2 - _items[wanted];
    }
}

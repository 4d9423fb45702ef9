namespace Doppel.Media;

/// <summary>Knows which bytes are payload already, since several may lie at one place.</summary>
/// <remarks>
/// Encoders write tiles that are alike once, and the picture that stands for a sequence is one of its samples.
/// </remarks>
/// <param name="meta">Counts the steps.</param>
/// <param name="samples">What is payload of the file's tracks.</param>
internal sealed class HeifPlacesTaken(HeifMeta meta, IReadOnlyList<PayloadExtent> samples)
{
    private readonly Dictionary<PayloadExtent, int> _items = [];

    /// <summary>Takes an item's bytes.</summary>
    /// <returns>Where in the payload they were before, told by payload alone; -1 where they were not.</returns>
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
                // Samples are counted from 0 and items below zero, so that they differ; -1 is none.
                return passed + wanted.Offset - taken.Offset;
            }

            passed += taken.Length;
        }

        return _items.TryAdd(wanted, item.Order) ? -1 : -2 - _items[wanted];
    }
}

namespace Doppel.Media;

/// <summary>One extent of an item's data, as stored in the file (ISO/IEC 14496-12, 8.11.3).</summary>
/// <param name="Item">
/// The number of the reference to the item that contains the data, starting from 1, if the offset is relative to an
/// item.
/// </param>
/// <param name="Offset">The offset of the extent.</param>
/// <param name="Length">The length of the extent in bytes. 0 means everything.</param>
internal readonly record struct HeifPiece(long Item, long Offset, long Length);

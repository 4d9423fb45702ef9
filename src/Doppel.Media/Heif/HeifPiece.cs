namespace Doppel.Media;

/// <summary>A run of an item's bytes, as the file tells it (ISO/IEC 14496-12, 8.11.3).</summary>
/// <param name="Item">Where it is counted from another item: which of those referred to, from 1.</param>
/// <param name="Offset">Where it begins.</param>
/// <param name="Length">How long it is; 0 is all.</param>
internal readonly record struct HeifPiece(long Item, long Offset, long Length);

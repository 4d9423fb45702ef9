namespace Doppel.Media;

/// <summary>What an item refers to (ISO/IEC 14496-12, 8.11.12).</summary>
/// <param name="Type">In what way, four letters as a big-endian number.</param>
/// <param name="To">To which items, in order.</param>
internal readonly record struct HeifReference(uint Type, IReadOnlyList<uint> To);

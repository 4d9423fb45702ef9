namespace Doppel.Media;

/// <summary>A reference from one item to others (ISO/IEC 14496-12, 8.11.12).</summary>
/// <param name="Type">The reference type, four characters as a big-endian number.</param>
/// <param name="To">The IDs of the items referred to, in order.</param>
internal readonly record struct HeifReference(uint Type, IReadOnlyList<uint> To);

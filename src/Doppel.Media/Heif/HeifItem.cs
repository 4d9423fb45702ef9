namespace Doppel.Media;

/// <summary>One item of a file: an image, a tile of one, or metadata (ISO/IEC 14496-12, 8.11).</summary>
/// <param name="id">The item ID. It has no meaning outside the file.</param>
/// <param name="type">The item type, four characters as a big-endian number.</param>
internal sealed class HeifItem(uint id, uint type)
{
    internal uint Id { get; } = id;

    /// <summary>Gets the item type, four characters as a big-endian number.</summary>
    internal uint Type { get; } = type;

    /// <summary>Gets whether the item exists only for use by other items.</summary>
    internal bool IsHidden { get; init; }

    /// <summary>Gets whether the item is encrypted.</summary>
    internal bool IsProtected { get; init; }

    /// <summary>Gets whether the type of the item marks it as Exif or XMP.</summary>
    internal bool IsTag { get; init; }

    /// <summary>Gets its type as text: a MIME type, a URI, or four characters.</summary>
    internal required string Kind { get; init; }

    /// <summary>Gets or sets the index of its first extent in <see cref="HeifMeta.Pieces"/>.</summary>
    internal int FirstPiece { get; set; }

    /// <summary>Gets or sets the number of its extents.</summary>
    internal int PieceCount { get; set; }

    /// <summary>
    /// Gets or sets what the offsets of its extents are relative to: 0 the file, 1 the data in the meta box, 2 other
    /// items.
    /// </summary>
    internal int Construction { get; set; }

    /// <summary>Gets or sets whether its data is in another file.</summary>
    internal bool IsElsewhere { get; set; }

    /// <summary>Gets or sets whether the file gives its location.</summary>
    internal bool IsPlaced { get; set; }

    /// <summary>Gets the indexes of its properties, in order, starting from 0.</summary>
    internal List<int> Properties { get; } = [];

    /// <summary>Gets its references, in order.</summary>
    internal List<HeifReference> References { get; } = [];

    /// <summary>Gets the auxiliary images that refer to it: alpha, depth map, gain map.</summary>
    internal List<HeifItem> Helpers { get; } = [];

    /// <summary>Gets the items derived from it.</summary>
    internal List<HeifItem> Users { get; } = [];

    /// <summary>Gets or sets whether other items are thumbnails of it.</summary>
    internal bool HasThumbnails { get; set; }

    /// <summary>Gets or sets whether it is excluded from the payload.</summary>
    internal bool IsLeftOut { get; set; }

    /// <summary>
    /// Gets or sets its position in the payload order, in which the primary item is 0. -1 until it has been assigned.
    /// </summary>
    internal int Order { get; set; } = -1;
}

/// <summary>A reference from one item to others (ISO/IEC 14496-12, 8.11.12).</summary>
/// <param name="Type">The reference type, four characters as a big-endian number.</param>
/// <param name="To">The IDs of the items referred to, in order.</param>
internal readonly record struct HeifReference(uint Type, IReadOnlyList<uint> To);

namespace Doppel.Media;

/// <summary>One item of a file: a picture, a tile of one, or what is said of it (ISO/IEC 14496-12, 8.11).</summary>
/// <param name="id">What the file calls it by; means nothing beyond.</param>
/// <param name="type">Its four letters.</param>
internal sealed class HeifItem(uint id, uint type)
{
    /// <summary>What the file calls it by.</summary>
    internal uint Id { get; } = id;

    /// <summary>Its four letters, as a big-endian number.</summary>
    internal uint Type { get; } = type;

    /// <summary>Whether it is only there for others.</summary>
    internal bool IsHidden { get; init; }

    /// <summary>Whether it is encrypted.</summary>
    internal bool IsProtected { get; init; }

    /// <summary>Whether it is Exif or XMP by its type.</summary>
    internal bool IsTag { get; init; }

    /// <summary>Where it begins in <see cref="HeifMeta.Pieces"/>.</summary>
    internal int FirstPiece { get; set; }

    /// <summary>In how many pieces its bytes lie.</summary>
    internal int PieceCount { get; set; }

    /// <summary>What its pieces are counted from: 0 the file, 1 the meta box's own data, 2 other items.</summary>
    internal int Construction { get; set; }

    /// <summary>Whether its bytes lie in another file.</summary>
    internal bool IsElsewhere { get; set; }

    /// <summary>Whether the file told where it lies.</summary>
    internal bool IsPlaced { get; set; }

    /// <summary>Its properties in their order, each a number from 0.</summary>
    internal List<int> Properties { get; } = [];

    /// <summary>What it refers to, in order.</summary>
    internal List<HeifReference> References { get; } = [];

    /// <summary>What refers to it as a picture that belongs to it: alpha, depth, gain map.</summary>
    internal List<HeifItem> Helpers { get; } = [];

    /// <summary>What is made of it.</summary>
    internal List<HeifItem> Users { get; } = [];

    /// <summary>Whether others are small pictures of it.</summary>
    internal bool HasThumbnails { get; set; }

    /// <summary>Whether it is no payload.</summary>
    internal bool IsLeftOut { get; set; }

    /// <summary>Its number by what it means: the main picture is 0. -1 until it has one.</summary>
    internal int Order { get; set; } = -1;
}

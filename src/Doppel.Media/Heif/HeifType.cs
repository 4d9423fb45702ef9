namespace Doppel.Media;

/// <summary>The types of items, references and properties, as big-endian numbers.</summary>
/// <remarks>ISO/IEC 23008-12 and 14496-12, the AV1 image file format, ISO 21496-1.</remarks>
internal static class HeifType
{
    internal static readonly uint Exif = IsoBox.TypeOf("Exif"u8);
    internal static readonly uint Mime = IsoBox.TypeOf("mime"u8);
    internal static readonly uint Uri = IsoBox.TypeOf("uri "u8);
    internal static readonly uint Identity = IsoBox.TypeOf("iden"u8);
    internal static readonly uint ToneMap = IsoBox.TypeOf("tmap"u8);

    /// <summary>A reference to the items from which this one is derived.</summary>
    internal static readonly uint MadeOf = IsoBox.TypeOf("dimg"u8);

    /// <summary>A reference from an auxiliary image, such as alpha, depth map or gain map, to the main image.</summary>
    internal static readonly uint BelongsTo = IsoBox.TypeOf("auxl"u8);

    /// <summary>A reference from a thumbnail to the main image.</summary>
    internal static readonly uint ThumbnailOf = IsoBox.TypeOf("thmb"u8);

    /// <summary>A reference from a description to the item that it describes.</summary>
    internal static readonly uint TellsOf = IsoBox.TypeOf("cdsc"u8);

    /// <summary>A reference to the items that contain the data of this one.</summary>
    internal static readonly uint LiesIn = IsoBox.TypeOf("iloc"u8);

    /// <summary>The color property: a profile or color parameters.</summary>
    internal static readonly uint Color = IsoBox.TypeOf("colr"u8);

    /// <summary>The property that gives the kind of an auxiliary image.</summary>
    internal static readonly uint Kind = IsoBox.TypeOf("auxC"u8);

    private static readonly uint[] s_pictures =
    [
        IsoBox.TypeOf("hvc1"u8), IsoBox.TypeOf("hev1"u8), IsoBox.TypeOf("lhv1"u8), IsoBox.TypeOf("hvt1"u8),
        IsoBox.TypeOf("av01"u8), IsoBox.TypeOf("avc1"u8), IsoBox.TypeOf("vvc1"u8), IsoBox.TypeOf("evc1"u8),
        IsoBox.TypeOf("jpeg"u8), IsoBox.TypeOf("j2k1"u8), IsoBox.TypeOf("unci"u8), IsoBox.TypeOf("mski"u8),
        IsoBox.TypeOf("grid"u8), IsoBox.TypeOf("iovl"u8), Identity, ToneMap,
    ];

    // Names, dates, alternative texts, and free space.
    private static readonly uint[] s_remarks =
    [
        IsoBox.TypeOf("udes"u8), IsoBox.TypeOf("crtt"u8), IsoBox.TypeOf("mdft"u8), IsoBox.TypeOf("altt"u8),
        IsoBox.TypeOf("elng"u8), IsoBox.TypeOf("free"u8), IsoBox.TypeOf("skip"u8),
    ];

    // Light levels and the intended viewing conditions.
    private static readonly uint[] s_light =
    [
        IsoBox.TypeOf("clli"u8), IsoBox.TypeOf("mdcv"u8), IsoBox.TypeOf("cclv"u8), IsoBox.TypeOf("amve"u8),
        IsoBox.TypeOf("ndwt"u8),
    ];

    /// <summary>Returns whether items of a type are images or parts of them.</summary>
    internal static bool IsPicture(uint type) => s_pictures.Contains(type);

    /// <summary>Returns whether a property is free space.</summary>
    internal static bool IsFree(uint property) =>
        property == IsoBox.TypeOf("free"u8) || property == IsoBox.TypeOf("skip"u8);

    /// <summary>Returns whether a property carries no information about the image.</summary>
    internal static bool IsRemark(uint property) => s_remarks.Contains(property);

    /// <summary>
    /// Returns whether a property describes light levels, which affect how a screen displays the image.
    /// </summary>
    internal static bool IsLight(uint property) => s_light.Contains(property);
}

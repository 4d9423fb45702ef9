namespace Doppel.Media;

/// <summary>The letters that tell items, references and properties apart, as big-endian numbers.</summary>
/// <remarks>ISO/IEC 23008-12 and 14496-12, the AV1 image file format, ISO 21496-1.</remarks>
internal static class HeifType
{
    internal static readonly uint Exif = IsoBox.TypeOf("Exif"u8);
    internal static readonly uint Mime = IsoBox.TypeOf("mime"u8);
    internal static readonly uint Identity = IsoBox.TypeOf("iden"u8);
    internal static readonly uint ToneMap = IsoBox.TypeOf("tmap"u8);

    /// <summary>What is made of the items referred to.</summary>
    internal static readonly uint MadeOf = IsoBox.TypeOf("dimg"u8);

    /// <summary>Belongs to the item referred to: alpha, depth, gain map.</summary>
    internal static readonly uint BelongsTo = IsoBox.TypeOf("auxl"u8);

    /// <summary>Is a small picture of the item referred to.</summary>
    internal static readonly uint ThumbnailOf = IsoBox.TypeOf("thmb"u8);

    /// <summary>Tells something of the item referred to.</summary>
    internal static readonly uint TellsOf = IsoBox.TypeOf("cdsc"u8);

    /// <summary>Has its bytes in the items referred to.</summary>
    internal static readonly uint LiesIn = IsoBox.TypeOf("iloc"u8);

    /// <summary>The colour property: a profile, or numbers.</summary>
    internal static readonly uint Colour = IsoBox.TypeOf("colr"u8);

    /// <summary>Tells what kind of picture belongs to another.</summary>
    internal static readonly uint Kind = IsoBox.TypeOf("auxC"u8);

    private static readonly uint[] s_pictures =
    [
        IsoBox.TypeOf("hvc1"u8), IsoBox.TypeOf("hev1"u8), IsoBox.TypeOf("lhv1"u8), IsoBox.TypeOf("hvt1"u8),
        IsoBox.TypeOf("av01"u8), IsoBox.TypeOf("avc1"u8), IsoBox.TypeOf("vvc1"u8), IsoBox.TypeOf("evc1"u8),
        IsoBox.TypeOf("jpeg"u8), IsoBox.TypeOf("j2k1"u8), IsoBox.TypeOf("unci"u8), IsoBox.TypeOf("mski"u8),
        IsoBox.TypeOf("grid"u8), IsoBox.TypeOf("iovl"u8), Identity, ToneMap,
    ];

    // Names, dates, words for those who cannot see, and empty room.
    private static readonly uint[] s_remarks =
    [
        IsoBox.TypeOf("udes"u8), IsoBox.TypeOf("crtt"u8), IsoBox.TypeOf("mdft"u8), IsoBox.TypeOf("altt"u8),
        IsoBox.TypeOf("elng"u8), IsoBox.TypeOf("free"u8), IsoBox.TypeOf("skip"u8),
    ];

    // How bright the picture was meant to be.
    private static readonly uint[] s_light =
    [
        IsoBox.TypeOf("clli"u8), IsoBox.TypeOf("mdcv"u8), IsoBox.TypeOf("cclv"u8), IsoBox.TypeOf("amve"u8),
        IsoBox.TypeOf("ndwt"u8),
    ];

    /// <summary>Whether items of a type are pictures or parts of them.</summary>
    internal static bool IsPicture(uint type) => s_pictures.Contains(type);

    /// <summary>Whether a property says nothing of the picture.</summary>
    internal static bool IsRemark(uint property) => s_remarks.Contains(property);

    /// <summary>Whether a property tells of light, which changes how a screen shows the picture.</summary>
    internal static bool IsLight(uint property) => s_light.Contains(property);
}

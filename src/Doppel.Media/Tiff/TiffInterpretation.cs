namespace Doppel.Media;

/// <summary>Which tags tell how the bytes of a picture are read, and which how its colours are meant.</summary>
/// <remarks>
/// TIFF 6.0 and its supplements, TIFF/EP (ISO 12234-2), DNG 1.7, and what exiftool's documentation tells of makers' own
/// tags. Not among them, since they tell of the picture and not what it is: orientation, resolution, names, dates,
/// places on earth, digests, previews and their settings, profiles to choose from, the raw file a DNG was made of.
/// </remarks>
internal static class TiffInterpretation
{
    /// <summary>From here on tags of the first directory count for all pictures: DNG's.</summary>
    internal const int FirstOfDng = 0xC612;

    // In the order of their numbers, which is the order of the key.
    private static readonly ushort[] s_decoding =
    [
        0x100, 0x101, 0x102, 0x103, 0x106, // width, height, bits, compression, what samples mean
        0x10A, 0x115, 0x116, 0x11C, // order of bits, samples of a pixel, rows of a strip, planes
        0x124, 0x125, 0x13D, 0x140, 0x142, 0x143, // fax options, predictor, palette, tiles
        0x14C, 0x14E, 0x152, 0x153, 0x15A, 0x15B, // inks, further samples, kind of numbers, index, JPEG's tables
        0x1B1, 0x1B2, 0x200, 0x203, 0x205, 0x206, // ranges and colour of TIFF-FX, JPEG's obsolete kind
        0x211, 0x212, 0x213, 0x214, // luminance and chroma: factors, steps, places, ranges
        0x7000, 0x7010, 0x7300, 0x7310, 0x787F, // Sony: kind of raw, tone curve, black and white levels
        0x80E3, 0x80E4, 0x80E5, 0x80E6, // alpha, numbers and depth of old
        0x828D, 0x828E, // pattern of the colour filter
        0xC5D8, 0xC5E0, // Canon's pattern
        0xC5F2, // LERC
        0xC616, 0xC617, 0xC618, 0xC619, 0xC61A, 0xC61B, 0xC61C, 0xC61D, // filter, linearization, black and white
        0xC61E, 0xC61F, 0xC620, 0xC62D, 0xC631, 0xC632, // scale, crop, green split, chroma, smoothing
        0xC640, 0xC65C, 0xC68D, 0xC68E, 0xC6C5, // Canon's slices, best scale, active and masked area, Canon's kind
        0xC71E, 0xC71F, 0xC740, 0xC741, 0xC74E, 0xC761, // blocks of tiles, rows interleaved, lists of operations, noise
        0xC7E9, 0xC7EA, 0xC7EB, 0xC7EC, 0xC7ED, 0xCD2E, 0xCD38, 0xCD43, // depth, masks, columns interleaved
    ];

    private static readonly ushort[] s_colour =
    [
        0x118, 0x119, 0x122, 0x123, 0x12D, 0x13E, 0x13F, 0x14D, 0x150, 0x154, 0x155, // ranges, curves, primaries, inks
        0x7303, 0x7312, 0x7313, // Sony's white balance
        0x8773, // the ICC profile
        0x923F, // luminance
        0x935C, // Photoshop's layers
        0xC621, 0xC622, 0xC623, 0xC624, 0xC625, 0xC626, 0xC627, 0xC628, 0xC629, 0xC62A, 0xC62B, 0xC62C, 0xC62E,
        0xC633, 0xC65A, 0xC65B, 0xC68F, 0xC690, 0xC691, 0xC692, 0xC6BF, 0xC6F9, 0xC6FA, 0xC6FB, 0xC6FC, 0xC714,
        0xC715, 0xC725, 0xC726, 0xC7A3, 0xC7A4, 0xC7A5, 0xC7A6, 0xC7B5, 0xCD2D, 0xCD31, 0xCD32, 0xCD33, 0xCD34,
        0xCD35, 0xCD36, 0xCD37, 0xCD39, 0xCD3A, 0xCD3B, 0xCD3F, 0xCD40, // DNG: matrices, white, curves, tables
    ];

    /// <summary>Tags that count by any policy.</summary>
    internal static ReadOnlySpan<ushort> Decoding => s_decoding;

    /// <summary>Tags that count by the strict policy.</summary>
    internal static ReadOnlySpan<ushort> Colour => s_colour;

    /// <summary>The value that a missing entry stands for; -1 where there is none.</summary>
    internal static int Default(int tag) => tag switch
    {
        0x102 or 0x103 or 0x10A or 0x115 or 0x11C or 0x13D or 0x14C or 0x153 or 0x213 => 1,
        0x124 or 0x125 => 0,
        0x212 => 2,
        _ => -1,
    };
}

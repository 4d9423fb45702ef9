namespace Doppel.Media;

/// <summary>Lists the tags that control how an image is decoded, and those that define its colors.</summary>
/// <remarks>
/// TIFF 6.0 and its supplements, TIFF/EP (ISO 12234-2), DNG 1.7, and makers' own tags as documented by exiftool. Tags
/// that only describe the image are not listed: orientation, resolution, names, dates, GPS locations, digests, previews
/// and their settings, profiles to choose from, and the raw file that a DNG was converted from.
/// </remarks>
internal static class TiffInterpretation
{
    /// <summary>The first of the DNG tags that count for all images if they are in the first directory.</summary>
    internal const int FirstOfDng = 0xC612;

    // In ascending order, which is the order in the key.
    private static readonly ushort[] s_decoding =
    [
        0x100, 0x101, 0x102, 0x103, 0x106, // width, height, bits, compression, photometric interpretation
        0x10A, 0x115, 0x116, 0x11C, // fill order, samples per pixel, rows per strip, planar configuration
        0x124, 0x125, 0x13D, 0x140, 0x142, 0x143, // fax options, predictor, palette, tiles
        0x14C, 0x14E, 0x152, 0x153, 0x15A, 0x15B, // inks, extra samples, sample format, indexed, JPEG tables
        0x1B1, 0x1B2, 0x200, 0x203, 0x205, 0x206, // ranges and color of TIFF-FX, obsolete JPEG
        0x211, 0x212, 0x213, 0x214, // luminance and chroma: coefficients, subsampling, positioning, reference levels
        0x7000, 0x7010, 0x7300, 0x7310, 0x787F, // Sony: raw file type, tone curve, black and white levels
        0x80E3, 0x80E4, 0x80E5, 0x80E6, // obsolete tags for matte, data type and image depth
        0x828D, 0x828E, // color filter array pattern
        0xC5D8, 0xC5E0, // Canon's filter pattern
        0xC5F2, // LERC
        0xC616, 0xC617, 0xC618, 0xC619, 0xC61A, 0xC61B, 0xC61C, 0xC61D, // filter, linearization, black and white levels
        0xC61E, 0xC61F, 0xC620, 0xC62D, 0xC631, 0xC632, // scale, crop, green split, chroma, antialiasing
        0xC640, 0xC65C, 0xC68D, 0xC68E, 0xC6C5, // Canon's slices, best scale, active and masked area, Canon's raw type
        0xC71E, 0xC71F, 0xC740, 0xC741, 0xC74E, 0xC761, // subtiles, interleaved rows, opcode lists, noise
        0xC7E9, 0xC7EA, 0xC7EB, 0xC7EC, 0xC7ED, 0xCD2E, 0xCD38, 0xCD43, // depth, masks, interleaved columns
    ];

    private static readonly ushort[] s_color =
    [
        0x118, 0x119, 0x122, 0x123, 0x12D, 0x13E, 0x13F, 0x14D, 0x150, 0x154, 0x155, // ranges, curves, primaries, inks
        0x7303, 0x7312, 0x7313, // Sony's white balance
        0x8773, // the ICC profile
        0x923F, // luminance
        0x935C, // Photoshop's layers
        0xC621, 0xC622, 0xC623, 0xC624, 0xC625, 0xC626, 0xC627, 0xC628, 0xC629, 0xC62A, 0xC62B, 0xC62C, 0xC62E,
        0xC633, 0xC65A, 0xC65B, 0xC68F, 0xC690, 0xC691, 0xC692, 0xC6BF, 0xC6F9, 0xC6FA, 0xC6FB, 0xC6FC, 0xC714,
        0xC715, 0xC725, 0xC726, 0xC7A3, 0xC7A4, 0xC7A5, 0xC7A6, 0xC7B5, 0xCD2D, 0xCD31, 0xCD32, 0xCD33, 0xCD34,
        0xCD35, 0xCD36, 0xCD37, 0xCD39, 0xCD3A, 0xCD3B, 0xCD3F, 0xCD40, // DNG: matrices, white balance, curves, tables
    ];

    /// <summary>Gets the tags that count under any policy.</summary>
    internal static ReadOnlySpan<ushort> Decoding => s_decoding;

    /// <summary>Gets the tags that count under the strict policy.</summary>
    internal static ReadOnlySpan<ushort> Color => s_color;

    /// <summary>Returns the default value of a missing entry, or -1 if it has none.</summary>
    internal static int Default(int tag) => tag switch
    {
        0x102 or 0x103 or 0x10A or 0x115 or 0x11C or 0x13D or 0x14C or 0x153 or 0x213 => 1,
        0x124 or 0x125 => 0,
        0x212 => 2,
        _ => -1,
    };
}

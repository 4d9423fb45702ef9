namespace Doppel.Media;

/// <summary>Boxes that are identified by a UUID (ISO/IEC 14496-12, 4.2).</summary>
internal static class IsoUuid
{
    /// <summary>The length of the UUID in bytes.</summary>
    internal const int Bytes = 16;

    /// <summary>The UUID of Adobe XMP.</summary>
    internal static ReadOnlySpan<byte> Xmp =>
    [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ];

    /// <summary>The UUID of Exif in JPEG 2000: the characters JpgTiffExif->JP2.</summary>
    internal static ReadOnlySpan<byte> Exif => "JpgTiffExif->JP2"u8;

    /// <summary>The other UUID of Exif in JPEG 2000.</summary>
    internal static ReadOnlySpan<byte> OtherExif =>
    [
        0x05, 0x37, 0xCD, 0xAB, 0x9D, 0x0C, 0x44, 0x31, 0xA7, 0x2A, 0xFA, 0x56, 0x1F, 0x2A, 0x11, 0x3E,
    ];

    /// <summary>The UUID of IPTC data sets in JPEG 2000.</summary>
    internal static ReadOnlySpan<byte> Iptc =>
    [
        0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97, 0xAD, 0x38,
    ];

    /// <summary>The UUID of Canon's boxes in the movie box of CR3 (Laurent Clévy's description).</summary>
    internal static ReadOnlySpan<byte> Canon =>
    [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
    ];

    /// <summary>The UUID of the preview in CR3 (Laurent Clévy's description).</summary>
    internal static ReadOnlySpan<byte> CanonPreview =>
    [
        0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
    ];

    private static ReadOnlySpan<byte> Provenance =>
    [
        0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
    ];

    /// <summary>Returns whether a box is a uuid box.</summary>
    internal static bool Is(IsoBox box) => box.Type == IsoBox.TypeOf("uuid"u8);

    /// <summary>Returns whether a box is the uuid box with a given UUID.</summary>
    internal static bool Is(HeaderReader file, IsoBox box, ReadOnlySpan<byte> number) =>
        Is(box) && box.Bytes >= Bytes && file.Is(box.Start, number);

    /// <summary>
    /// Returns whether a box is a uuid box known to contain tags: XMP, Exif, IPTC or provenance (C2PA).
    /// </summary>
    internal static bool IsTag(HeaderReader file, IsoBox box) =>
        Is(file, box, Xmp) || Is(file, box, Exif) || Is(file, box, OtherExif) || Is(file, box, Iptc)
        || Is(file, box, Provenance);
}

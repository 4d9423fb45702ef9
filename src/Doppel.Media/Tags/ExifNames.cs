namespace Doppel.Media;

/// <summary>Maps Exif entries to tag names.</summary>
internal static class ExifNames
{
    private static readonly Dictionary<int, string> s_main = new()
    {
        [0x010E] = TagNames.Description,
        [0x010F] = TagNames.Make,
        [0x0110] = TagNames.Model,
        [0x0112] = TagNames.Orientation,
        [0x0131] = TagNames.Software,
        [0x013B] = TagNames.Artist,
        [0x013C] = "exif:HostComputer",
        [0x011A] = "exif:XResolution",
        [0x011B] = "exif:YResolution",
        [0x0128] = "exif:ResolutionUnit",
        [0x010D] = "exif:DocumentName",
        [0x011D] = "exif:PageName",
        [0x0129] = "exif:PageNumber",
        [0x4746] = TagNames.Rating,
        [0x4749] = "exif:RatingPercent",
        [0xC4A5] = "exif:PrintImageMatching",
    };

    private static readonly Dictionary<int, string> s_exif = new()
    {
        [0x829A] = "exif:ExposureTime",
        [0x829D] = "exif:FNumber",
        [0x8822] = "exif:ExposureProgram",
        [0x8827] = "exif:ISO",
        [0x8830] = "exif:SensitivityType",
        [0x8832] = "exif:RecommendedExposureIndex",
        [0x9000] = "exif:ExifVersion",
        [0x9010] = "exif:OffsetTime",
        [0x9012] = "exif:OffsetTimeDigitized",
        [0x9101] = "exif:ComponentsConfiguration",
        [0x9102] = "exif:CompressedBitsPerPixel",
        [0x9201] = "exif:ShutterSpeedValue",
        [0x9202] = "exif:ApertureValue",
        [0x9203] = "exif:BrightnessValue",
        [0x9204] = "exif:ExposureBiasValue",
        [0x9205] = "exif:MaxApertureValue",
        [0x9206] = "exif:SubjectDistance",
        [0x9207] = "exif:MeteringMode",
        [0x9208] = "exif:LightSource",
        [0x9209] = "exif:Flash",
        [0x920A] = "exif:FocalLength",
        [0x9214] = "exif:SubjectArea",
        [0x927C] = "exif:MakerNote",
        [0x9290] = "exif:SubSecTime",
        [0x9292] = "exif:SubSecTimeDigitized",
        [0xA000] = "exif:FlashpixVersion",
        [0xA001] = "exif:ColorSpace",
        [0xA002] = "exif:PixelXDimension",
        [0xA003] = "exif:PixelYDimension",
        [0xA20E] = "exif:FocalPlaneXResolution",
        [0xA20F] = "exif:FocalPlaneYResolution",
        [0xA210] = "exif:FocalPlaneResolutionUnit",
        [0xA215] = "exif:ExposureIndex",
        [0xA217] = "exif:SensingMethod",
        [0xA300] = "exif:FileSource",
        [0xA301] = "exif:SceneType",
        [0xA401] = "exif:CustomRendered",
        [0xA402] = "exif:ExposureMode",
        [0xA403] = "exif:WhiteBalance",
        [0xA404] = "exif:DigitalZoomRatio",
        [0xA405] = "exif:FocalLengthIn35mmFilm",
        [0xA406] = "exif:SceneCaptureType",
        [0xA407] = "exif:GainControl",
        [0xA408] = "exif:Contrast",
        [0xA409] = "exif:Saturation",
        [0xA40A] = "exif:Sharpness",
        [0xA40C] = "exif:SubjectDistanceRange",
        [0xA420] = "exif:ImageUniqueID",
        [0xA430] = "exif:CameraOwnerName",
        [0xA431] = "exif:BodySerialNumber",
        [0xA432] = "exif:LensSpecification",
        [0xA433] = "exif:LensMake",
        [0xA434] = TagNames.Lens,
        [0xA435] = "exif:LensSerialNumber",
        [0xA460] = "exif:CompositeImage",
    };

    // Entries that TIFF needs to decode the image or to locate data. None of them describes the image.
    private static readonly HashSet<int> s_structure =
    [
        0xFE, 0xFF, 0x100, 0x101, 0x102, 0x103, 0x106, 0x107, 0x108, 0x109, 0x10A, 0x111, 0x115, 0x116, 0x117, 0x118,
        0x119, 0x11C, 0x120, 0x121, 0x122, 0x123, 0x13D, 0x140, 0x141, 0x142, 0x143, 0x144, 0x145, 0x14A, 0x152, 0x153,
        0x154, 0x155, 0x15B, 0x200, 0x201, 0x202, 0x211, 0x212, 0x213, 0x214, 0xEA1C,
    ];

    // Indexed by tag number, starting with 8.
    private static readonly string[] s_place =
    [
        "Satellites", "Status", "MeasureMode", "DOP", "SpeedRef", "Speed", "TrackRef", "Track", "ImgDirectionRef",
        "ImgDirection", "MapDatum", "DestLatitudeRef", "DestLatitude", "DestLongitudeRef", "DestLongitude",
        "DestBearingRef", "DestBearing", "DestDistanceRef", "DestDistance", "ProcessingMethod", "AreaInformation",
        "DateStamp", "Differential", "HPositioningError",
    ];

    /// <summary>Returns the name of a GPS entry for which the formats share no name.</summary>
    internal static string OfPlace(int tag) =>
        tag is >= 8 and < 32 ? $"exif:GPS{s_place[tag - 8]}" : $"exif:GPS:0x{tag:X4}";

    /// <summary>
    /// Returns the name that all formats share, otherwise the Exif name or the tag number. Returns null for an entry
    /// that carries no information about the image.
    /// </summary>
    internal static string? Find(ExifPart part, int tag)
    {
        if (part == ExifPart.Main && s_structure.Contains(tag))
        {
            return null;
        }

        if ((part == ExifPart.Main ? s_main : s_exif).TryGetValue(tag, out string? name))
        {
            return name;
        }

        return tag == 0xEA1C ? null : $"exif:0x{tag:X4}";
    }
}

/// <summary>The directory that contains an Exif entry. The same tag number has a different meaning in each.</summary>
internal enum ExifPart
{
    /// <summary>The first directory of the file, which describes the main image.</summary>
    Main,

    /// <summary>The Exif directory, which describes how the photo was taken.</summary>
    Exif,

    /// <summary>The GPS directory, which describes where the photo was taken.</summary>
    Gps,

    /// <summary>The second directory of the file, which describes the thumbnail.</summary>
    Thumbnail,
}

namespace Doppel.Media;

/// <summary>Which directory an entry of Exif stands in; a number means something else in each.</summary>
internal enum ExifPart
{
    /// <summary>The first one: the picture.</summary>
    Main,

    /// <summary>How it was taken.</summary>
    Exif,

    /// <summary>Where it was taken.</summary>
    Gps,

    /// <summary>The second one of the file: the small picture.</summary>
    Thumbnail,
}

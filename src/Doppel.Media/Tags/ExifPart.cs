namespace Doppel.Media;

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

using System.Globalization;

namespace Doppel.Media;

/// <summary>Tells the tags that somebody chose, or that cannot be found again, from those that programs add.</summary>
public static class TagKinds
{
    private static readonly HashSet<string> s_descriptive =
    [
        TagNames.Title, TagNames.Artist, TagNames.Album, TagNames.AlbumArtist, TagNames.Track, TagNames.Disc,
        TagNames.Composer, TagNames.Genre, TagNames.Date, TagNames.Rating, TagNames.Keywords, TagNames.Description,
        TagNames.Comment, TagNames.Taken, TagNames.Place, TagNames.Lyrics, TagNames.Cover,
    ];

    private static readonly HashSet<string> s_byproducts =
    [
        TagNames.Encoder, TagNames.EncodedBy, TagNames.Software, TagNames.Modified, TagNames.Profile,
        TagNames.Thumbnail,
    ];

    // Parts of the names of other tags: the persons in a photo, by IPTC, Microsoft and the Metadata Working Group.
    private static readonly string[] s_persons = ["PersonInImage", "PersonDisplayName", "mwg-rs:Name"];

    // Keywords with the names above them, by Lightroom, digiKam and Windows.
    private static readonly string[] s_paths = ["hierarchicalSubject", "TagsList", "LastKeyword"];

    // The history of the file, what iTunes and ffmpeg note for themselves, digests of other tags, and what Exif
    // requires of each file.
    private static readonly string[] s_notes =
    [
        "xmpMM:", "iTun", "major_brand", "minor_version", "compatible_brands", "MuxingApp", "Digest", "ExifVersion",
        "FlashpixVersion", "ComponentsConfiguration", "YCbCrPositioning", "InteroperabilityIndex",
        "InteroperabilityVersion", "GPSVersionID",
    ];

    // In Exif, a unit of 1 is none, and 2, inches, is prescribed with the resolution.
    private static readonly HashSet<(string Name, string Value)> s_unknown =
    [
        ("exif:XResolution", "72"), ("exif:YResolution", "72"), ("exif:XResolution", "1"), ("exif:YResolution", "1"),
        ("exif:ResolutionUnit", "1"), ("exif:ResolutionUnit", "2"), ("exif:ColorSpace", "65535"),
    ];

    /// <summary>
    /// Returns whether a tag describes the work or the photo: title, artist, album, track, disc, composer, genre, date,
    /// rating, keywords, description, comment, time, place, lyrics, cover, or a person in the photo.
    /// </summary>
    /// <param name="name">The name of the tag.</param>
    public static bool IsDescriptive(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return s_descriptive.Contains(name) || HasAny(name, s_persons);
    }

    /// <summary>
    /// Returns whether a tag only shows how a program made the file: encoder, software, time of modification, color
    /// profile, thumbnail, history, a digest, a version of Exif, or what Exif prescribes if a value is unknown.
    /// </summary>
    /// <param name="tag">The tag.</param>
    /// <remarks>Source: CIPA DC-008 (Exif 2.32), 4.6.4 and 4.6.5: a resolution of 72, color space 65535.</remarks>
    public static bool IsByproduct(MediaTag tag) => s_byproducts.Contains(tag.Name) || HasAny(tag.Name, s_notes)
        || s_unknown.Contains((tag.Name, tag.Value));

    /// <summary>
    /// Returns whether the values of a tag belong together, so that files with different values have all of them
    /// between them: keywords, genre, or persons.
    /// </summary>
    /// <param name="name">The name of the tag.</param>
    public static bool IsList(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return name is TagNames.Keywords or TagNames.Genre || HasAny(name, s_persons) || HasAny(name, s_paths);
    }

    /// <summary>
    /// Returns a rating in percent: ID3 has 255 points, most programs five stars, and some a hundred points.
    /// </summary>
    /// <param name="rating">The value of the tag.</param>
    /// <returns>0 to 100. 0 if it is not a number.</returns>
    public static int RatingPercent(string rating)
    {
        const int StarsMax = 5;
        ArgumentNullException.ThrowIfNull(rating);
        string[] parts = rating.Split('/');
        if (!double.TryParse(parts[0], NumberStyles.Float, CultureInfo.InvariantCulture, out double points))
        {
            return 0;
        }

        double most = points <= StarsMax ? StarsMax : 100;
        bool isNamed = double.TryParse(
            parts[^1], NumberStyles.Float, CultureInfo.InvariantCulture, out double named);
        most = parts.Length > 1 && isNamed && named > 0 ? named : most;
        return (int)Math.Clamp(100 * points / most, 0, 100);
    }

    /// <summary>Returns whether a tag counts how often a track was played.</summary>
    internal static bool IsPlayCount(string name) => name is "id3:PCNT" or "vorbis:PLAYCOUNT" or "vorbis:PLAY_COUNT"
        || name.StartsWith("id3:POPM:", StringComparison.Ordinal);

    /// <summary>Returns the number that a play count begins with, or 0 if it does not begin with one.</summary>
    internal static long Plays(string value) => long.TryParse(
        value.Split(' ')[0], NumberStyles.None, CultureInfo.InvariantCulture, out long plays) ? plays : 0;

    private static bool HasAny(string name, string[] parts) =>
        Array.Exists(parts, part => name.Contains(part, StringComparison.Ordinal));
}

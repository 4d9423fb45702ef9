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

    // The history of the file, what iTunes and ffmpeg note for themselves, and digests of other tags.
    private static readonly string[] s_notes =
    [
        "xmpMM:", "iTun", "major_brand", "minor_version", "compatible_brands", "MuxingApp", "Digest",
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
    /// profile, thumbnail, history, or a digest.
    /// </summary>
    /// <param name="name">The name of the tag.</param>
    public static bool IsByproduct(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return s_byproducts.Contains(name) || HasAny(name, s_notes);
    }

    private static bool HasAny(string name, string[] parts) =>
        Array.Exists(parts, part => name.Contains(part, StringComparison.Ordinal));
}

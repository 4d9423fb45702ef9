namespace Doppel.Media;

/// <summary>What tags are called in every format.</summary>
public static class TagNames
{
    /// <summary>What the work is called.</summary>
    public const string Title = "title";

    /// <summary>Who sings, plays, photographs.</summary>
    public const string Artist = "artist";

    /// <summary>The album or series it belongs to.</summary>
    public const string Album = "album";

    /// <summary>The album's artist.</summary>
    public const string AlbumArtist = "album artist";

    /// <summary>Who composed it.</summary>
    public const string Composer = "composer";

    /// <summary>Who wrote the text.</summary>
    public const string Lyricist = "lyricist";

    /// <summary>Who conducts.</summary>
    public const string Conductor = "conductor";

    /// <summary>Who made it public.</summary>
    public const string Publisher = "publisher";

    /// <summary>What stands below the title.</summary>
    public const string Subtitle = "subtitle";

    /// <summary>What it belongs to besides an album: a work, a set.</summary>
    public const string Grouping = "grouping";

    /// <summary>Kind of music or film.</summary>
    public const string Genre = "genre";

    /// <summary>Its number on the album, such as <c>3/12</c>.</summary>
    public const string Track = "track";

    /// <summary>The number of the disc, such as <c>1/2</c>.</summary>
    public const string Disc = "disc";

    /// <summary>Year or date of release, as it is written.</summary>
    public const string Date = "date";

    /// <summary>When the work first came out, where this is another edition.</summary>
    public const string OriginalDate = "original date";

    /// <summary>When it was taken or recorded.</summary>
    public const string Taken = "taken";

    /// <summary>When the file was made or changed by a program.</summary>
    public const string Modified = "modified";

    /// <summary>Remarks.</summary>
    public const string Comment = "comment";

    /// <summary>What it shows or tells.</summary>
    public const string Description = "description";

    /// <summary>Words to find it by.</summary>
    public const string Keywords = "keywords";

    /// <summary>Text that is sung.</summary>
    public const string Lyrics = "lyrics";

    /// <summary>Whose it is.</summary>
    public const string Copyright = "copyright";

    /// <summary>The recording's number (ISO 3901).</summary>
    public const string Isrc = "isrc";

    /// <summary>Beats a minute.</summary>
    public const string Tempo = "tempo";

    /// <summary>Whether several artists share the album: 1.</summary>
    public const string Compilation = "compilation";

    /// <summary>Who encoded it.</summary>
    public const string EncodedBy = "encoded by";

    /// <summary>An address to read more.</summary>
    public const string Link = "link";

    /// <summary>Stars or points.</summary>
    public const string Rating = "rating";

    /// <summary>Which way is up, 1 to 8 (Exif).</summary>
    public const string Orientation = "orientation";

    /// <summary>The program that wrote it.</summary>
    public const string Software = "software";

    /// <summary>The program that encoded it.</summary>
    public const string Encoder = "encoder";

    /// <summary>Who made the camera.</summary>
    public const string Make = "make";

    /// <summary>The camera.</summary>
    public const string Model = "model";

    /// <summary>The lens.</summary>
    public const string Lens = "lens";

    /// <summary>Where it was taken.</summary>
    public const string Place = "place";

    /// <summary>Language of what is sung or said.</summary>
    public const string Language = "language";

    /// <summary>A picture: kind, bytes and digest.</summary>
    public const string Cover = "cover";

    /// <summary>A small picture of the picture: bytes and digest.</summary>
    public const string Thumbnail = "thumbnail";

    /// <summary>A colour profile: its name or bytes.</summary>
    public const string Profile = "colour profile";

    /// <summary>Chapters or marks: how many.</summary>
    public const string Chapters = "chapters";
}

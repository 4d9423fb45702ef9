namespace Doppel.Media;

/// <summary>The tag names that all formats share.</summary>
public static class TagNames
{
    /// <summary>The title of the work.</summary>
    public const string Title = "title";

    /// <summary>The performer or photographer.</summary>
    public const string Artist = "artist";

    /// <summary>The album or series that the work belongs to.</summary>
    public const string Album = "album";

    /// <summary>The artist of the album.</summary>
    public const string AlbumArtist = "album artist";

    /// <summary>The composer.</summary>
    public const string Composer = "composer";

    /// <summary>The writer of the lyrics.</summary>
    public const string Lyricist = "lyricist";

    /// <summary>The conductor.</summary>
    public const string Conductor = "conductor";

    /// <summary>The publisher.</summary>
    public const string Publisher = "publisher";

    /// <summary>The subtitle.</summary>
    public const string Subtitle = "subtitle";

    /// <summary>A unit other than an album that the work belongs to, such as a larger work or a set.</summary>
    public const string Grouping = "grouping";

    /// <summary>The genre of the music or film.</summary>
    public const string Genre = "genre";

    /// <summary>The track number on the album, such as <c>3/12</c>.</summary>
    public const string Track = "track";

    /// <summary>The disc number, such as <c>1/2</c>.</summary>
    public const string Disc = "disc";

    /// <summary>The year or date of release, as written in the tag.</summary>
    public const string Date = "date";

    /// <summary>The date on which the work was first released, if this is a later edition.</summary>
    public const string OriginalDate = "original date";

    /// <summary>The time at which the photo or recording was made.</summary>
    public const string Taken = "taken";

    /// <summary>The time at which a program created or modified the file.</summary>
    public const string Modified = "modified";

    /// <summary>A comment.</summary>
    public const string Comment = "comment";

    /// <summary>A description of the content.</summary>
    public const string Description = "description";

    /// <summary>Keywords for searching.</summary>
    public const string Keywords = "keywords";

    /// <summary>The lyrics.</summary>
    public const string Lyrics = "lyrics";

    /// <summary>The copyright notice.</summary>
    public const string Copyright = "copyright";

    /// <summary>The International Standard Recording Code (ISO 3901).</summary>
    public const string Isrc = "isrc";

    /// <summary>The tempo in beats per minute.</summary>
    public const string Tempo = "tempo";

    /// <summary>1 if the album is a compilation by several artists.</summary>
    public const string Compilation = "compilation";

    /// <summary>The person or organization that encoded the file.</summary>
    public const string EncodedBy = "encoded by";

    /// <summary>The address of a web page with more information.</summary>
    public const string Link = "link";

    /// <summary>The rating, in stars or points.</summary>
    public const string Rating = "rating";

    /// <summary>The orientation of the image, 1 to 8 (Exif).</summary>
    public const string Orientation = "orientation";

    /// <summary>The program that wrote the file.</summary>
    public const string Software = "software";

    /// <summary>The program that encoded the file.</summary>
    public const string Encoder = "encoder";

    /// <summary>The manufacturer of the camera.</summary>
    public const string Make = "make";

    /// <summary>The model of the camera.</summary>
    public const string Model = "model";

    /// <summary>The lens.</summary>
    public const string Lens = "lens";

    /// <summary>The location at which the photo or recording was made.</summary>
    public const string Place = "place";

    /// <summary>The identifier that the photo and the film of a live photo have in common (Apple).</summary>
    public const string ContentIdentifier = "content identifier";

    /// <summary>The language of the lyrics or speech.</summary>
    public const string Language = "language";

    /// <summary>A picture: its kind, size in bytes and digest.</summary>
    public const string Cover = "cover";

    /// <summary>A thumbnail of the image: its size in bytes and digest.</summary>
    public const string Thumbnail = "thumbnail";

    /// <summary>A color profile: its name or size in bytes.</summary>
    public const string Profile = "color profile";

    /// <summary>The beginning of a chapter and its name, such as <c>0:01:30.500 Two</c>.</summary>
    public const string Chapter = "chapter";

    /// <summary>The number of chapters or markers.</summary>
    public const string Chapters = "chapters";
}

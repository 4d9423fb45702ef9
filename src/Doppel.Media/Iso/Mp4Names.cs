using System.Globalization;

namespace Doppel.Media;

/// <summary>Maps the tags of MP4 and QuickTime to tag names.</summary>
internal static class Mp4Names
{
    private const string QuickTime = "com.apple.quicktime.";

    private static readonly Dictionary<string, string> s_common = new()
    {
        ["©nam"] = TagNames.Title,
        ["©ART"] = TagNames.Artist,
        ["©art"] = TagNames.Artist,
        ["©aut"] = TagNames.Artist,
        ["©alb"] = TagNames.Album,
        ["aART"] = TagNames.AlbumArtist,
        ["©wrt"] = TagNames.Composer,
        ["©com"] = TagNames.Composer,
        ["©con"] = TagNames.Conductor,
        ["©gen"] = TagNames.Genre,
        ["©grp"] = TagNames.Grouping,
        ["©day"] = TagNames.Date,
        ["©cmt"] = TagNames.Comment,
        ["©des"] = TagNames.Description,
        ["©inf"] = TagNames.Description,
        ["desc"] = TagNames.Description,
        ["©key"] = TagNames.Keywords,
        ["keyw"] = TagNames.Keywords,
        ["©lyr"] = TagNames.Lyrics,
        ["©cpy"] = TagNames.Copyright,
        ["cprt"] = TagNames.Copyright,
        ["rate"] = TagNames.Rating,
        ["©swr"] = TagNames.Software,
        ["©too"] = TagNames.Encoder,
        ["©enc"] = TagNames.EncodedBy,
        ["©mak"] = TagNames.Make,
        ["©mod"] = TagNames.Model,
        ["©pub"] = TagNames.Publisher,
        ["©url"] = TagNames.Link,
        ["purl"] = TagNames.Link,
        ["tmpo"] = TagNames.Tempo,
        ["cpil"] = TagNames.Compilation,
        [QuickTime + "title"] = TagNames.Title,
        [QuickTime + "displayname"] = TagNames.Title,
        [QuickTime + "artist"] = TagNames.Artist,
        [QuickTime + "author"] = TagNames.Artist,
        [QuickTime + "album"] = TagNames.Album,
        [QuickTime + "genre"] = TagNames.Genre,
        [QuickTime + "comment"] = TagNames.Comment,
        [QuickTime + "description"] = TagNames.Description,
        [QuickTime + "information"] = TagNames.Description,
        [QuickTime + "keywords"] = TagNames.Keywords,
        [QuickTime + "copyright"] = TagNames.Copyright,
        [QuickTime + "software"] = TagNames.Software,
        [QuickTime + "make"] = TagNames.Make,
        [QuickTime + "model"] = TagNames.Model,
        [QuickTime + "rating.user"] = TagNames.Rating,
        [QuickTime + "content.identifier"] = TagNames.ContentIdentifier,
        [QuickTime + "year"] = TagNames.Date,
        ["com.apple.iTunes:ISRC"] = TagNames.Isrc,
        ["com.apple.iTunes:LABEL"] = TagNames.Publisher,
        ["com.apple.iTunes:LYRICIST"] = TagNames.Lyricist,
        ["com.apple.iTunes:CONDUCTOR"] = TagNames.Conductor,
        ["com.apple.iTunes:SUBTITLE"] = TagNames.Subtitle,
        ["com.apple.iTunes:LANGUAGE"] = TagNames.Language,
        ["title"] = TagNames.Title,
        ["artist"] = TagNames.Artist,
        ["album"] = TagNames.Album,
        ["genre"] = TagNames.Genre,
        ["comment"] = TagNames.Comment,
        ["encoder"] = TagNames.Encoder,
    };

    /// <summary>Adds one tag.</summary>
    internal static void Add(string name, string text, TagBuilder tags)
    {
        if (name is "©xyz" or QuickTime + "location.ISO6709")
        {
            tags.Add(TagNames.Place, Place(text));
        }
        else if (name == QuickTime + "creationdate")
        {
            TagTime.AddTaken(tags, text);
        }
        else
        {
            tags.Add(s_common.TryGetValue(name, out string? common) ? common : $"mp4:{name}", text);
        }
    }

    // ISO 6709: each number starts with its sign. Text in any other form is returned as it is.
    private static string Place(string text)
    {
        string trimmed = text.Trim('/', '\0', ' ');
        int longitude = trimmed.IndexOfAny(['+', '-'], Math.Min(1, trimmed.Length));
        int height = longitude < 0 ? -1 : trimmed.IndexOfAny(['+', '-'], longitude + 1);
        int end = height < 0 ? trimmed.Length : height;
        if (longitude < 0)
        {
            return text;
        }

        double north = Number(trimmed[..longitude]);
        string place = ExifPlace.Text(north, Number(trimmed[longitude..end]), Number(trimmed[end..]));
        return Math.Abs(north) <= 90 && place.Length > 0 ? place : text;
    }

    private static double Number(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double known) ? known : double.NaN;
}

namespace Doppel.Media;

/// <summary>Maps the tag names of Matroska (matroska.org, Tagging) and those that ffmpeg writes.</summary>
internal static class MatroskaTagNames
{
    private static readonly Dictionary<string, string> s_common = new(StringComparer.OrdinalIgnoreCase)
    {
        ["TITLE"] = TagNames.Title,
        ["SUBTITLE"] = TagNames.Subtitle,
        ["ARTIST"] = TagNames.Artist,
        ["LEAD_PERFORMER"] = TagNames.Artist,
        ["ALBUM"] = TagNames.Album,
        ["ALBUM_ARTIST"] = TagNames.AlbumArtist,
        ["COMPOSER"] = TagNames.Composer,
        ["LYRICIST"] = TagNames.Lyricist,
        ["CONDUCTOR"] = TagNames.Conductor,
        ["PUBLISHER"] = TagNames.Publisher,
        ["LABEL"] = TagNames.Publisher,
        ["GENRE"] = TagNames.Genre,
        ["PART_NUMBER"] = TagNames.Track,
        ["TRACK"] = TagNames.Track,
        ["DISC"] = TagNames.Disc,
        ["DATE"] = TagNames.Date,
        ["DATE_RELEASED"] = TagNames.Date,
        ["DATE_TAGGED"] = TagNames.Modified,
        ["CREATION_TIME"] = TagNames.Modified,
        ["COMMENT"] = TagNames.Comment,
        ["DESCRIPTION"] = TagNames.Description,
        ["SUMMARY"] = TagNames.Description,
        ["SYNOPSIS"] = TagNames.Description,
        ["KEYWORDS"] = TagNames.Keywords,
        ["LYRICS"] = TagNames.Lyrics,
        ["COPYRIGHT"] = TagNames.Copyright,
        ["ISRC"] = TagNames.Isrc,
        ["BPM"] = TagNames.Tempo,
        ["RATING"] = TagNames.Rating,
        ["ENCODER"] = TagNames.Encoder,
        ["ENCODED_BY"] = TagNames.EncodedBy,
        ["LANGUAGE"] = TagNames.Language,
        ["URL"] = TagNames.Link,
        ["RECORDING_LOCATION"] = TagNames.Place,
    };

    /// <summary>Adds one tag.</summary>
    internal static void Add(TagBuilder tags, string name, string value)
    {
        if (name.Equals("DATE_RECORDED", StringComparison.OrdinalIgnoreCase))
        {
            TagTime.AddTaken(tags, value);
            return;
        }

        tags.Add(s_common.TryGetValue(name, out string? common) ? common : $"matroska:{name}", value);
    }

    /// <summary>Returns whether a tag is a statistic that a muxer computes.</summary>
    internal static bool IsCounted(string name) =>
        name is "BPS" or "DURATION" or "NUMBER_OF_FRAMES" or "NUMBER_OF_BYTES" or "SOURCE_ID"
        || name.StartsWith("_STATISTICS_", StringComparison.Ordinal);
}

namespace Doppel.Media;

/// <summary>Reads the comments of Vorbis, Opus, FLAC, Speex and Theora (xiph.org).</summary>
internal static class VorbisComments
{
    private const int CommentsMax = 10_000;
    private const int NameBytesMax = 256;

    private static readonly Dictionary<string, string> s_common = new(StringComparer.OrdinalIgnoreCase)
    {
        ["TITLE"] = TagNames.Title,
        ["SUBTITLE"] = TagNames.Subtitle,
        ["ARTIST"] = TagNames.Artist,
        ["ALBUM"] = TagNames.Album,
        ["ALBUMARTIST"] = TagNames.AlbumArtist,
        ["ALBUM ARTIST"] = TagNames.AlbumArtist,
        ["ALBUM_ARTIST"] = TagNames.AlbumArtist,
        ["COMPOSER"] = TagNames.Composer,
        ["LYRICIST"] = TagNames.Lyricist,
        ["CONDUCTOR"] = TagNames.Conductor,
        ["PUBLISHER"] = TagNames.Publisher,
        ["ORGANIZATION"] = TagNames.Publisher,
        ["LABEL"] = TagNames.Publisher,
        ["GROUPING"] = TagNames.Grouping,
        ["GENRE"] = TagNames.Genre,
        ["DATE"] = TagNames.Date,
        ["YEAR"] = TagNames.Date,
        ["ORIGINALDATE"] = TagNames.OriginalDate,
        ["ORIGINALYEAR"] = TagNames.OriginalDate,
        ["COMMENT"] = TagNames.Comment,
        ["COMMENTS"] = TagNames.Comment,
        ["DESCRIPTION"] = TagNames.Description,
        ["LYRICS"] = TagNames.Lyrics,
        ["UNSYNCEDLYRICS"] = TagNames.Lyrics,
        ["COPYRIGHT"] = TagNames.Copyright,
        ["ISRC"] = TagNames.Isrc,
        ["BPM"] = TagNames.Tempo,
        ["COMPILATION"] = TagNames.Compilation,
        ["ENCODED-BY"] = TagNames.EncodedBy,
        ["ENCODEDBY"] = TagNames.EncodedBy,
        ["ENCODER"] = TagNames.Encoder,
        ["RATING"] = TagNames.Rating,
        ["LANGUAGE"] = TagNames.Language,
        ["CONTACT"] = TagNames.Link,
    };

    // What describes how the file was made, what is read together with other fields, and what is not text.
    private static readonly string[] s_unwritten =
        ["ENCOD", "CHAPTER", "CHANNEL_MASK", "METADATA_BLOCK_PICTURE", "COVERART"];

    private static readonly Dictionary<string, string> s_fields = s_common
        .Where(static pair => pair.Value is not (TagNames.Encoder or TagNames.EncodedBy))
        .DistinctBy(static pair => pair.Value).ToDictionary(static pair => pair.Value, static pair => pair.Key);

    /// <summary>Returns the fields to write for a tag. Empty if a tag of this name is not written.</summary>
    internal static IReadOnlyList<string> FieldsOf(string name, string value)
    {
        const string Own = "vorbis:";
        string[] parts = value.Split('/', 2);
        return name switch
        {
            TagNames.Track when parts.Length > 1 => [$"TRACKNUMBER={parts[0]}", $"TRACKTOTAL={parts[1]}"],
            TagNames.Track => [$"TRACKNUMBER={value}"],
            TagNames.Disc when parts.Length > 1 => [$"DISCNUMBER={parts[0]}", $"DISCTOTAL={parts[1]}"],
            TagNames.Disc => [$"DISCNUMBER={value}"],
            _ when s_fields.TryGetValue(name, out string? field) => [$"{field}={value}"],
            _ when name.StartsWith(Own, StringComparison.Ordinal) && IsField(name[Own.Length..]) =>
                [$"{name[Own.Length..]}={value}"],
            _ => [],
        };
    }

    /// <summary>Returns one field as a tag, under the name of the field if it has no other.</summary>
    internal static MediaTag Of(TagSlice comment)
    {
        long sign = comment.IndexOf((byte)'=', 0, NameBytesMax);
        string name = comment.Part(0, sign).Text().ToUpperInvariant();
        return new MediaTag(
            s_common.TryGetValue(name, out string? common) ? common : $"vorbis:{name}", comment.From(sign + 1).Text());
    }

    private static bool IsField(string name) => name.Length > 0
        && name.All(static one => one is >= ' ' and <= '}' and not '=' && !char.IsAsciiLetterLower(one))
        && !Array.Exists(s_unwritten, one => name.Contains(one, StringComparison.Ordinal));

    /// <summary>Reads all comments.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the comment header, which starts with the length of the vendor string.</param>
    /// <param name="bytes">The maximum length of the comment header in bytes.</param>
    /// <param name="tags">Receives the tags. If the comments are damaged, only those that could be read.</param>
    internal static void Read(HeaderReader file, long at, long bytes, TagBuilder tags)
    {
        try
        {
            ReadAll(TagSlice.Within(file, at, bytes), tags);
        }
        catch (NotComparableException)
        {
            // Keep the tags that were read before the damage.
        }
    }

    private static void ReadAll(TagSlice body, TagBuilder tags)
    {
        long vendor = body.LittleEndian(0, 4);
        tags.Add(TagNames.Encoder, body.Part(4, vendor).Text());
        long at = 4 + vendor;
        long count = Math.Min(body.LittleEndian(at, 4), CommentsMax);
        at += 4;
        var numbers = new Numbers();
        int chapters = 0;
        for (long i = 0; i < count && at + 4 <= body.Bytes; i++)
        {
            TagSlice comment = body.Part(at + 4, body.LittleEndian(at, 4));
            at += 4 + body.LittleEndian(at, 4);
            long sign = comment.IndexOf((byte)'=', 0, NameBytesMax);
            if (sign <= 0)
            {
                tags.AddUnread("vorbis:comment without a name", comment);
            }
            else
            {
                string name = comment.Part(0, sign).Text().ToUpperInvariant();
                chapters += name.Length == 10 && name.StartsWith("CHAPTER", StringComparison.Ordinal) ? 1 : 0;
                ReadOne(name, comment.From(sign + 1), numbers, tags);
            }
        }

        // Of Opus (RFC 7845, 5.2): zeros are padding, other data is to be kept. In Vorbis, one bit follows.
        if (body.From(at) is { Bytes: > 1 } rest && (rest[0] & 1) != 0)
        {
            tags.AddUnread("vorbis:data", rest);
        }

        tags.Add(TagNames.Track, TagText.OfAll(numbers.Track, numbers.Tracks));
        tags.Add(TagNames.Disc, TagText.OfAll(numbers.Disc, numbers.Discs));
        tags.Add(TagNames.Chapters, chapters > 0 ? TagText.Number(chapters) : "");
    }

    private static void ReadOne(string name, TagSlice value, Numbers numbers, TagBuilder tags)
    {
        switch (name)
        {
            case "METADATA_BLOCK_PICTURE":
                if (Base64Source.TryOpen(value) is { } block)
                {
                    FlacPicture.Read(block.File, block.At, block.Bytes, tags);
                    break;
                }

                goto default;
            case "COVERART":
                if (Base64Source.TryOpen(value) is { } picture)
                {
                    TagPicture.AddCover(tags, picture, "");
                    break;
                }

                goto default;
            case "TRACKNUMBER":
                numbers.Track = value.Text();
                break;
            case "TRACKTOTAL" or "TOTALTRACKS":
                numbers.Tracks = value.Text();
                break;
            case "DISCNUMBER":
                numbers.Disc = value.Text();
                break;
            case "DISCTOTAL" or "TOTALDISCS":
                numbers.Discs = value.Text();
                break;
            default:
                tags.Add(s_common.TryGetValue(name, out string? common) ? common : $"vorbis:{name}", value.Text());
                break;
        }
    }

    private sealed class Numbers
    {
        internal string Track { get; set; } = "";

        internal string Tracks { get; set; } = "";

        internal string Disc { get; set; } = "";

        internal string Discs { get; set; } = "";
    }
}

namespace Doppel.Media;

/// <summary>Describes the pictures in tags.</summary>
internal static class TagPicture
{
    private const int SegmentsMax = 200;

    // ID3v2.4, 4.14. FLAC and Vorbis use the same numbers.
    private static readonly string[] s_kinds =
    [
        "", "icon", "icon", "", "back", "leaflet", "medium", "lead artist", "artist", "conductor", "band", "composer",
        "lyricist", "location", "recording", "performance", "screen", "fish", "illustration", "artist's logo",
        "publisher's logo",
    ];

    /// <summary>Adds a picture, described by its comparable properties.</summary>
    /// <param name="tags">Receives the tag.</param>
    /// <param name="picture">The bytes of the picture. If empty, nothing is added.</param>
    /// <param name="type">
    /// The type that the tag declares, such as <c>image/jpeg</c> or <c>JPG</c>. The type detected from the content
    /// takes precedence.
    /// </param>
    /// <param name="kind">What the picture shows, as an ID3 picture type. The front cover, 3, is not mentioned.</param>
    /// <param name="description">The description in the tag.</param>
    internal static void AddCover(
        TagBuilder tags, TagSlice picture, string type, long kind = 3, string description = "")
    {
        if (picture.Bytes == 0)
        {
            return;
        }

        bool isKnown = kind >= 0 && kind < s_kinds.Length;
        (string found, long width, long height) = Look(picture);
        type = found.Length > 0 ? found : type.Trim('\0', ' ');
        description = description.Trim('\0', ' ');
        string[] parts = [isKnown ? s_kinds[kind] : "", Describe(picture, type, width, height), description];
        string value = string.Join(", ", parts.Where(static part => part.Length > 0));
        tags.AddCover(value, picture.Bytes);
        if (tags.TakesPicture(picture.Bytes))
        {
            tags.AddPicture(new MediaPicture
            {
                Value = TagBuilder.Clean(value),
                Type = type,
                Kind = (byte)(isKnown ? kind : 0),
                Description = description,
                Width = (int)Math.Min(width, int.MaxValue),
                Height = (int)Math.Min(height, int.MaxValue),
                Bytes = picture.ToArray(MediaPicture.BytesMax),
            });
        }
    }

    /// <summary>Adds a thumbnail of a photo. If empty, nothing is added.</summary>
    internal static void AddThumbnail(TagBuilder tags, TagSlice picture) =>
        tags.AddThumbnail(picture, picture.Bytes > 0 ? Describe(picture, "") : "");

    /// <summary>
    /// Describes a picture by its type, its dimensions if they are found near its start, its length and a digest.
    /// </summary>
    internal static string Describe(TagSlice picture, string type)
    {
        (string found, long width, long height) = Look(picture);
        return Describe(picture, found.Length > 0 ? found : type.Trim('\0', ' '), width, height);
    }

    private static string Describe(TagSlice picture, string type, long width, long height)
    {
        type = type.Length > 0 ? $"{type}, " : "";
        string size = width > 0 ? $"{width}x{height}, " : "";
        return type + size + picture.Describe();
    }

    private static (string Type, long Width, long Height) Look(TagSlice picture)
    {
        if (picture.Is(0, [0x89, 0x50, 0x4E, 0x47]))
        {
            return ("image/png", picture.BigEndian(16, 4), picture.BigEndian(20, 4));
        }

        if (picture.Is(0, "GIF8"u8))
        {
            return ("image/gif", picture.LittleEndian(6, 2), picture.LittleEndian(8, 2));
        }

        if (picture.Is(0, "BM"u8))
        {
            return ("image/bmp", picture.LittleEndian(18, 4), picture.LittleEndian(22, 4));
        }

        if (picture.Is(0, "RIFF"u8) && picture.Is(8, "WEBP"u8))
        {
            return ("image/webp", 0, 0);
        }

        return picture.Is(0, [0xFF, 0xD8, 0xFF]) ? LookAtJpeg(picture) : ("", 0, 0);
    }

    private static (string Type, long Width, long Height) LookAtJpeg(TagSlice picture)
    {
        long at = 2;
        for (int i = 0; i < SegmentsMax && picture[at] == 0xFF; i++)
        {
            byte marker = picture[at + 1];
            if (marker is >= 0xC0 and <= 0xCF and not (0xC4 or 0xC8 or 0xCC))
            {
                return ("image/jpeg", picture.BigEndian(at + 7, 2), picture.BigEndian(at + 5, 2));
            }

            at += marker == 0xFF ? 1 : 2 + picture.BigEndian(at + 2, 2);
        }

        return ("image/jpeg", 0, 0);
    }
}

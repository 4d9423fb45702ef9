using System.Text;

namespace Doppel.Media;

/// <summary>Converts Exif entries to tags.</summary>
internal sealed class ExifContent(TagBuilder tags)
{
    private readonly ExifPlace _place = new();
    private string _taken = "";
    private string _fraction = "";
    private string _offset = "";
    private string _digitized = "";
    private long _thumbnailAt;
    private TagSlice _thumbnail;

    /// <summary>Reads one entry.</summary>
    /// <param name="part">The directory that contains the entry.</param>
    /// <param name="entry">The entry.</param>
    /// <param name="header">The bytes that offsets may refer to.</param>
    internal void Read(ExifPart part, ExifEntry entry, TagSlice header)
    {
        switch (part)
        {
            case ExifPart.Gps:
                _place.Read(entry, tags);
                break;
            case ExifPart.Thumbnail:
                ReadThumbnail(entry, header);
                break;
            default:
                if (!TryReadSpecial(entry) && ExifNames.Find(part, entry.Tag) is { } name)
                {
                    tags.Add(name, entry.Text());
                }

                break;
        }
    }

    /// <summary>Adds the tags that depend on several entries. Call it after the last entry.</summary>
    internal void End()
    {
        string taken = _taken.Length > 0 ? _taken : _digitized;
        if (taken.Trim(' ', ':', '0').Length > 0)
        {
            TagTime.AddTaken(tags, taken + (_fraction.Length > 0 ? $".{_fraction}" : "") + _offset);
        }

        _place.End(tags);
    }

    // The thumbnail's offset precedes its length. Other entries of its directory say nothing about the main image.
    private void ReadThumbnail(ExifEntry entry, TagSlice header)
    {
        const int Place = 0x201;
        const int Length = 0x202;
        _thumbnailAt = entry.Tag == Place ? entry.Number(0) : _thumbnailAt;
        if (entry.Tag == Length && _thumbnailAt > 0)
        {
            _thumbnail = header.Part(_thumbnailAt, entry.Number(0));
            TagPicture.AddThumbnail(tags, _thumbnail);
        }
    }

    private bool TryReadSpecial(ExifEntry entry)
    {
        TagSlice values = entry.Values;
        switch (entry.Tag)
        {
            case 0x0132:
                tags.Add(TagNames.Modified, TagTime.Normal(entry.Text()));
                break;
            case 0x9003:
                _taken = entry.Text().Trim();
                break;
            case 0x9004:
                _digitized = entry.Text().Trim();
                tags.Add("exif:DateTimeDigitized", TagTime.Normal(_digitized));
                break;
            case 0x9011:
                _offset = entry.Text().Trim();
                break;
            case 0x9291:
                _fraction = entry.Text().Trim();
                break;
            case 0x8298:
                // Contains the photographer's and the editor's notice, separated by NUL.
                tags.Add(TagNames.Copyright, values.Text().Trim('\0', ' ').Replace('\0', '\n'));
                break;
            case 0x9286:
                tags.Add(TagNames.Comment, UserComment(values, entry.IsBigEndian));
                break;
            case 0x927C:
                tags.Add(TagNames.ContentIdentifier, AppleNote.ContentIdentifier(values));
                return false;
            case 0x9C9B:
                tags.Add(TagNames.Title, Wide(values));
                break;
            case 0x9C9C:
                tags.Add(TagNames.Comment, Wide(values));
                break;
            case 0x9C9D:
                tags.Add(TagNames.Artist, Wide(values));
                break;
            case 0x9C9E:
                AddKeywords(Wide(values));
                break;
            case 0x9C9F:
                tags.Add(TagNames.Subtitle, Wide(values));
                break;
            case 0x02BC:
                XmpTags.Read(values.File, values.At, values.Bytes, tags);
                break;
            case 0x83BB:
                IptcTags.Read(values.File, values.At, values.Bytes, tags);
                break;
            case 0x8649:
                PhotoshopTags.Read(values.File, values.At, values.Bytes, tags);
                break;
            case 0x8773:
                tags.Add(TagNames.Profile, ColorProfile.Describe(values));
                break;
            default:
                return false;
        }

        return true;
    }

    // Windows stores UTF-16 text as type BYTE.
    private static string Wide(TagSlice values) => TagText.UpToNul(Encoding.Unicode.GetString(values.ToArray()));

    private static string UserComment(TagSlice values, bool isBigEndian)
    {
        const int CharsetBytes = 8;
        TagSlice text = values.From(CharsetBytes);
        return values.Is(0, "UNICODE\0"u8)
            ? TagText.UpToNul(TagText.Utf16(text.ToArray(), isBigEndian))
            : TagText.UpToNul(text.Text());
    }

    private void AddKeywords(string words)
    {
        foreach (string word in words.Split(';'))
        {
            tags.Add(TagNames.Keywords, word);
        }
    }
}

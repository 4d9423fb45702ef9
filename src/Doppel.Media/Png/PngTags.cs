using System.Text;
using static Doppel.Media.PngChunk;

namespace Doppel.Media;

/// <summary>Reads tags from the PNG chunks that contain no image data.</summary>
internal static class PngTags
{
    private const int UnpackedBytesMax = 4 << 20;
    private const int KeywordBytesMax = 80;

    private static readonly Dictionary<string, string> s_common = new()
    {
        ["Title"] = TagNames.Title,
        ["Author"] = TagNames.Artist,
        ["Artist"] = TagNames.Artist,
        ["Description"] = TagNames.Description,
        ["Copyright"] = TagNames.Copyright,
        ["Software"] = TagNames.Software,
        ["Comment"] = TagNames.Comment,
    };

    /// <summary>Reads one chunk, unless it is part of the picture.</summary>
    internal static void Read(uint type, TagSlice content, TagBuilder tags)
    {
        switch (type)
        {
            case Text or PackedText or WideText or Profile:
                ReadText(type, content, tags);
                break;
            case Exif:
                ExifTags.Read(content.File, content.At, content.Bytes, tags);
                break;
            case Time when content.Bytes >= 7:
                string day = $"{content.BigEndian(0, 2):0000}-{content[2]:00}-{content[3]:00}";
                tags.Add(TagNames.Modified, $"{day} {content[4]:00}:{content[5]:00}:{content[6]:00}Z");
                break;
            case Transparency or AnimationControl or FrameControl or FrameData:
                break;
            case var _ when (type & IsAncillary) != 0:
                AddUnread(content, tags);
                break;
        }
    }

    private static void AddUnread(TagSlice content, TagBuilder tags) =>
        tags.AddUnread($"png:{FourLetters.Text(content.File.BigEndian32(content.At - 4))}", content);

    // A keyword, followed by text or compressed text.
    private static void ReadText(uint type, TagSlice content, TagBuilder tags)
    {
        long end = content.IndexOf(0, 0, KeywordBytesMax);
        if (end < 0)
        {
            AddUnread(content, tags);
            return;
        }

        string keyword = content.Part(0, end).Text(Encoding.Latin1);
        TagSlice value = content.From(end + 1);
        bool isPacked = type is PackedText or Profile;
        if (type == WideText)
        {
            // A compression flag and method, a language, and the translated keyword.
            isPacked = value[0] == 1;
            long language = value.IndexOf(0, 2);
            long translated = language < 0 ? -1 : value.IndexOf(0, language + 1);
            if (translated < 0)
            {
                AddUnread(content, tags);
                return;
            }

            value = value.From(translated + 1);
        }
        else if (isPacked)
        {
            value = value.From(1);
        }

        value = isPacked ? tags.Unpack(value, UnpackedBytesMax) : value;
        if (type == Profile)
        {
            tags.Add(TagNames.Profile, $"{keyword}, {value.Describe()}");
        }
        else
        {
            Add(keyword, value, type, tags);
        }
    }

    private static void Add(string keyword, TagSlice value, uint type, TagBuilder tags)
    {
        if (keyword == "XML:com.adobe.xmp")
        {
            XmpTags.Read(value.File, value.At, value.Bytes, tags);
        }
        else if (keyword.StartsWith("Raw profile type ", StringComparison.Ordinal))
        {
            PngRawProfile.Read(keyword, value, tags);
        }
        else
        {
            string text = type == WideText ? value.Text(Encoding.UTF8) : value.Text();
            if (keyword == "Creation Time")
            {
                TagTime.AddTaken(tags, text);
            }
            else
            {
                tags.Add(s_common.TryGetValue(keyword, out string? name) ? name : $"png:{keyword}", text);
            }
        }
    }
}

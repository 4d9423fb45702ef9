using System.Text;

namespace Doppel.Media;

/// <summary>Converts the frames of one ID3v2 tag to tags.</summary>
internal sealed class Id3Frames(TagBuilder tags)
{
    private string _year = "";
    private string _day = "";
    private string _time = "";
    private int _chapters;

    /// <summary>Reads one frame.</summary>
    /// <param name="id">The frame identifier.</param>
    /// <param name="content">The content, with compression and unsynchronisation undone.</param>
    internal void Read(string id, TagSlice content)
    {
        switch (id)
        {
            case "TXXX" or "WXXX":
                ReadNamed(id, content);
                break;
            case "TCON":
                Id3Genres.Add(tags, ReadTexts(content));
                break;
            case "TYER":
                _year = First(content);
                break;
            case "TDAT":
                _day = First(content);
                break;
            case "TIME":
                _time = First(content);
                break;
            case "TIPL" or "TMCL" or "IPLS":
                ReadPeople(id, ReadTexts(content));
                break;
            case "COMM" or "USLT":
                ReadRemark(id, content);
                break;
            case "APIC" or "PIC":
                ReadPicture(id, content);
                break;
            case "POPM":
                ReadPopularity(content);
                break;
            case "PCNT":
                tags.Add("id3:PCNT", TagText.Number(content.BigEndian(0, (int)Math.Min(8, content.Bytes))));
                break;
            case "UFID" or "PRIV":
                ReadOwned(id, content);
                break;
            case "CHAP":
                _chapters++;
                ReadChapter(content);
                break;
            case "CTOC":
                break;
            case "GRP1":
            case ['T', ..]:
                ReadTexts(content).ForEach(text => tags.Add(Id3Names.Common(id), text));
                break;
            case ['W', ..]:
                tags.Add(TagNames.Link, TagText.UpToNul(content.Text()));
                break;
            default:
                tags.Add($"id3:{id}", content.Describe());
                break;
        }
    }

    /// <summary>Adds the tags that depend on several frames. Call it after the last frame.</summary>
    internal void End()
    {
        // TDAT contains the day and the month without a separator, TIME the hour and the minute.
        string day = _day.Length == 4 ? $"-{_day[2..]}-{_day[..2]}" : "";
        string time = day.Length > 0 && _time.Length == 4 ? $" {_time[..2]}:{_time[2..]}" : "";
        tags.Add(TagNames.Date, _year.Length > 0 ? _year + day + time : "");
        tags.Add(TagNames.Chapters, _chapters > 0 ? TagText.Number(_chapters) : "");
    }

    // ID3v2 Chapter Frame Addendum: a name for programs, the times and places of beginning and end, and frames, first
    // the title.
    private void ReadChapter(TagSlice content)
    {
        const int PlaceBytes = 16;
        TagSlice rest = content.From(content.IndexOf(0) + 1);
        TagSlice title = rest.From(PlaceBytes);
        int headerBytes = title.Is(0, "TIT2"u8) ? 10 : 0;
        long titleBytes = headerBytes > 0 ? title.BigEndian(4, 4) : 0;
        tags.AddChapter(
            TimeSpan.FromMilliseconds(rest.BigEndian(0, 4)), First(title.Part(headerBytes, titleBytes)));
        if (title.From(headerBytes + titleBytes) is { Bytes: > 0 } others)
        {
            tags.AddUnread("id3:CHAP", others);
        }
    }

    private static string First(TagSlice content) => ReadTexts(content) is [string first, ..] ? first : "";

    // An encoding byte, followed by texts separated by NUL.
    private static List<string> ReadTexts(TagSlice content) =>
        [.. Decode(content[0], content.From(1).ToArray()).TrimEnd('\0').Split('\0')];

    // Many programs write UTF-8 and say that it is Latin-1. Text in Latin-1 is almost never valid UTF-8 by chance.
    private static string Decode(byte encoding, byte[] bytes) => encoding switch
    {
        1 => string.Join('\0', Utf16Parts(bytes)),
        2 => Encoding.BigEndianUnicode.GetString(bytes),
        3 => Encoding.UTF8.GetString(bytes),
        _ => TagText.Guess(bytes),
    };

    // Each text may have its own byte order mark. One without a mark has the byte order of the previous text.
    private static List<string> Utf16Parts(byte[] bytes)
    {
        List<string> parts = [];
        bool isBigEndian = bytes.AsSpan().StartsWith((ReadOnlySpan<byte>)[0xFE, 0xFF]);
        int start = 0;
        for (int at = 0; at <= bytes.Length; at += 2)
        {
            bool isEnd = at + 1 >= bytes.Length;
            if (isEnd || (bytes[at] == 0 && bytes[at + 1] == 0))
            {
                ReadOnlySpan<byte> part = bytes.AsSpan(start, Math.Min(at, bytes.Length) - start);
                isBigEndian = part.Length < 2 || part[0] + part[1] != 0xFE + 0xFF ? isBigEndian : part[0] == 0xFE;
                parts.Add(TagText.Utf16(part, isBigEndian));
                start = at + 2;
            }

            if (isEnd)
            {
                break;
            }
        }

        return parts;
    }

    // Returns the description, which uses the given encoding, and the bytes that follow it.
    private static (string Description, TagSlice Behind) CutDescription(TagSlice content, byte encoding)
    {
        bool isWide = encoding is 1 or 2;
        long end = content.IndexOf(0);
        while (isWide && end >= 0 && ((end & 1) != 0 || content[end + 1] != 0))
        {
            end = content.IndexOf(0, end + 1);
        }

        if (end < 0)
        {
            return ("", content);
        }

        return (Decode(encoding, content.Part(0, end).ToArray()), content.From(end + (isWide ? 2 : 1)));
    }

    private void ReadNamed(string id, TagSlice content)
    {
        (string description, TagSlice rest) = CutDescription(content.From(1), content[0]);
        string bare = id == "WXXX" ? TagNames.Link : $"id3:{id}";
        string name = id == "WXXX" ? $"id3:{id}:{description}" : Id3Names.Described(description);
        name = description.Length > 0 ? name : bare;
        string text = id == "WXXX" ? rest.Text() : Decode(content[0], rest.ToArray());
        foreach (string value in text.Split('\0'))
        {
            tags.Add(name, value);
        }
    }

    // Encoding, language, description, text.
    private void ReadRemark(string id, TagSlice content)
    {
        (string description, TagSlice rest) = CutDescription(content.From(4), content[0]);
        string bare = id == "COMM" ? TagNames.Comment : TagNames.Lyrics;
        string name = description.Length > 0 ? $"id3:{id}:{description}" : bare;
        tags.Add(name, Decode(content[0], rest.ToArray()).Replace('\0', '\n'));
    }

    private void ReadPeople(string id, List<string> texts)
    {
        for (int i = 0; i + 1 < texts.Count; i += 2)
        {
            tags.Add($"id3:{id}:{texts[i]}", texts[i + 1]);
        }
    }

    // Version 2.2 has a three-letter image format where later versions have a NUL-terminated MIME type.
    private void ReadPicture(string id, TagSlice content)
    {
        long end = id == "PIC" ? 4 : content.IndexOf(0, 1);
        if (end < 0)
        {
            tags.Add("id3:APIC", content.Describe());
            return;
        }

        string type = TagText.UpToNul(content.Part(1, end - 1).Text(Encoding.Latin1));
        long kindAt = id == "PIC" ? end : end + 1;
        (string description, TagSlice picture) = CutDescription(content.From(kindAt + 1), content[0]);
        if (type == "-->")
        {
            tags.Add("id3:APIC", picture.Text());
            return;
        }

        TagPicture.AddCover(tags, picture, type, content[kindAt], description);
    }

    // The user who rated the track, a rating of 0 to 255, and a play counter.
    private void ReadPopularity(TagSlice content)
    {
        long end = content.IndexOf(0);
        if (end < 0)
        {
            return;
        }

        byte rating = content[end + 1];
        TagSlice count = content.From(end + 2);
        tags.Add(TagNames.Rating, rating > 0 ? $"{rating}/255" : "");
        long plays = count.BigEndian(0, (int)Math.Min(8, count.Bytes));
        tags.Add($"id3:POPM:{content.Part(0, end).Text()}", plays > 0 ? $"{plays} plays" : "");
    }

    private void ReadOwned(string id, TagSlice content)
    {
        long end = content.IndexOf(0);
        if (end < 0)
        {
            return;
        }

        TagSlice data = content.From(end + 1);
        string text = data.Bytes <= 64 ? data.Text() : "";
        bool isText = id == "UFID" && text.Length > 0 && TagText.IsReadable(text);
        tags.Add($"id3:{id}:{content.Part(0, end).Text()}", isText ? text : data.Describe());
    }
}

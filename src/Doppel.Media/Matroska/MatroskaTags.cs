using System.Globalization;

namespace Doppel.Media;

/// <summary>Reads the titles, tags, track names, chapters and attachments of Matroska (RFC 9559).</summary>
/// <remarks>Elements after the packets are found only through the seek head at the start.</remarks>
internal static class MatroskaTags
{
    private const int ElementsMax = 10_000;
    private const int ChaptersMax = 500;
    private const uint SeekEntry = 0x4DBB, SeekPosition = 0x53AC;
    private const uint Title = 0x7BA9, DateUtc = 0x4461, MuxingApp = 0x4D80, WritingApp = 0x5741;
    private const uint Name = 0x536E, Language = 0x22B59C, LanguageBcp47 = 0x22B59D, CodecName = 0x258688;
    private const uint Tag = 0x7373, Targets = 0x63C0, TargetTrack = 0x63C5, TargetChapter = 0x63C4;
    private const uint SimpleTag = 0x67C8, TagName = 0x45A3, TagString = 0x4487, TagBinary = 0x4485;
    private const uint Edition = 0x45B9, IsOrdered = 0x45DD, Chapter = 0xB6;
    private const uint ChapterStart = 0x91, ChapterDisplay = 0x80, ChapterName = 0x85;
    private const uint AttachedFile = 0x61A7, FileName = 0x466E, FileType = 0x4660, FileData = 0x465C;
    private const uint FileDescription = 0x467E;
    private const int DepthMax = 8;

    // Elements of a segment, of its information, of a track and of a chapter that are payload or read, and those that
    // carry nothing: random numbers, times that follow from the packets, flags for players, free space, checksums.
    private static readonly HashSet<uint> s_known =
    [
        EbmlElement.Void, EbmlElement.Checksum, MatroskaId.Cues,
        MatroskaId.TimestampScale, 0x73A4, 0x4489, Title, DateUtc, MuxingApp, WritingApp,
        MatroskaId.TrackNumber, MatroskaId.TrackType, MatroskaId.TrackTimestampScale, MatroskaId.TrackOperation,
        MatroskaId.BlockAdditionMapping, MatroskaId.CodecId, MatroskaId.CodecPrivate, MatroskaId.CodecDelay,
        MatroskaId.SeekPreRoll, MatroskaId.Video, MatroskaId.Audio, MatroskaId.ContentEncodings,
        Name, Language, LanguageBcp47, CodecName, 0x73C5, 0xB9, 0x88, 0x55AA, 0x55AB, 0x55AC, 0x55AD, 0x55AE, 0x55AF,
        0x9C, 0x6DE7, 0x6DF8, 0x23E383, 0x234E7A, 0x55EE,
        Chapter, ChapterStart, ChapterDisplay, 0x73C4, 0x5654, 0x92, 0x98, 0x4598, 0x63C3,
    ];

    /// <summary>Reads a segment.</summary>
    internal static void Read(HeaderReader file, EbmlElement segment, TagBuilder tags)
    {
        var places = new Queue<long>();
        var seen = new HashSet<long>();
        long at = segment.Start;
        while (seen.Count < ElementsMax && EbmlElement.TryNext(file, ref at, segment.End, out EbmlElement element)
            && !element.IsEndless && element.Id != MatroskaId.Cluster)
        {
            seen.Add(element.At);
            ReadOne(file, segment, element, places, tags);
        }

        while (seen.Count < ElementsMax && places.TryDequeue(out long place))
        {
            if (place >= at && place < segment.End && seen.Add(place)
                && EbmlElement.TryNext(file, ref place, segment.End, out EbmlElement element) && !element.IsEndless)
            {
                ReadOne(file, segment, element, places, tags);
            }
        }
    }

    private static void ReadOne(
        HeaderReader file, EbmlElement segment, EbmlElement element, Queue<long> places, TagBuilder tags)
    {
        if (element.Id == MatroskaId.Info)
        {
            ReadInfo(file, element, tags);
            AddUnread(file, element, tags);
            return;
        }

        // All other elements are lists of one type of entry.
        uint wanted = element.Id switch
        {
            MatroskaId.SeekHead => SeekEntry,
            MatroskaId.Tracks => MatroskaId.TrackEntry,
            MatroskaId.Tags => Tag,
            MatroskaId.Chapters => Edition,
            MatroskaId.Attachments => AttachedFile,
            _ => 0,
        };
        if (wanted == 0 && !s_known.Contains(element.Id))
        {
            tags.AddUnread($"matroska:{element.Id:X}", Slice(file, element));
        }

        long at = element.Start;
        while (wanted != 0 && EbmlElement.TryNextWithEnd(file, ref at, element.End, out EbmlElement one))
        {
            if (one.Id != wanted)
            {
                continue;
            }

            switch (wanted)
            {
                case SeekEntry when places.Count < ElementsMax:
                    long place = new EbmlFields(file, one, [], [SeekPosition]).Unsigned(file, SeekPosition);
                    places.Enqueue(place >= 0 && place < segment.Bytes ? segment.Start + place : 0);
                    break;
                case MatroskaId.TrackEntry:
                    ReadTrack(file, one, tags);
                    break;
                case Tag:
                    ReadTag(file, one, "", 0, tags);
                    break;
                case Edition:
                    ReadEdition(file, one, tags);
                    break;
                case AttachedFile:
                    ReadAttachment(file, one, tags);
                    break;
            }
        }
    }

    private static void ReadInfo(HeaderReader file, EbmlElement info, TagBuilder tags)
    {
        var fields = new EbmlFields(file, info, [], [Title, DateUtc, MuxingApp, WritingApp]);
        tags.Add(TagNames.Title, Text(file, fields.Find(Title)));
        tags.Add(TagNames.Software, Text(file, fields.Find(WritingApp)));
        tags.Add("matroska:MuxingApp", Text(file, fields.Find(MuxingApp)));

        // Nanoseconds since 2001-01-01.
        if (fields.Find(DateUtc) is { Id: not 0 } date)
        {
            long seconds = date.ReadSigned(file) / 1_000_000_000;
            DateTime when = new DateTime(2001, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddSeconds(seconds);
            tags.Add(TagNames.Modified, when.ToString("yyyy-MM-dd HH:mm:ss'Z'", CultureInfo.InvariantCulture));
        }
    }

    private static void ReadTrack(HeaderReader file, EbmlElement track, TagBuilder tags)
    {
        var fields = new EbmlFields(
            file, track, [], [MatroskaId.TrackNumber, Name, Language, LanguageBcp47, CodecName]);
        string language = Text(file, fields.Find(Language));
        language = language.Length > 0 ? language : Text(file, fields.Find(LanguageBcp47));
        tags.Add(TagNames.Language, language == "und" ? "" : language);
        long number = fields.Unsigned(file, MatroskaId.TrackNumber);
        tags.Add($"matroska:track {TagText.Number(number)}", Text(file, fields.Find(Name)));
        tags.Add("matroska:CodecName", Text(file, fields.Find(CodecName)));
        AddUnread(file, track, tags);
    }

    private static void AddUnread(HeaderReader file, EbmlElement around, TagBuilder tags)
    {
        for (long at = around.Start; EbmlElement.TryNextWithEnd(file, ref at, around.End, out EbmlElement one);)
        {
            if (!s_known.Contains(one.Id))
            {
                tags.AddUnread($"matroska:{one.Id:X}", Slice(file, one));
            }
        }
    }

    // Tags may contain others. Tags of a track are mostly statistics from the muxer.
    private static void ReadTag(HeaderReader file, EbmlElement tag, string around, int depth, TagBuilder tags)
    {
        var targets = new EbmlFields(file, tag, [Targets], [TargetTrack, TargetChapter]);
        bool isOfTrack = targets.Unsigned(file, TargetTrack) != 0;
        around = targets.Unsigned(file, TargetChapter) != 0 ? "chapter/" : around;
        for (long at = tag.Start; EbmlElement.TryNextWithEnd(file, ref at, tag.End, out EbmlElement one);)
        {
            if (one.Id != SimpleTag)
            {
                continue;
            }

            var fields = new EbmlFields(file, one, [], [TagName, TagString, TagBinary]);
            string name = around + Text(file, fields.Find(TagName));
            if (!isOfTrack || !MatroskaTagNames.IsCounted(name))
            {
                EbmlElement binary = fields.Find(TagBinary);
                string value = binary.Id == 0 ? Text(file, fields.Find(TagString)) : Slice(file, binary).Describe();
                MatroskaTagNames.Add(tags, name, value);
            }

            if (depth < DepthMax)
            {
                ReadTag(file, one, $"{name}/", depth + 1, tags);
            }
        }
    }

    private static void ReadEdition(HeaderReader file, EbmlElement edition, TagBuilder tags)
    {
        int chapters = ReadChapters(file, edition, 0, 0, tags);
        tags.Add(TagNames.Chapters, chapters > 0 ? TagText.Number(chapters) : "");
        if (new EbmlFields(file, edition, [], [IsOrdered]).Unsigned(file, IsOrdered) != 0)
        {
            tags.Add("matroska:chapters", "ordered");
        }
    }

    // Returns the number of chapters so far. Chapters may contain others.
    private static int ReadChapters(HeaderReader file, EbmlElement around, int chapters, int depth, TagBuilder tags)
    {
        for (long at = around.Start; EbmlElement.TryNextWithEnd(file, ref at, around.End, out EbmlElement one);)
        {
            if (one.Id == Chapter && chapters < ChaptersMax)
            {
                ReadChapter(file, one, tags);
                AddUnread(file, one, tags);
                chapters = depth < DepthMax ? ReadChapters(file, one, chapters + 1, depth + 1, tags) : chapters + 1;
            }
        }

        return chapters;
    }

    // A chapter may have a name in each of several languages.
    private static void ReadChapter(HeaderReader file, EbmlElement chapter, TagBuilder tags)
    {
        var fields = new EbmlFields(file, chapter, [], [ChapterStart, ChapterDisplay]);
        long ticks = Math.Clamp(fields.Unsigned(file, ChapterStart) / 100, 0, TimeSpan.MaxValue.Ticks);
        if (fields.Find(ChapterDisplay).Id == 0)
        {
            tags.AddChapter(TimeSpan.FromTicks(ticks), "");
        }

        for (long at = chapter.Start; EbmlElement.TryNextWithEnd(file, ref at, chapter.End, out EbmlElement one);)
        {
            if (one.Id == ChapterDisplay)
            {
                EbmlElement name = new EbmlFields(file, one, [], [ChapterName]).Find(ChapterName);
                tags.AddChapter(TimeSpan.FromTicks(ticks), Text(file, name));
            }
        }
    }

    private static void ReadAttachment(HeaderReader file, EbmlElement attached, TagBuilder tags)
    {
        const int Front = 3, Other = 0;
        var fields = new EbmlFields(file, attached, [], [FileName, FileType, FileData, FileDescription]);
        string name = Text(file, fields.Find(FileName));
        string type = Text(file, fields.Find(FileType));
        TagSlice data = Slice(file, fields.Find(FileData));
        if (type.StartsWith("image/", StringComparison.OrdinalIgnoreCase))
        {
            bool isCover = name.StartsWith("cover", StringComparison.OrdinalIgnoreCase);
            TagPicture.AddCover(tags, data, type, isCover ? Front : Other, isCover ? "" : name);
        }
        else
        {
            tags.Add("matroska:attachment", $"{name}, {type}, {data.Describe()}");
        }

        tags.Add("matroska:attachment", Text(file, fields.Find(FileDescription)));
    }

    private static TagSlice Slice(HeaderReader file, EbmlElement element) =>
        TagSlice.Within(file, element.Start, element.Bytes);

    private static string Text(HeaderReader file, EbmlElement element) =>
        element.Id == 0 ? "" : TagText.UpToNul(Slice(file, element).Text());
}

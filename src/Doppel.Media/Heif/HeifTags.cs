using System.Text;

namespace Doppel.Media;

/// <summary>Reads the tags of HEIF.</summary>
internal static class HeifTags
{
    // What kind of items there are, and in which files.
    private static readonly uint[] s_structure =
        [IsoBox.TypeOf("hdlr"u8), IsoBox.TypeOf("dinf"u8), IsoBox.TypeOf("free"u8), IsoBox.TypeOf("skip"u8)];

    private static readonly uint s_description = IsoBox.TypeOf("udes"u8);

    /// <summary>Reads a whole file.</summary>
    internal static void Read(HeaderReader file, TagBuilder tags)
    {
        var boxes = new IsoFile(file);
        if (boxes.Find("meta"u8) is { Type: not 0 } box)
        {
            ReadItems(file, new HeifMeta(file, box), tags);
        }

        if (boxes.Find("moov"u8) is { Type: not 0 } moov)
        {
            Mp4Tags.ReadMovie(file, moov, tags);
        }

        boxes.Boxes.ForEach(one => IsoTags.Read(file, one, tags));
    }

    private static void ReadItems(HeaderReader file, HeifMeta meta, TagBuilder tags)
    {
        // What is payload under the loose policy is not a tag. Other items are, so that none is lost unseen.
        HeifChoice.Mark(file, meta, MediaPolicy.Strict);
        bool[] isThumbnail = [.. meta.Items.Select(static item => item.IsLeftOut && HeifType.IsPicture(item.Type))];
        HeifChoice.Mark(file, meta, MediaPolicy.Loose);
        for (int i = 0; i < meta.Items.Count; i++)
        {
            if (meta.Items[i].IsLeftOut)
            {
                ReadItem(file, meta, meta.Items[i], isThumbnail[i], tags);
            }
        }

        HashSet<int> remarks = [];
        foreach (HeifItem item in meta.Items.Where(static item => !item.IsLeftOut))
        {
            foreach (int number in item.Properties.Where(remarks.Add))
            {
                IsoBox property = meta.Properties[number];
                ReadProperty(TagSlice.Within(file, property.Start, property.Bytes), property.Type, tags);
            }
        }

        foreach (IsoBox other in meta.Others.Where(static other => !s_structure.Contains(other.Type)))
        {
            string name = $"heif:meta {FourLetters.Text(other.Type).Trim()}";
            tags.AddUnread(name, TagSlice.Within(file, other.Start, other.Bytes));
        }
    }

    private static void ReadItem(HeaderReader file, HeifMeta meta, HeifItem item, bool isThumbnail, TagBuilder tags)
    {
        try
        {
            TagSlice content = TagSlice.Of(file, HeifPlaces.Resolve(file, meta, item));
            if (isThumbnail)
            {
                tags.Add(TagNames.Thumbnail, content.Describe());
            }
            else if (item.Type == HeifType.Exif)
            {
                IsoTags.ReadExif(content, tags);
            }
            else if (item.IsTag)
            {
                XmpTags.Read(content.File, content.At, content.Bytes, tags);
            }
            else
            {
                tags.AddUnread($"heif:{item.Kind.Trim()}", content);
            }
        }
        catch (NotComparableException)
        {
            // Removing metadata may leave an item without data.
        }
    }

    private static void ReadProperty(TagSlice property, uint type, TagBuilder tags)
    {
        const int VersionBytes = 4;
        if (type == HeifType.Color && (property.Is(0, "prof"u8) || property.Is(0, "rICC"u8)))
        {
            tags.Add(TagNames.Profile, ColorProfile.Describe(property.From(VersionBytes)));
        }
        else if (type == s_description)
        {
            // Language, name, description and keywords, each terminated by NUL.
            string[] texts = property.From(VersionBytes).Text(Encoding.UTF8).Split('\0');
            string[] names = [TagNames.Language, TagNames.Title, TagNames.Description, TagNames.Keywords];
            for (int i = 0; i < Math.Min(texts.Length, names.Length); i++)
            {
                tags.Add(names[i], texts[i]);
            }
        }
        else if (HeifType.IsLight(type) || (HeifType.IsRemark(type) && !HeifType.IsFree(type)))
        {
            tags.AddUnread($"heif:{FourLetters.Text(type)}", property);
        }
    }
}

using System.Text;

namespace Doppel.Media;

/// <summary>Reads the tags of HEIF.</summary>
internal static class HeifTags
{
    private static readonly uint s_description = IsoBox.TypeOf("udes"u8);

    /// <summary>Reads a whole file.</summary>
    internal static void Read(HeaderReader file, TagBuilder tags)
    {
        var boxes = new IsoFile(file);
        if (boxes.Find("meta"u8) is { Type: not 0 } box)
        {
            var meta = new HeifMeta(file, box);
            foreach (HeifItem item in meta.Items)
            {
                ReadItem(file, meta, item, tags);
            }

            foreach (int number in meta.Main.Properties)
            {
                IsoBox property = meta.Properties[number];
                ReadProperty(TagSlice.Within(file, property.Start, property.Bytes), property.Type, tags);
            }
        }

        boxes.Boxes.ForEach(one => IsoTags.Read(file, one, tags));
    }

    private static void ReadItem(HeaderReader file, HeifMeta meta, HeifItem item, TagBuilder tags)
    {
        bool isThumbnail = item.References.Exists(static one => one.Type == HeifType.ThumbnailOf);
        if (!item.IsTag && !isThumbnail)
        {
            return;
        }

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
            else
            {
                XmpTags.Read(content.File, content.At, content.Bytes, tags);
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
    }
}

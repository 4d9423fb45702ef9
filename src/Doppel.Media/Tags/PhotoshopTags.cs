namespace Doppel.Media;

/// <summary>Reads Photoshop's image resources, in which IPTC is wrapped.</summary>
/// <remarks>Not Exif, in which such resources may stand themselves: nothing is followed in a circle.</remarks>
internal static class PhotoshopTags
{
    private const int ResourcesMax = 1000;

    /// <summary>Reads all resources.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">Where the first one, <c>8BIM</c>, begins.</param>
    /// <param name="bytes">How long they are at most.</param>
    /// <param name="tags">What they say; of damaged ones what could be read.</param>
    internal static void Read(HeaderReader file, long at, long bytes, TagBuilder tags)
    {
        try
        {
            ReadAll(TagSlice.Within(file, at, bytes), tags);
        }
        catch (NotComparableException)
        {
            // What was read of them stands.
        }
    }

    private static void ReadAll(TagSlice resources, TagBuilder tags)
    {
        const int Url = 0x040B;
        const int Iptc = 0x0404;
        const int Xmp = 0x0424;
        long at = 0;
        for (int i = 0; i < ResourcesMax && resources.Is(at, "8BIM"u8); i++)
        {
            // A name, whose length counts as one of its bytes, and its content are both padded to an even number.
            long kind = resources.BigEndian(at + 4, 2);
            long name = (resources[at + 6] + 2) & ~1;
            long bytes = resources.BigEndian(at + 6 + name, 4);
            TagSlice content = resources.Part(at + 10 + name, bytes);
            at += 10 + name + bytes + (bytes & 1);
            switch (kind)
            {
                case Iptc:
                    IptcTags.Read(content.File, content.At, content.Bytes, tags);
                    break;
                case Xmp:
                    XmpTags.Read(content.File, content.At, content.Bytes, tags);
                    break;
                case Url:
                    tags.Add(TagNames.Link, content.Text());
                    break;
            }
        }
    }
}

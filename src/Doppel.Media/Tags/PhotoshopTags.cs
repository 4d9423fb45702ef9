namespace Doppel.Media;

/// <summary>Reads Photoshop image resources, which contain IPTC metadata, paths and settings.</summary>
/// <remarks>
/// Does not read Exif from them: Exif can itself contain image resources, and following both could loop.
/// </remarks>
internal static class PhotoshopTags
{
    private const int ResourcesMax = 1000;

    /// <summary>Reads all resources.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the first resource, which starts with <c>8BIM</c>.</param>
    /// <param name="bytes">The maximum length of all resources in bytes.</param>
    /// <param name="tags">Receives the tags. If the resources are damaged, only those that could be read.</param>
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

    private static void ReadAll(TagSlice resources, TagBuilder tags)
    {
        const int Url = 0x040B;
        const int Iptc = 0x0404;
        const int Xmp = 0x0424;
        const int Digest = 0x0425; // of the IPTC metadata
        const int Thumbnail = 0x040C, OldThumbnail = 0x0409;
        long at = 0;
        for (int i = 0; i < ResourcesMax && resources.Is(at, "8BIM"u8); i++)
        {
            // The name, including its length byte, and the content are each padded to an even number of bytes.
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
                case Thumbnail or OldThumbnail:
                    tags.Add(TagNames.Thumbnail, content.Describe());
                    break;
                case not Digest:
                    tags.AddUnread($"photoshop:0x{kind:X4}", content);
                    break;
            }
        }
    }
}

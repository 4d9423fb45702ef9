namespace Doppel.Media;

/// <summary>Reads the tags of a TIFF-like file: the first directory, Exif, GPS, and previews.</summary>
/// <remarks>Omits the directories of further pages. Maker notes are described only by their digest.</remarks>
internal sealed class TiffTags(TiffReader tiff, TagBuilder tags)
{
    private const int PreviewsMax = 16;
    private const int PanasonicJpeg = 0x2E;
    private const int PanasonicSensitivity = 0x17;
    private const int PanasonicTagsEnd = 0x100;

    private readonly ExifContent _content = new(tags);
    private readonly TagSlice _all = TagSlice.Within(tiff.File, 0, tiff.File.Length);

    /// <summary>Reads all tags. If the file is damaged, only those that could be read.</summary>
    internal void Read()
    {
        try
        {
            var directory = new TiffDirectory();
            directory.Read(tiff, tiff.First);
            long exif = directory.Number(tiff, TiffTag.Exif, missing: 0);
            long gps = directory.Number(tiff, TiffTag.Gps, missing: 0);
            ReadEntries(directory, ExifPart.Main);
            ReadDirectory(directory, exif, ExifPart.Exif);
            ReadDirectory(directory, gps, ExifPart.Gps);
            ReadPreviews();
        }
        catch (NotComparableException)
        {
            // Keep the tags that were read before the damage.
        }

        _content.End();
    }

    private void ReadDirectory(TiffDirectory directory, long at, ExifPart part)
    {
        if (at != 0)
        {
            directory.Read(tiff, at);
            ReadEntries(directory, part);
        }
    }

    private void ReadEntries(TiffDirectory directory, ExifPart part)
    {
        foreach (TiffEntry entry in directory.Entries)
        {
            if (part != ExifPart.Main || Tells(entry.Tag))
            {
                var values = TagSlice.Within(tiff.File, entry.At, entry.Bytes);
                _content.Read(part, new ExifEntry(entry.Tag, entry.Type, values, tiff.IsBigEndian), _all);
            }
        }
    }

    private void ReadPreviews()
    {
        if (tiff.Kind == TiffKind.Panasonic)
        {
            return;
        }

        var walk = new TiffWalk(tiff);
        for (int i = 0; i < PreviewsMax && walk.TryNext();)
        {
            TiffDirectory directory = walk.Directory;
            if (!walk.IsOfPictures || TiffPicture.IsFull(tiff, directory))
            {
                continue;
            }

            TagSlice jpeg = Preview(directory, TiffTag.JpegOffset, TiffTag.JpegBytes);
            TagSlice strip = Preview(directory, TiffTag.StripOffsets, TiffTag.StripByteCounts);
            if (jpeg.Bytes > 0 || strip.Bytes > 0)
            {
                TagPicture.AddThumbnail(tags, jpeg.Bytes > 0 ? jpeg : strip);
                i++;
            }
        }
    }

    // The whole preview if it is contiguous. Otherwise its first strip distinguishes previews well enough.
    private TagSlice Preview(TiffDirectory directory, int offsetTag, int bytesTag) => _all.Part(
        directory.Number(tiff, offsetTag, missing: 0), directory.Number(tiff, bytesTag, missing: 0));

    private bool Tells(int tag) =>
        tiff.Kind == TiffKind.Panasonic && tag < PanasonicTagsEnd
            ? tag is PanasonicJpeg or PanasonicSensitivity
            : tag is not (TiffTag.Exif or TiffTag.Gps) && !TiffInterpretation.Decoding.Contains((ushort)tag)
                && (tag == TiffTag.Profile || !TiffInterpretation.Color.Contains((ushort)tag));
}

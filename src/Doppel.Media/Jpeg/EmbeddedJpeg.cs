namespace Doppel.Media;

/// <summary>The JPEG that raw photos bring along, in which their makers put the tags.</summary>
internal static class EmbeddedJpeg
{
    /// <summary>Reads what its tags say; nothing where it is none.</summary>
    internal static void ReadTags(HeaderReader file, PayloadExtent place, TagBuilder tags)
    {
        var preview = new HeaderReader();
        preview.Open(new ExtentSource(file, [place]));
        var jpeg = new JpegParser();
        if (jpeg.Recognizes(preview))
        {
            jpeg.ReadTags(preview, tags);
        }
    }
}

namespace Doppel.Media;

/// <summary>Reads the JPEG embedded in raw photos, in which camera makers store the tags.</summary>
internal static class EmbeddedJpeg
{
    /// <summary>Reads the tags of an embedded JPEG. Adds nothing if the data is not JPEG.</summary>
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

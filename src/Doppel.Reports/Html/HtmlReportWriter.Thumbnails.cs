namespace Doppel.Reports;

/// <content>Writes small pictures into the page.</content>
internal sealed partial class HtmlReportWriter
{
    // Exif has room for less.
    private const int ThumbnailBytesMax = 64 * 1024;
    private const int AllThumbnailBytesMax = 8 * 1024 * 1024;

    // Of media with different tags, one may have no picture.
    private const int ThumbnailCopiesMax = 8;

    // Only a JPEG is shown. Base64 cannot end the attribute.
    private void WriteThumbnail(byte[]? jpeg)
    {
        if (jpeg is not { Length: <= ThumbnailBytesMax } || jpeg is not [0xFF, 0xD8, .., 0xFF, 0xD9])
        {
            return;
        }

        if (ThumbnailBytes + jpeg.Length > AllThumbnailBytesMax)
        {
            ThumbnailsLeftOut++;
            return;
        }

        ThumbnailBytes += jpeg.Length;
        _page.Write("<img class=\"t\" alt=\"\" src=\"data:image/jpeg;base64,"u8);
        _page.WriteText(Convert.ToBase64String(jpeg));
        _page.Write("\"/>"u8);
    }

    private void WriteThumbnailsLeftOut()
    {
        if (ThumbnailsLeftOut > 0)
        {
            _page.Write("<p>"u8);
            _page.WriteCount(ThumbnailsLeftOut);
            _page.Write(ThumbnailsLeftOut == 1
                ? " thumbnail is left out: all of them together can have 8 MiB.</p>"u8
                : " thumbnails are left out: all of them together can have 8 MiB.</p>"u8);
        }
    }
}

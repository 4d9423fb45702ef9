namespace Doppel.Web;

/// <summary>
/// Tells the type of a file that a browser may show by its first bytes. Nothing that can run is served as such: HTML,
/// SVG and XML are text.
/// </summary>
internal static class FileType
{
    /// <summary>The number of first bytes that are looked at.</summary>
    internal const int HeadBytes = 4096;

    internal const string Text = "text/plain; charset=utf-8";

    /// <summary>The type of what is not shown.</summary>
    internal const string Unknown = "application/octet-stream";

    /// <summary>Returns the media type of a file.</summary>
    /// <param name="head">The first bytes, all if the file is shorter than <see cref="HeadBytes"/>.</param>
    internal static string Of(ReadOnlySpan<byte> head)
    {
        foreach ((byte[] start, string type) in s_starts)
        {
            if (head.StartsWith(start))
            {
                return type;
            }
        }

        return Riff(head) ?? Iso(head) ?? TextOrUnknown(head);
    }

    private static readonly (byte[] Start, string Type)[] s_starts =
    [
        ([0x89, (byte)'P', (byte)'N', (byte)'G', 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
        ([0xFF, 0xD8, 0xFF], "image/jpeg"),
        ([.. "GIF87a"u8], "image/gif"),
        ([.. "GIF89a"u8], "image/gif"),
        ([.. "OggS"u8], "audio/ogg"),
        ([.. "fLaC"u8], "audio/flac"),
        ([.. "ID3"u8], "audio/mpeg"),
        ([0xFF, 0xFB], "audio/mpeg"),
        ([0xFF, 0xF3], "audio/mpeg"),
        ([0x1A, 0x45, 0xDF, 0xA3], "video/webm"),
    ];

    private static string? Riff(ReadOnlySpan<byte> head)
    {
        const int FormAt = 8;
        if (!head.StartsWith("RIFF"u8) || head.Length < 12)
        {
            return null;
        }

        ReadOnlySpan<byte> form = head.Slice(FormAt, 4);
        return form.SequenceEqual("WEBP"u8) ? "image/webp" : RiffSound(form);
    }

    private static string? RiffSound(ReadOnlySpan<byte> form) => form.SequenceEqual("WAVE"u8) ? "audio/wav" : null;

    private static string? Iso(ReadOnlySpan<byte> head)
    {
        if (head.Length < 12 || !head.Slice(4, 4).SequenceEqual("ftyp"u8))
        {
            return null;
        }

        return System.Text.Encoding.ASCII.GetString(head.Slice(8, 4)) switch
        {
            "avif" or "avis" => "image/avif",
            "heic" or "heix" or "mif1" => "image/heic",
            "M4A " or "M4B " => "audio/mp4",
            _ => "video/mp4",
        };
    }

    // Text has no NUL. What is not UTF-8 is shown with replacement characters.
    private static string TextOrUnknown(ReadOnlySpan<byte> head) => head.Contains((byte)0) ? Unknown : Text;
}

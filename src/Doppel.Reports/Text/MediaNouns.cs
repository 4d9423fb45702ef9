namespace Doppel.Reports;

/// <summary>The nouns for a media format and for what its files have in common.</summary>
internal static class MediaNouns
{
    /// <summary>Returns how people write a format, and what two such files can share.</summary>
    /// <param name="format">The word for the format, such as mp3.</param>
    public static (string Format, string Content) Of(string format) => format switch
    {
        "mp3" or "flac" or "wav" or "aac" or "aiff" or "dsf" or "tta" or "tak" or "dsdiff" or "caf" =>
            (format.ToUpperInvariant(), "audio"),
        "ogg" => ("Ogg", "audio"),
        "wave64" => ("Wave64", "audio"),
        "wavpack" => ("WavPack", "audio"),
        "monkeysaudio" => ("Monkey's Audio", "audio"),
        "musepack" => ("Musepack", "audio"),
        "optimfrog" => ("OptimFROG", "audio"),
        "png" or "gif" or "jpeg" or "heif" or "tiff" or "cr3" or "raf" => (format.ToUpperInvariant(), "picture"),
        "webp" => ("WebP", "picture"),
        "jpegxl" => ("JPEG XL", "picture"),
        "jpeg2000" => ("JPEG 2000", "picture"),
        "mp4" or "avi" or "asf" => (format.ToUpperInvariant(), "streams"),
        "matroska" => ("Matroska", "streams"),
        _ => (format, "content"),
    };
}

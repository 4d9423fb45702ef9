namespace Doppel.Media;

/// <summary>The words of formats and policies, as flags, reports, plans and journals have them.</summary>
/// <remarks>What was once written is read for years: a word never changes, whatever its value is called here.</remarks>
public static class MediaWords
{
    // Both in the order of their values.
    private static readonly string[] s_policies = ["strict", "loose"];

    private static readonly string[] s_formats =
    [
        "mp3", "flac", "wav", "webp", "png", "gif", "jpeg", "mp4", "aac", "ogg", "wave64", "aiff", "wavpack",
        "monkeysaudio", "dsf", "avi", "matroska", "asf", "heif", "tiff", "cr3", "raf", "jpegxl", "jpeg2000",
    ];

    /// <summary>The words of all policies, in the order of <see cref="MediaPolicy"/>.</summary>
    public static IReadOnlyList<string> Policies => s_policies;

    /// <summary>Such as <c>strict</c>.</summary>
    public static string Of(MediaPolicy policy) => s_policies[(int)policy];

    /// <summary>Such as <c>mp3</c>: small letters and digits.</summary>
    public static string Of(MediaFormat format) => s_formats[(int)format];

    /// <summary>The policy of a word; null for a word of none.</summary>
    public static MediaPolicy? ParsePolicy(string? word) =>
        Array.IndexOf(s_policies, word) is >= 0 and int policy ? (MediaPolicy)policy : null;

    /// <summary>The format of a word; null for a word of none.</summary>
    public static MediaFormat? ParseFormat(string? word) =>
        Array.IndexOf(s_formats, word) is >= 0 and int format ? (MediaFormat)format : null;
}

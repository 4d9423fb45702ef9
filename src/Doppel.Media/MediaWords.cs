namespace Doppel.Media;

/// <summary>Converts formats and policies to and from the words used in flags, reports, plans and journals.</summary>
/// <remarks>
/// Files once written are read for years, so a word never changes, even if its enum value is renamed.
/// </remarks>
public static class MediaWords
{
    // Both arrays are in the order of the enum values.
    private static readonly string[] s_policies = ["strict", "loose"];

    private static readonly string[] s_formats =
    [
        "mp3", "flac", "wav", "webp", "png", "gif", "jpeg", "mp4", "aac", "ogg", "wave64", "aiff", "wavpack",
        "monkeysaudio", "dsf", "avi", "matroska", "asf", "heif", "tiff", "cr3", "raf", "jpegxl", "jpeg2000",
        "musepack", "tta", "tak", "optimfrog", "dsdiff", "caf",
    ];

    /// <summary>Gets the words of all policies, in the order of <see cref="MediaPolicy"/>.</summary>
    public static IReadOnlyList<string> Policies => s_policies;

    /// <summary>Returns the word for a policy, such as <c>strict</c>.</summary>
    public static string Of(MediaPolicy policy) => s_policies[(int)policy];

    /// <summary>Returns the word for a format, such as <c>mp3</c>, in lowercase letters and digits.</summary>
    public static string Of(MediaFormat format) => s_formats[(int)format];

    /// <summary>Returns the policy that a word names, or null if it names none.</summary>
    public static MediaPolicy? ParsePolicy(string? word) =>
        Array.IndexOf(s_policies, word) is >= 0 and int policy ? (MediaPolicy)policy : null;

    /// <summary>Returns the format that a word names, or null if it names none.</summary>
    public static MediaFormat? ParseFormat(string? word) =>
        Array.IndexOf(s_formats, word) is >= 0 and int format ? (MediaFormat)format : null;
}

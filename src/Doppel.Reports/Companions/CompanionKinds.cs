using System.Buffers;
using System.Text;

namespace Doppel.Reports;

/// <summary>Knows by their extensions which files have companions, and which files can be companions.</summary>
internal static class CompanionKinds
{
    /// <summary>The longest extension in the lists, in bytes.</summary>
    private const int ExtensionBytesMax = 5;

    private static readonly HashSet<string> s_raw =
    [
        "3fr", "ari", "arw", "bay", "cap", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "iiq", "k25", "kdc", "mef",
        "mos", "mrw", "nef", "nrw", "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ];

    // What cameras write beside a raw file.
    private static readonly HashSet<string> s_photos = ["jpg", "jpeg", "jpe", "heic", "heif", "hif"];

    private static readonly HashSet<string> s_pictures =
        ["png", "tif", "tiff", "webp", "avif", "gif", "jxl", "jp2", "psd", "bmp"];

    private static readonly HashSet<string> s_films =
    [
        "mov", "mp4", "m4v", "avi", "mts", "m2ts", "mkv", "webm", "3gp", "mpg", "mpeg", "wmv", "360", "insv",
    ];

    private static readonly HashSet<string> s_sounds =
    [
        "mp3", "flac", "m4a", "m4b", "aac", "ogg", "oga", "opus", "wav", "aif", "aiff", "ape", "wv", "tta", "tak",
        "mpc", "wma", "dsf", "dff", "ofr",
    ];

    private static readonly HashSet<string> s_companions =
        ["xmp", "aae", "thm", "lrv", "pp3", "dop", "json", "lrc", "cue"];

    // Without a copy of the extension, since every name of a search is asked about.
    private static readonly HashSet<string>.AlternateLookup<ReadOnlySpan<char>> s_mains =
        new HashSet<string>([.. s_photos, .. s_pictures, .. s_raw, .. s_films, .. s_sounds])
            .GetAlternateLookup<ReadOnlySpan<char>>();

    private static readonly HashSet<string>.AlternateLookup<ReadOnlySpan<char>> s_paired =
        new HashSet<string>([.. s_companions, .. s_raw]).GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>Returns whether a file with this name can have companions, or can be one.</summary>
    internal static bool MayTakePart(ReadOnlySpan<byte> name) => MayHave(name) || IsOnlyCompanion(name);

    /// <summary>Returns whether a file with this name can have companions.</summary>
    internal static bool MayHave(ReadOnlySpan<byte> name) => IsIn(s_mains, name);

    /// <summary>
    /// Returns whether a file with this name is one of the two in each pair that names alone prove: it can only be a
    /// companion, or is a raw file.
    /// </summary>
    internal static bool IsOfPair(ReadOnlySpan<byte> name) => IsIn(s_paired, name)
        && (Extension(name) != "json" || CompanionNames.MayBeTakeout(name[..^".json".Length]));

    /// <summary>Returns whether a file with this name has no use but to accompany another one.</summary>
    internal static bool IsOnlyCompanion(ReadOnlySpan<byte> name) => s_companions.Contains(Extension(name));

    /// <summary>Returns whether a file with this extension can have companions.</summary>
    internal static bool IsMain(string extension) => IsPicture(extension) || IsRaw(extension)
        || s_films.Contains(extension) || s_sounds.Contains(extension);

    /// <summary>Returns whether a file with this extension has a companion of this kind.</summary>
    /// <param name="main">The extension of the file.</param>
    /// <param name="companion">The extension of the companion.</param>
    internal static bool Has(string main, string companion) => companion switch
    {
        "xmp" or "json" => IsMain(main),
        "aae" => IsPicture(main) || s_films.Contains(main),
        "thm" or "lrv" => s_films.Contains(main) || IsRaw(main),
        "pp3" or "dop" => IsPicture(main) || IsRaw(main),
        "lrc" or "cue" => s_sounds.Contains(main),
        _ => (IsRaw(main) && s_photos.Contains(companion)) || MayBeLive(main, companion),
    };

    /// <summary>
    /// Returns whether the two can be a live photo and its film, which only their content identifiers prove.
    /// </summary>
    internal static bool MayBeLive(string main, string companion) =>
        s_photos.Contains(main) && companion is "mov" or "mp4";

    /// <summary>Returns the extension of a name in lowercase, or an empty string if it has no short one.</summary>
    internal static string Extension(ReadOnlySpan<byte> name)
    {
        int dot = name.LastIndexOf((byte)'.');
        return dot <= 0 || name.Length - dot - 1 is 0 or > ExtensionBytesMax
            ? "" : FoldedName.Of(name[(dot + 1)..]);
    }

    private static bool IsIn(HashSet<string>.AlternateLookup<ReadOnlySpan<char>> set, ReadOnlySpan<byte> name)
    {
        int dot = name.LastIndexOf((byte)'.');
        Span<char> extension = stackalloc char[ExtensionBytesMax];
        return dot > 0 && name.Length - dot - 1 <= ExtensionBytesMax
            && Ascii.ToLower(name[(dot + 1)..], extension, out int letters) == OperationStatus.Done
            && set.Contains(extension[..letters]);
    }

    private static bool IsRaw(string extension) => s_raw.Contains(extension);

    private static bool IsPicture(string extension) => s_photos.Contains(extension) || s_pictures.Contains(extension);
}

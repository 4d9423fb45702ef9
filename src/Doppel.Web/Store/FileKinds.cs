using System.Collections.Frozen;
using System.Text;
using System.Text.Json.Serialization;

namespace Doppel.Web;

/// <summary>Tells kinds of files by the endings of their names. Contents are looked at when they are shown.</summary>
internal static class FileKinds
{
    private static readonly FrozenDictionary<string, FileKind> s_kinds = KindsOf(
        (FileKind.Picture, "jpg jpeg jpe png gif webp avif bmp heic heif tif tiff jxl raw cr2 nef arw dng ico"),
        (FileKind.Sound, "mp3 m4a aac ogg oga opus flac wav wma aif aiff ape wv"),
        (FileKind.Film, "mp4 m4v mov mkv webm avi mpg mpeg wmv 3gp ogv mts"),
        (FileKind.Text, "txt md csv tsv json xml svg html htm css js ts c h cc cpp cs py rs go java sh log ini conf "
            + "yml yaml toml tex srt"));

    /// <summary>Gets the words of the kinds in the API, in their order.</summary>
    internal static IReadOnlyList<string> Words { get; } = ["other", "picture", "sound", "film", "text"];

    /// <summary>Returns the kind of a file with this name.</summary>
    internal static FileKind OfName(ReadOnlySpan<byte> name)
    {
        const int EndingBytesMax = 8;
        int dot = name.LastIndexOf((byte)'.');
        return dot < 0 || name.Length - dot > EndingBytesMax
            ? FileKind.Other
            : s_kinds.GetValueOrDefault(Encoding.UTF8.GetString(name[(dot + 1)..]).ToLowerInvariant());
    }

    private static FrozenDictionary<string, FileKind> KindsOf(params (FileKind Kind, string Endings)[] kinds) => kinds
        .SelectMany(static one => one.Endings.Split(' ').Select(ending => KeyValuePair.Create(ending, one.Kind)))
        .ToFrozenDictionary();
}

/// <summary>Specifies what a file holds, as far as the page shows it differently.</summary>
[JsonConverter(typeof(WordConverter<FileKind>))]
internal enum FileKind : byte
{
    Other,
    Picture,
    Sound,
    Film,
    Text,
}

using System.Globalization;
using System.Text;

namespace Doppel.Media;

/// <summary>Collects the tags of one file.</summary>
/// <remarks>Bounded in number and length: excess tags are dropped and longer text is cut. Not thread-safe.</remarks>
internal sealed class TagBuilder
{
    /// <summary>The maximum length of a value in characters. Longer text is cut.</summary>
    internal const int CharactersMax = 4096;

    /// <summary>The maximum number of tags. Excess tags are dropped.</summary>
    internal const int TagsMax = 1000;

    private const int NameCharactersMax = 200;

    // A few bytes may decompress to many, over and over again.
    private const int UnpackedBytesMax = 64 << 20;

    private static readonly char[] s_blank = ['\0', ' ', '\r', '\n', '\t'];

    private readonly List<MediaTag> _tags = [];
    private readonly List<MediaPicture> _pictures = [];
    private long _coverBytes;
    private DateTime? _taken;
    private int _unpackedBytes;

    /// <summary>Gets whether the thumbnail itself is kept, not only its description. Default: false.</summary>
    internal bool KeepsThumbnail { get; init; }

    /// <summary>Gets the thumbnail; null if it is not kept, or there is none.</summary>
    internal byte[]? Thumbnail { get; private set; }

    /// <summary>Gets whether covers themselves are kept, not only their descriptions. Default: false.</summary>
    internal bool KeepsPictures { get; init; }

    /// <summary>Gets the covers that are kept.</summary>
    internal IReadOnlyList<MediaPicture> Pictures => _pictures;

    /// <summary>Adds a thumbnail.</summary>
    /// <param name="picture">The bytes of the thumbnail.</param>
    /// <param name="description">Its kind, length and digest; empty if it is empty.</param>
    internal void AddThumbnail(TagSlice picture, string description)
    {
        const int BytesMax = 64 * 1024;
        Add(TagNames.Thumbnail, description);
        if (KeepsThumbnail && Thumbnail is null && picture.Bytes is > 0 and <= BytesMax)
        {
            // Some cameras write zeros behind the picture.
            byte[] jpeg = picture.ToArray().AsSpan().TrimEnd((byte)0).ToArray();
            Thumbnail = jpeg is [0xFF, 0xD8, .., 0xFF, 0xD9] ? jpeg : null;
        }
    }

    /// <summary>Decompresses zlib data, as far as the limit for the file allows.</summary>
    internal TagSlice Unpack(TagSlice packed, int bytesMax) =>
        Unpacked(Inflation.Read(packed, Math.Min(bytesMax, UnpackedBytesMax - _unpackedBytes)));

    /// <summary>Decompresses Brotli data, as far as the limit for the file allows.</summary>
    internal TagSlice UnpackBrotli(TagSlice packed, int bytesMax) =>
        Unpacked(Inflation.ReadBrotli(packed, Math.Min(bytesMax, UnpackedBytesMax - _unpackedBytes)));

    /// <summary>Adds a tag, unless its value is empty.</summary>
    internal void Add(string name, string value)
    {
        value = Clean(value);
        if (value.Length > CharactersMax)
        {
            value = $"{Cut(value, CharactersMax)}… ({value.Length} characters)";
        }

        name = Cut(Clean(name), NameCharactersMax);
        var tag = new MediaTag(name, value);
        if (value.Length > 0 && _tags.Count < TagsMax && !_tags.Contains(tag))
        {
            _tags.Add(tag);
        }
    }

    /// <summary>Adds a chapter.</summary>
    internal void AddChapter(TimeSpan start, string name) => Add(
        TagNames.Chapter,
        string.Create(CultureInfo.InvariantCulture, $"{(long)start.TotalHours}:{start:mm\\:ss\\.fff} {name}"));

    /// <summary>
    /// Adds data of unknown meaning, by its length and digest: somebody may need it, and it must not be lost unseen.
    /// </summary>
    internal void AddUnread(string name, TagSlice content) =>
        Add(name, content.Bytes > 0 ? content.Describe() : "empty");

    /// <summary>Returns whether a tag of this name has a value that starts with the given text.</summary>
    internal bool Continues(string name, string value) =>
        _tags.Exists(tag => tag.Name == name && tag.Value.StartsWith(value, StringComparison.Ordinal));

    /// <summary>Adds a picture.</summary>
    /// <param name="description">The kind, length and digest of the picture.</param>
    /// <param name="bytes">The length of the picture in bytes.</param>
    internal void AddCover(string description, long bytes)
    {
        Add(TagNames.Cover, description);
        _coverBytes = Math.Max(_coverBytes, bytes);
    }

    /// <summary>Returns whether a cover of a given length is kept.</summary>
    internal bool TakesPicture(long bytes) =>
        KeepsPictures && bytes <= MediaPicture.BytesMax - _pictures.Sum(static one => (long)one.Bytes.Length);

    /// <summary>Adds a cover that is kept, unless an equal one is.</summary>
    internal void AddPicture(MediaPicture picture)
    {
        if (!_pictures.Exists(one => one.Value == picture.Value))
        {
            _pictures.Add(picture);
        }
    }

    /// <summary>Gets whether the time at which the photo or recording was made is known.</summary>
    internal bool IsTaken => _taken is not null;

    /// <summary>Adds a time at which the photo or recording was made. The earliest one is kept.</summary>
    internal void AddTaken(DateTime when)
    {
        _taken = _taken is { } known && known < when ? known : when;
    }

    internal MediaTags Build() => new() { All = [.. _tags], CoverBytes = _coverBytes, Taken = _taken };

    private TagSlice Unpacked(byte[] unpacked)
    {
        _unpackedBytes += unpacked.Length;
        return TagSlice.Of(unpacked);
    }

    /// <summary>
    /// Returns text without blanks at its ends, and without unpaired surrogates, which no report format could store.
    /// </summary>
    internal static string Clean(string text)
    {
        text = text.Trim(s_blank);
        return text.AsSpan().ContainsAnyInRange('\uD800', '\uDFFF')
            ? Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text))
            : text;
    }

    private static string Cut(string text, int charactersMax)
    {
        if (text.Length <= charactersMax)
        {
            return text;
        }

        return text[..(char.IsHighSurrogate(text[charactersMax - 1]) ? charactersMax - 1 : charactersMax)];
    }
}

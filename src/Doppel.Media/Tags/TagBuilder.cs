using System.Text;

namespace Doppel.Media;

/// <summary>Gathers what the tags of one file say.</summary>
/// <remarks>Bounded in number and length: tags beyond are left out, longer text is cut. Not thread-safe.</remarks>
internal sealed class TagBuilder
{
    /// <summary>Text beyond is cut.</summary>
    internal const int CharactersMax = 4096;

    private const int NameCharactersMax = 200;
    private const int TagsMax = 1000;

    // A few bytes may unpack to many, again and again.
    private const int UnpackedBytesMax = 64 << 20;

    private static readonly char[] s_blank = ['\0', ' ', '\r', '\n', '\t'];

    private readonly List<MediaTag> _tags = [];
    private long _coverBytes;
    private DateTime? _taken;
    private int _unpackedBytes;

    /// <summary>Unpacks what zlib has compressed, as far as there is room for it.</summary>
    internal TagSlice Unpack(TagSlice packed, int bytesMax) =>
        Unpacked(Inflation.Read(packed, Math.Min(bytesMax, UnpackedBytesMax - _unpackedBytes)));

    /// <summary>The same of what Brotli has compressed.</summary>
    internal TagSlice UnpackBrotli(TagSlice packed, int bytesMax) =>
        Unpacked(Inflation.ReadBrotli(packed, Math.Min(bytesMax, UnpackedBytesMax - _unpackedBytes)));

    /// <summary>Takes in one tag; an empty value is none.</summary>
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

    /// <summary>Whether a tag of this name says more than this, but begins so.</summary>
    internal bool Continues(string name, string value) =>
        _tags.Exists(tag => tag.Name == name && tag.Value.StartsWith(value, StringComparison.Ordinal));

    /// <summary>Takes in a picture.</summary>
    /// <param name="description">Its kind, bytes and digest.</param>
    /// <param name="bytes">Bytes of it.</param>
    internal void AddCover(string description, long bytes)
    {
        Add(TagNames.Cover, description);
        _coverBytes = Math.Max(_coverBytes, bytes);
    }

    /// <summary>Whether it is known when it was taken.</summary>
    internal bool IsTaken => _taken is not null;

    /// <summary>Takes in when it was taken; of several the earliest stands.</summary>
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

    // Halves of characters are no text; no report could carry them.
    private static string Clean(string text)
    {
        text = text.Trim(s_blank);
        return text.AsSpan().ContainsAnyInRange('\uD800', '\uDFFF')
            ? Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text))
            : text;
    }

    private static string Cut(string text, int charactersMax) =>
        text.Length <= charactersMax ? text
        : text[..(char.IsHighSurrogate(text[charactersMax - 1]) ? charactersMax - 1 : charactersMax)];
}

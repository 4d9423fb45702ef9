using Microsoft.Net.Http.Headers;

namespace Doppel.Documents;

/// <summary>A type of documents that the service takes: what the client calls it, and how its files begin.</summary>
internal sealed class DocumentType
{
    /// <summary>How much of a file tells whether it is of its type, in bytes; less where the file is shorter.</summary>
    public const int HeadBytes = 512;

    private static readonly DocumentType[] s_all =
    [
        new("application/pdf", [".pdf"], "%PDF-"u8),
        new("image/png", [".png"], [0x89, (byte)'P', (byte)'N', (byte)'G', 0x0D, 0x0A, 0x1A, 0x0A]),
        new("image/jpeg", [".jpg", ".jpeg"], [0xFF, 0xD8, 0xFF]),
        new("text/plain", [".txt"], []),
    ];

    private readonly string[] _extensions;
    private readonly byte[] _beginning;

    private DocumentType(string mediaType, string[] extensions, ReadOnlySpan<byte> beginning)
    {
        MediaType = mediaType;
        _extensions = extensions;
        _beginning = beginning.ToArray();
    }

    /// <summary>Its media type, which downloads have again.</summary>
    public string MediaType { get; }

    /// <summary>Finds the type of a file by what its client says.</summary>
    /// <param name="given">The media type; parameters do not count.</param>
    /// <param name="name">The name, whose extension has to fit.</param>
    /// <param name="type">The type; null where it is refused.</param>
    /// <returns>Why it is refused, or null.</returns>
    public static Refusal? Find(string? given, string name, out DocumentType? type)
    {
        string mediaType = MediaTypeHeaderValue.TryParse(given, out MediaTypeHeaderValue? parsed)
            ? parsed.MediaType.ToString()
            : "";
        type = Array.Find(s_all, one => one.MediaType.Equals(mediaType, StringComparison.OrdinalIgnoreCase));
        if (type is null)
        {
            string all = string.Join(", ", s_all.Select(one => one.MediaType));
            return Refuse($"Documents have one of the types {all}.");
        }

        string extension = Path.GetExtension(name);
        return type._extensions.Contains(extension, StringComparer.OrdinalIgnoreCase)
            ? null
            : Refuse($"A document of type {type.MediaType} has a name that ends in {type._extensions[0]}.");
    }

    /// <summary>Looks at the beginning of a file.</summary>
    /// <param name="head">Its first <see cref="HeadBytes"/> bytes, or all.</param>
    /// <returns>Why it is refused, or null.</returns>
    public Refusal? Check(ReadOnlySpan<byte> head)
    {
        // Text has no beginning of its own; but it has no control characters besides blanks and ends of lines.
        bool fits = _beginning.Length > 0
            ? head.StartsWith(_beginning)
            : !head.ContainsAnyInRange((byte)0x00, (byte)0x08) && !head.ContainsAnyInRange((byte)0x0E, (byte)0x1F);
        return fits ? null : Refuse($"The document does not begin as one of type {MediaType} does.");
    }

    private static Refusal Refuse(string why) => new(StatusCodes.Status415UnsupportedMediaType, why);
}

using Microsoft.Net.Http.Headers;

namespace Doppel.Documents;

/// <summary>
/// A document type that the service accepts: its media type, and the bytes that its files start with.
/// </summary>
internal sealed class DocumentType
{
    /// <summary>
    /// The number of bytes that determine whether a file is of its declared type. Shorter files are checked whole.
    /// </summary>
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

    /// <summary>Gets the media type, which downloads return.</summary>
    public string MediaType { get; }

    /// <summary>Finds the type that a client declares for a file.</summary>
    /// <param name="given">The media type. Its parameters are ignored.</param>
    /// <param name="name">The file name, whose extension must match the type.</param>
    /// <param name="type">The type, or null if it is refused.</param>
    /// <returns>The reason for the refusal, or null if the type is accepted.</returns>
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

    /// <summary>Checks whether a file starts like its declared type.</summary>
    /// <param name="head">
    /// The first <see cref="HeadBytes"/> bytes of the file, or the whole file if it is shorter.
    /// </param>
    /// <returns>The reason for the refusal, or null if the file matches.</returns>
    public Refusal? Check(ReadOnlySpan<byte> head)
    {
        // Text has no fixed beginning, but contains no control characters other than whitespace and line breaks.
        bool fits = _beginning.Length > 0
            ? head.StartsWith(_beginning)
            : !head.ContainsAnyInRange((byte)0x00, (byte)0x08) && !head.ContainsAnyInRange((byte)0x0E, (byte)0x1F);
        return fits ? null : Refuse($"The document does not begin as one of type {MediaType} does.");
    }

    private static Refusal Refuse(string why) => new(StatusCodes.Status415UnsupportedMediaType, why);
}

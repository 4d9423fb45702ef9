using System.Runtime.CompilerServices;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// Reads the text of a single element of a response, such as the <c>UploadId</c> of a started upload.
/// </summary>
/// <remarks>
/// Thread-safe. The whole document is validated, including what follows the element: a response that is truncated or
/// malformed anywhere is an error and never yields a value. It is also an error if two elements have the path.
/// References and CDATA are decoded, comments and attributes are skipped, namespace prefixes are ignored, and DTDs are
/// rejected.
/// </remarks>
public static class XmlValue
{
    /// <summary>The default maximum size of a response that is read from a stream: 1 MiB.</summary>
    public const int BytesMaxDefault = 1024 * 1024;

    private const int TextOnStack = 512;

    /// <summary>Appends the text of an element to a builder, without allocating.</summary>
    /// <param name="document">The complete document in UTF-8.</param>
    /// <param name="path">The path of the element.</param>
    /// <param name="text">The builder to append to. An empty element appends nothing.</param>
    /// <returns>False if there is no such element.</returns>
    /// <exception cref="S3XmlException">
    /// The document is malformed or truncated, or the element is not unique or contains other elements.
    /// </exception>
    [SkipLocalsInit]
    public static bool TryReadText(scoped ReadOnlySpan<byte> document, XmlPath path, ref Utf8Builder text)
    {
        ArgumentNullException.ThrowIfNull(path);
        var tokens = new XmlTokenizer(document, stackalloc Range[XmlTokenizer.DepthMax]);
        int matched = 0;
        bool found = false;
        while (tokens.Read())
        {
            bool isInside = matched == path.Depth;
            switch (tokens.Kind)
            {
                case XmlTokenKind.Start when isInside:
                    XmlErrors.HasElements(path, tokens.Offset);
                    break;
                case XmlTokenKind.Start when matched == tokens.Depth - 1 && path.Matches(tokens.Depth, tokens.Value):
                    matched++;
                    if (matched == path.Depth && found)
                    {
                        XmlErrors.Repeated(path, tokens.Offset);
                    }

                    found |= matched == path.Depth;
                    break;
                case XmlTokenKind.End:
                    matched = Math.Min(matched, tokens.Depth);
                    break;
                case XmlTokenKind.Text when isInside:
                    XmlText.AppendText(tokens.Value, tokens.Offset, ref text);
                    break;
                case XmlTokenKind.CharacterData when isInside:
                    XmlText.AppendLines(tokens.Value, ref text);
                    break;
            }
        }

        return found;
    }

    /// <summary>Reads the text of an element.</summary>
    /// <param name="document">The complete document in UTF-8.</param>
    /// <param name="path">The path of the element.</param>
    /// <returns>The text, or null if there is no such element.</returns>
    /// <exception cref="S3XmlException">
    /// The document is malformed or truncated, or the element is not unique or contains other elements.
    /// </exception>
    [SkipLocalsInit]
    public static string? ReadText(ReadOnlySpan<byte> document, XmlPath path)
    {
        var text = new Utf8Builder(stackalloc byte[TextOnStack]);
        string? value = TryReadText(document, path, ref text) ? Encoding.UTF8.GetString(text.AsSpan()) : null;
        text.Dispose();
        return value;
    }

    /// <summary>Reads a stream to its end, and returns the text of an element.</summary>
    /// <param name="stream">The complete document in UTF-8. The stream is not disposed.</param>
    /// <param name="path">The path of the element.</param>
    /// <param name="bytesMax">The maximum size of the document in bytes. A larger document is an error.</param>
    /// <returns>The text, or null if there is no such element.</returns>
    /// <exception cref="S3XmlException">
    /// The document is malformed, truncated or too large, or the element is not unique or contains other elements.
    /// </exception>
    public static string? ReadText(Stream stream, XmlPath path, int bytesMax = BytesMaxDefault)
    {
        ArgumentNullException.ThrowIfNull(stream);
        var document = new AnswerBuffer(bytesMax);
        int count;
        do
        {
            count = stream.Read(document.Room.Span);
        }
        while (document.Advance(count));

        string? value = ReadText(document.Written, path);
        document.Return();
        return value;
    }

    /// <summary>Reads a stream to its end, and returns the text of an element.</summary>
    /// <param name="stream">The complete document in UTF-8. The stream is not disposed.</param>
    /// <param name="path">The path of the element.</param>
    /// <param name="bytesMax">The maximum size of the document in bytes. A larger document is an error.</param>
    /// <param name="cancellationToken">Cancels the operation between reads.</param>
    /// <returns>The text, or null if there is no such element.</returns>
    /// <exception cref="S3XmlException">
    /// The document is malformed, truncated or too large, or the element is not unique or contains other elements.
    /// </exception>
    public static async ValueTask<string?> ReadTextAsync(
        Stream stream, XmlPath path, int bytesMax = BytesMaxDefault, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        var document = new AnswerBuffer(bytesMax);
        int count;
        do
        {
            count = await stream.ReadAsync(document.Room, cancellationToken).ConfigureAwait(false);
        }
        while (document.Advance(count));

        string? value = ReadText(document.Written, path);
        document.Return();
        return value;
    }
}

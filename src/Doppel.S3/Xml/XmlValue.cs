using System.Runtime.CompilerServices;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3.Xml;

/// <summary>Reads the text of one element of an answer, such as the <c>UploadId</c> of a begun upload.</summary>
/// <remarks>
/// Thread-safe. The whole document is read, also behind the element: an answer that is cut off or malformed anywhere is
/// an error and never a value, and so is a path that two elements have. References and CDATA are decoded, comments and
/// attributes skipped, prefixes of namespaces ignored, DTDs refused.
/// </remarks>
public static class XmlValue
{
    /// <summary>The longest answer that is read from a stream by default: 1 MiB.</summary>
    public const int BytesMaxDefault = 1024 * 1024;

    private const int TextOnStack = 512;

    /// <summary>Reads the text of an element without allocation.</summary>
    /// <param name="document">The whole document in UTF-8.</param>
    /// <param name="path">Which element.</param>
    /// <param name="text">Where its text goes, behind what is there; nothing for an empty element.</param>
    /// <returns>False if there is no such element.</returns>
    /// <exception cref="S3XmlException">
    /// The document is malformed or cut off, or there are several such elements or elements in it.
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
    /// <param name="document">The whole document in UTF-8.</param>
    /// <param name="path">Which element.</param>
    /// <returns>Null if there is no such element.</returns>
    /// <exception cref="S3XmlException">
    /// The document is malformed or cut off, or there are several such elements or elements in it.
    /// </exception>
    [SkipLocalsInit]
    public static string? ReadText(ReadOnlySpan<byte> document, XmlPath path)
    {
        var text = new Utf8Builder(stackalloc byte[TextOnStack]);
        string? value = TryReadText(document, path, ref text) ? Encoding.UTF8.GetString(text.AsSpan()) : null;
        text.Dispose();
        return value;
    }

    /// <summary>Reads a stream to its end and the text of an element of it.</summary>
    /// <param name="stream">The whole document in UTF-8. It is not disposed.</param>
    /// <param name="path">Which element.</param>
    /// <param name="bytesMax">Bytes that the document may have; more is an error.</param>
    /// <returns>Null if there is no such element.</returns>
    /// <exception cref="S3XmlException">
    /// The document is malformed, cut off or too long, or there are several such elements or elements in it.
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

    /// <summary>Reads a stream to its end and the text of an element of it.</summary>
    /// <param name="stream">The whole document in UTF-8. It is not disposed.</param>
    /// <param name="path">Which element.</param>
    /// <param name="bytesMax">Bytes that the document may have; more is an error.</param>
    /// <param name="cancellationToken">Ends it between reads.</param>
    /// <returns>Null if there is no such element.</returns>
    /// <exception cref="S3XmlException">
    /// The document is malformed, cut off or too long, or there are several such elements or elements in it.
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

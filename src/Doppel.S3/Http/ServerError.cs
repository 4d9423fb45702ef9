using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// The error described in the body of a response. All values are null if the body is not XML.
/// </summary>
internal sealed record ServerError(string? Code, string? Message, string? RequestId, string? Region)
{
    private const int TextMax = 1024;

    internal static ServerError None { get; } = new(null, null, null, null);

    /// <summary>Returns whether a document is an error, regardless of the response status.</summary>
    /// <exception cref="S3XmlException">The document is malformed or truncated.</exception>
    internal static bool IsError(ReadOnlySpan<byte> document)
    {
        var tokens = new XmlTokenizer(document, stackalloc Range[XmlTokenizer.DepthMax]);
        bool isError = false;
        bool isFirst = true;
        while (tokens.Read())
        {
            if (isFirst && tokens.Kind == XmlTokenKind.Start)
            {
                isError = tokens.Value.SequenceEqual("Error"u8);
                isFirst = false;
            }
        }

        return isError;
    }

    /// <summary>
    /// Reads the values that are present. A damaged response yields fewer values, but no second error.
    /// </summary>
    internal static ServerError Read(ReadOnlySpan<byte> document)
    {
        if (document.IsEmpty)
        {
            return None;
        }

        string? code = null, message = null, requestId = null, region = null;
        try
        {
            var tokens = new XmlTokenizer(document, stackalloc Range[XmlTokenizer.DepthMax]);
            while (tokens.Read())
            {
                if (tokens.Kind != XmlTokenKind.Start || tokens.Depth != 2)
                {
                    continue;
                }

                ReadOnlySpan<byte> name = tokens.Value;
                if (name.SequenceEqual("Code"u8))
                {
                    code = ReadText(ref tokens);
                }
                else if (name.SequenceEqual("Message"u8))
                {
                    message = ReadText(ref tokens);
                }
                else if (name.SequenceEqual("RequestId"u8))
                {
                    requestId = ReadText(ref tokens);
                }
                else if (name.SequenceEqual("Region"u8))
                {
                    region = ReadText(ref tokens);
                }
            }
        }
        catch (S3XmlException)
        {
            // The response is the HTML of a proxy, or it is truncated. The values read so far are still useful.
        }

        return new ServerError(code, message, requestId, region);
    }

    private static string? ReadText(ref XmlTokenizer tokens)
    {
        int depth = tokens.Depth;
        var text = new Utf8Builder(stackalloc byte[256]);
        while (tokens.Read() && tokens.Depth >= depth)
        {
            if (tokens.Kind == XmlTokenKind.Text && tokens.Depth == depth)
            {
                XmlText.AppendText(tokens.Value, tokens.Offset, ref text);
            }
        }

        string value = Encoding.UTF8.GetString(text.AsSpan());
        text.Dispose();
        return value.Length switch
        {
            0 => null,
            > TextMax => value.Substring(0, TextMax),
            _ => value,
        };
    }
}

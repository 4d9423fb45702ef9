using System.Text;
using Doppel.Pooling;
using Doppel.S3.Xml;

namespace Doppel.S3.Http;

/// <summary>What a server says of an error in the body of its answer; nothing of it where that is no XML.</summary>
internal sealed record ServerError(string? Code, string? Message, string? RequestId, string? Region)
{
    private const int TextMax = 1024;

    internal static ServerError None { get; } = new(null, null, null, null);

    /// <summary>Whether a document is an error, whatever the status said.</summary>
    /// <exception cref="S3XmlException">It is malformed or cut off.</exception>
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

    /// <summary>Reads what there is; an answer that is damaged says less and is no second error.</summary>
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
            // HTML of a proxy, or an answer that was cut: what was read before still helps.
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

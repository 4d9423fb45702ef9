using System.Text;

namespace Doppel.S3.Tests.Signing.Verifier;

/// <summary>
/// The canonical request out of what came over the wire: decoded as a server does, and encoded again as it is told to.
/// </summary>
internal static class CanonicalForm
{
    public const string SignatureParameter = "X-Amz-Signature";

    public static string Of(VerifierRequest request, string[] signedHeaders, string payloadHash)
    {
        var lines = new StringBuilder();
        lines.Append(request.Method).Append('\n');
        lines.Append(Encode(Decode(request.Path, plusIsBlank: false), keepsSlash: true)).Append('\n');
        lines.Append(string.Join('&', Parameters(request)
            .Where(parameter => parameter.Key != SignatureParameter)
            .Select(parameter => (Encode(parameter.Key, false), Encode(parameter.Value, false)))
            .OrderBy(parameter => parameter.Item1, StringComparer.Ordinal)
            .ThenBy(parameter => parameter.Item2, StringComparer.Ordinal)
            .Select(parameter => parameter.Item1 + "=" + parameter.Item2))).Append('\n');
        foreach (string name in signedHeaders)
        {
            lines.Append(name).Append(':').Append(Collapse(request.Header(name)!)).Append('\n');
        }

        lines.Append('\n').Append(string.Join(';', signedHeaders)).Append('\n').Append(payloadHash);
        return lines.ToString();
    }

    /// <summary>The parameters of the query as they are meant; each character is a byte.</summary>
    public static List<KeyValuePair<string, string>> Parameters(VerifierRequest request) =>
        [.. request.Query.Split('&', StringSplitOptions.RemoveEmptyEntries).Select(text => text.Split('=', 2)).Select(
            parts => KeyValuePair.Create(Decode(parts[0], true), parts.Length == 1 ? "" : Decode(parts[1], true)))];

    private static string Collapse(string value)
    {
        var collapsed = new StringBuilder();
        foreach (char c in value)
        {
            if (c != ' ' || collapsed.Length == 0 || collapsed[^1] != ' ')
            {
                collapsed.Append(c);
            }
        }

        return collapsed.ToString();
    }

    private static string Encode(string bytes, bool keepsSlash)
    {
        var text = new StringBuilder();
        foreach (char c in bytes)
        {
            bool stays = c is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z') or (>= '0' and <= '9') or '-' or '_' or '.'
                or '~' || (c == '/' && keepsSlash);
            text.Append(stays ? c.ToString() : $"%{(int)c:X2}");
        }

        return text.ToString();
    }

    private static string Decode(string text, bool plusIsBlank)
    {
        var bytes = new StringBuilder();
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] == '%')
            {
                RefusedException.Unless(
                    i + 2 < text.Length && char.IsAsciiHexDigit(text[i + 1]) && char.IsAsciiHexDigit(text[i + 2]),
                    400, "InvalidURI", $"'{text}' has a percent sign without two digits");
                bytes.Append((char)Convert.ToByte(text.Substring(i + 1, 2), 16));
                i += 2;
            }
            else
            {
                RefusedException.Unless(
                    text[i] is > ' ' and <= '~', 400, "InvalidURI", $"'{text}' has a raw character {(int)text[i]}");
                bytes.Append(text[i] == '+' && plusIsBlank ? ' ' : text[i]);
            }
        }

        return bytes.ToString();
    }
}

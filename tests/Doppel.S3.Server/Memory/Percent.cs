using System.Text;

namespace Doppel.S3.Server;

/// <summary>Percent-encoding in both directions.</summary>
internal static class Percent
{
    /// <summary>Decodes a path, a name or a value.</summary>
    /// <exception cref="S3Error">It is not UTF-8, or a percent sign stands alone.</exception>
    public static string Decode(string text)
    {
        var bytes = new List<byte>();
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] != '%')
            {
                bytes.Add((byte)text[i]);
            }
            else if (i + 2 < text.Length && char.IsAsciiHexDigit(text[i + 1]) && char.IsAsciiHexDigit(text[i + 2]))
            {
                bytes.Add(Convert.FromHexString(text.AsSpan(i + 1, 2))[0]);
                i += 2;
            }
            else
            {
                throw new S3Error(400, "InvalidURI");
            }
        }

        try
        {
            return new UTF8Encoding(false, throwOnInvalidBytes: true).GetString([.. bytes]);
        }
        catch (ArgumentException)
        {
            throw new S3Error(400, "InvalidURI");
        }
    }

    /// <summary>Encodes for a list: a blank is a plus, a slash stays, and so do the characters given.</summary>
    public static string EncodeForList(string text, string alsoPlain)
    {
        var encoded = new StringBuilder();
        foreach (byte one in Encoding.UTF8.GetBytes(text))
        {
            char c = (char)one;
            bool isPlain = char.IsAsciiLetterOrDigit(c) || "-_./*".Contains(c) || alsoPlain.Contains(c);
            encoded.Append(c switch
            {
                _ when isPlain => $"{c}",
                ' ' => "+",
                _ => "%" + Convert.ToHexString([one]),
            });
        }

        return encoded.ToString();
    }
}

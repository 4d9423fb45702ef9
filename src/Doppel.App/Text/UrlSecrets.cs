using System.Buffers;

namespace Doppel.App;

/// <summary>Removes passwords from URLs in text that is shown or written.</summary>
internal static class UrlSecrets
{
    private static readonly SearchValues<char> s_wordEnds = SearchValues.Create(" \t\r\n\"'");
    private static readonly string[] s_schemes = ["http://", "https://"];

    /// <summary>Returns the text without the passwords of its URLs: <c>http://user@host</c>.</summary>
    internal static string Hide(string text)
    {
        foreach (string scheme in s_schemes)
        {
            int at = 0;
            while ((at = text.IndexOf(scheme, at, StringComparison.OrdinalIgnoreCase)) >= 0)
            {
                at += scheme.Length;
                text = text[..at] + WithoutPassword(text[at..]);
            }
        }

        return text;
    }

    // A password may contain any character but a blank, so it ends at the last '@' of the word.
    private static string WithoutPassword(string rest)
    {
        int end = rest.AsSpan().IndexOfAny(s_wordEnds);
        ReadOnlySpan<char> word = end < 0 ? rest : rest.AsSpan(0, end);
        int host = word.LastIndexOf('@');
        int colon = host < 0 ? -1 : word[..host].IndexOf(':');
        return colon < 0 ? rest : string.Concat(rest.AsSpan(0, colon), rest.AsSpan(host));
    }
}

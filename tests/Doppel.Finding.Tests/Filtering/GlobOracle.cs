using System.Text;

namespace Doppel.Finding.Tests.Filtering;

/// <summary>The meaning of a glob written down as plainly as can be: exponential, on text, one rule per line.</summary>
/// <remarks>In its texts U+FFFF stands for the byte 0xFF. Sets hold plain letters only.</remarks>
internal static class GlobOracle
{
    private const char BadByte = '\uFFFF';
    private static readonly string[] s_pieces =
    [
        "a", "b", "é", "\uFFFF", "*", "**", "?", "[ab]", "[!a]", "/", "/", "**/", "/**", "{a,b}", "{a/,,*b}", "\\*",
        ".",
    ];

    internal static string RandomPattern(Random random)
    {
        while (true)
        {
            string pattern = string.Concat(
                Enumerable.Range(0, random.Next(1, 6)).Select(_ => s_pieces[random.Next(s_pieces.Length)]));
            if (pattern.Trim('/').Length > 0 && !pattern.EndsWith('/')
                && !pattern.StartsWith("./", StringComparison.Ordinal))
            {
                return pattern;
            }
        }
    }

    internal static string RandomPath(Random random)
    {
        const string Letters = "aabbé\uFFFF.*";
        IEnumerable<string> components = Enumerable.Range(0, random.Next(1, 4)).Select(_ => string.Concat(
            Enumerable.Range(0, random.Next(1, 4)).Select(_ => Letters[random.Next(Letters.Length)])));
        return string.Join('/', components);
    }

    internal static byte[] ToBytes(string text) =>
        [.. text.SelectMany(c => c == BadByte ? [0xFF] : Encoding.UTF8.GetBytes(c.ToString()))];

    internal static bool Matches(string pattern, string path)
    {
        string body = pattern.TrimStart('/');
        string text = pattern.TrimEnd('/').Contains('/', StringComparison.Ordinal) ? path : path.Split('/')[^1];
        return Expand(body).Any(plain => Matches(plain, 0, text, 0));
    }

    private static IEnumerable<string> Expand(string pattern)
    {
        int open = pattern.IndexOf('{', StringComparison.Ordinal);
        if (open < 0)
        {
            return [pattern];
        }

        int close = pattern.IndexOf('}', StringComparison.Ordinal);
        return pattern[(open + 1)..close].Split(',')
            .SelectMany(branch => Expand(pattern[..open] + branch + pattern[(close + 1)..]));
    }

    private static bool Matches(string pattern, int p, string text, int t)
    {
        if (p == pattern.Length)
        {
            return t == text.Length;
        }

        string rest = pattern[p..];
        bool atStart = p == 0 || pattern[p - 1] == '/';
        int stars = rest.TakeWhile(c => c == '*').Count();
        if (stars == 2 && atStart && rest == "**")
        {
            return t < text.Length;
        }

        if (stars == 2 && atStart && rest.StartsWith("**/", StringComparison.Ordinal))
        {
            return Matches(pattern, p + 3, text, t)
                || Enumerable.Range(t, text.Length - t)
                    .Any(i => text[i] == '/' && Matches(pattern, p + 3, text, i + 1));
        }

        if (stars > 0)
        {
            int run = text[t..].TakeWhile(c => c != '/').Count();
            return Enumerable.Range(t, run + 1).Any(i => Matches(pattern, p + stars, text, i));
        }

        int length = rest[0] switch { '[' => rest.IndexOf(']', StringComparison.Ordinal) + 1, '\\' => 2, _ => 1 };
        return t < text.Length && TakesOne(rest[..length], text[t]) && Matches(pattern, p + length, text, t + 1);
    }

    private static bool TakesOne(string element, char character) => element[0] switch
    {
        '?' => character != '/',
        '[' when element[1] == '!' => character != '/' && !element[2..^1].Contains(character, StringComparison.Ordinal),
        '[' => element[1..^1].Contains(character, StringComparison.Ordinal),
        '\\' => character == element[1],
        _ => character == element[0],
    };
}

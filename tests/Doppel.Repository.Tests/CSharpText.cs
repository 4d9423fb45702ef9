namespace Doppel.Repository.Tests;

/// <summary>Tells code from comments and literals, as far as rules about words need it.</summary>
internal static class CSharpText
{
    /// <summary>Blanks comments and literals; text of the same length comes back.</summary>
    /// <remarks>The holes of an interpolated string are code.</remarks>
    public static string Blank(string text)
    {
        char[] code = text.ToCharArray();
        int end = BlankCode(code, 0, closing: '\0');
        return new string(code, 0, end);
    }

    // Walks code until the brace that closes a hole, or to the end.
    private static int BlankCode(char[] text, int at, char closing)
    {
        int depth = 0;
        while (at < text.Length)
        {
            char c = text[at];
            if (closing != '\0' && c == closing && depth == 0)
            {
                return at;
            }

            depth += c switch
            {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            at = c switch
            {
                '/' when Next(text, at) == '/' => Clear(text, at, LineEnd(text, at)),
                '/' when Next(text, at) == '*' => Clear(text, at, Find(text, "*/", at + 2)),
                '\'' => BlankCharacter(text, at),
                '"' or '$' or '@' when IsLiteral(text, at) => BlankString(text, at),
                _ => at + 1,
            };
        }

        return at;
    }

    private static bool IsLiteral(char[] text, int at)
    {
        while (at < text.Length && text[at] is '$' or '@')
        {
            at++;
        }

        return at < text.Length && text[at] == '"';
    }

    private static int BlankCharacter(char[] text, int at)
    {
        int end = at + 1;
        while (end < text.Length && text[end] is not '\'' and not '\n')
        {
            end += text[end] == '\\' ? 2 : 1;
        }

        return Clear(text, at, end + 1);
    }

    private static int BlankString(char[] text, int at)
    {
        int dollars = 0;
        bool verbatim = false;
        int start = at;
        for (; text[at] != '"'; at++)
        {
            dollars += text[at] == '$' ? 1 : 0;
            verbatim |= text[at] == '@';
        }

        int quotes = 0;
        while (at < text.Length && text[at] == '"')
        {
            quotes++;
            at++;
        }

        if (quotes == 2)
        {
            return Clear(text, start, at); // the empty string
        }

        Clear(text, start, at);
        return BlankContent(text, at, quotes, dollars, verbatim);
    }

    private static int BlankContent(char[] text, int at, int quotes, int dollars, bool verbatim)
    {
        bool raw = quotes >= 3;
        while (at < text.Length)
        {
            int run = Run(text, at);
            switch (text[at])
            {
                case '"' when raw && run >= quotes:
                    return Clear(text, at, at + run);
                case '"' when !raw && verbatim && run >= 2:
                    at = Clear(text, at, at + 2);
                    break;
                case '"' when !raw:
                    return Clear(text, at, at + 1);
                case '\\' when !raw && !verbatim:
                    at = Clear(text, at, at + 2);
                    break;
                case '{' when dollars > 0 && (raw ? run >= dollars : run % 2 == 1):
                    at = BlankCode(text, Clear(text, at, at + run), closing: '}');
                    at = Clear(text, at, at + (raw ? dollars : 1));
                    break;
                default:
                    at = Clear(text, at, at + run);
                    break;
            }
        }

        return at;
    }

    private static int Run(char[] text, int at)
    {
        int end = at + 1;
        while (text[at] is '"' or '{' && end < text.Length && text[end] == text[at])
        {
            end++;
        }

        return end - at;
    }

    private static char Next(char[] text, int at) => at + 1 < text.Length ? text[at + 1] : '\0';

    private static int LineEnd(char[] text, int at)
    {
        int end = Array.IndexOf(text, '\n', at);
        return end < 0 ? text.Length : end;
    }

    private static int Find(char[] text, string what, int at)
    {
        int end = text.AsSpan(Math.Min(at, text.Length)).IndexOf(what);
        return end < 0 ? text.Length : at + end + what.Length;
    }

    private static int Clear(char[] text, int from, int to)
    {
        to = Math.Min(to, text.Length);
        for (int i = from; i < to; i++)
        {
            text[i] = text[i] == '\n' ? '\n' : ' ';
        }

        return to;
    }
}

using System.Text;

namespace Doppel.S3;

/// <summary>
/// Splits a command line into a program and its arguments as a shell would, without any other shell feature.
/// </summary>
internal static class CommandLine
{
    /// <summary>Splits a command line at blanks outside quotes.</summary>
    /// <param name="command">
    /// The command line. Between <c>'</c> quotes, every character is literal. Elsewhere, <c>\</c> makes the next
    /// character literal; between <c>"</c> quotes, it does so only for <c>"</c> and <c>\</c>.
    /// </param>
    /// <param name="backslashIsPath">
    /// Whether, as on Windows, <c>\</c> is literal unless it is followed by <c>"</c>.
    /// </param>
    /// <returns>The arguments, or null if a quote is not closed.</returns>
    internal static List<string>? Split(string command, bool backslashIsPath)
    {
        List<string> words = [];
        StringBuilder? word = null;
        char quote = '\0';
        for (int i = 0; i < command.Length; i++)
        {
            char c = command[i];
            char next = i + 1 < command.Length ? command[i + 1] : '\0';
            bool frees = c == '\\' && quote != '\'' && next != '\0'
                && (next == '"' || (!backslashIsPath && (quote == '\0' || next == '\\')));
            if (frees)
            {
                (word ??= new StringBuilder()).Append(next);
                i++;
            }
            else if (quote != '\0' && c == quote)
            {
                quote = '\0';
            }
            else if (quote == '\0' && (c == '"' || (c == '\'' && !backslashIsPath)))
            {
                quote = c;
                word ??= new StringBuilder();
            }
            else if (quote == '\0' && char.IsWhiteSpace(c))
            {
                Add(words, ref word);
            }
            else
            {
                (word ??= new StringBuilder()).Append(c);
            }
        }

        Add(words, ref word);
        return quote == '\0' ? words : null;
    }

    private static void Add(List<string> words, ref StringBuilder? word)
    {
        if (word is not null)
        {
            words.Add(word.ToString());
            word = null;
        }
    }
}

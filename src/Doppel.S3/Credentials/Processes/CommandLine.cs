using System.Text;

namespace Doppel.S3.Credentials;

/// <summary>
/// Splits a command into program and arguments as a shell would, and does nothing else that one does.
/// </summary>
internal static class CommandLine
{
    /// <summary>Splits at blanks outside of quotes.</summary>
    /// <param name="command">
    /// Within <c>'</c> everything stands for itself; elsewhere <c>\</c> does that for the next character, within
    /// <c>"</c> for <c>"</c> and <c>\</c> alone.
    /// </param>
    /// <param name="backslashIsPath">As on Windows: <c>\</c> stands for itself unless <c>"</c> follows.</param>
    /// <returns>Null if a quote does not end.</returns>
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

using System.Text;

namespace Doppel.Cli;

/// <summary>Wraps text between words.</summary>
internal static class Wrapped
{
    /// <summary>Returns the lines of a paragraph. Only a word that is longer than the width exceeds it.</summary>
    internal static IEnumerable<string> Lines(string paragraph, int width)
    {
        var line = new StringBuilder();
        foreach (string word in paragraph.Split(' '))
        {
            if (line.Length > 0 && line.Length + 1 + word.Length > width)
            {
                yield return line.ToString();
                line.Clear();
            }

            line.Append(line.Length > 0 ? " " : "").Append(word);
        }

        yield return line.ToString();
    }
}

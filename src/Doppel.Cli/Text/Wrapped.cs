using System.Text;

namespace Doppel.Cli;

/// <summary>Wraps text between words.</summary>
internal static class Wrapped
{
    /// <summary>Returns the lines of a paragraph. Only a word that is longer than the width exceeds it.</summary>
    internal static IEnumerable<string> Lines(string paragraph, int width) =>
        Lines(paragraph.Split(' '), width, width, static word => word.Length);

    /// <summary>Returns the lines that words make. Only a word that is longer than the width exceeds it.</summary>
    /// <param name="words">The words.</param>
    /// <param name="first">The width of the first line.</param>
    /// <param name="others">The width of the other lines.</param>
    /// <param name="widthOf">Returns the number of columns of a word.</param>
    internal static IEnumerable<string> Lines(
        IEnumerable<string> words, int first, int others, Func<string, int> widthOf)
    {
        var line = new StringBuilder();
        (int width, int shown) = (first, 0);
        foreach (string word in words)
        {
            if (line.Length > 0 && shown + 1 + widthOf(word) > width)
            {
                yield return line.ToString();
                line.Clear();
                (width, shown) = (others, 0);
            }

            shown += widthOf(word) + (line.Length > 0 ? 1 : 0);
            line.Append(line.Length > 0 ? " " : "").Append(word);
        }

        yield return line.ToString();
    }
}

using System.Text;

namespace Doppel.App;

/// <summary>Wraps text between words.</summary>
internal static class Wrapped
{
    /// <summary>The width of text that is not written to a narrower terminal, in columns.</summary>
    internal const int ColumnsMax = 79;

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

    /// <summary>Returns the paragraphs of a text, each as one line.</summary>
    internal static IEnumerable<string> Paragraphs(string text) => text.ReplaceLineEndings("\n")
        .Split("\n\n", StringSplitOptions.RemoveEmptyEntries)
        .Select(paragraph => string.Join(' ', paragraph.Split('\n').Select(line => line.Trim())).Trim());

    /// <summary>Appends a text, wrapped into lines and with its paragraphs kept.</summary>
    /// <param name="help">The builder to append to.</param>
    /// <param name="text">The text.</param>
    /// <param name="indent">The number of spaces before each line.</param>
    /// <param name="hanging">The number of additional spaces before each line of a paragraph except the first.</param>
    /// <param name="columns">The maximum width. Only a word that is longer exceeds it.</param>
    internal static void Append(
        StringBuilder help, string text, int indent, int hanging = 0, int columns = ColumnsMax)
    {
        bool first = true;
        foreach (string paragraph in Paragraphs(text))
        {
            if (!first)
            {
                help.Append('\n');
            }

            first = false;
            int before = indent;
            foreach (string line in Lines(paragraph, columns - indent - hanging))
            {
                help.Append(' ', before).Append(line).Append('\n');
                before = indent + hanging;
            }
        }
    }
}

using System.Globalization;
using System.Text;
using Doppel.Media;

namespace Doppel.Cli;

/// <summary>Renders the results of <c>doppel identify</c> for a file as text for people.</summary>
internal static class IdentifyText
{
    private const int TagNameColumnsMax = 28;

    // Offsets, lengths and the longest usual meaning side by side.
    private const int ColumnsOfParts = 64;

    /// <summary>Returns all lines for one file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="columns">The number of columns of the terminal.</param>
    internal static string Render(IdentifiedFile file, int columns)
    {
        var text = new StringBuilder(Quote.Name(file.Name.Bytes)[1..^1]).Append('\n');
        Line(text, "format", file.Format is { } format ? MediaWords.Of(format) : "unknown");
        Line(text, "size", Bytes(file.Size));
        if (file.Map is { } map)
        {
            Line(text, "payload", $"{Bytes(map.PayloadBytes)}, {MediaWords.Of(file.Policy)}");
            Line(text, "digest", $"xxh3-128 {file.Digest}");
            AppendParts(text, map.Parts, isWide: columns >= ColumnsOfParts);
        }
        else
        {
            Line(text, "payload", $"not comparable: {Quote.Sentence(file.Reason)}");
        }

        AppendTags(text, file.Tags);
        return text.ToString();
    }

    private static void Line(StringBuilder text, string name, string value) =>
        text.Append(CultureInfo.InvariantCulture, $"  {name,-8} {value}\n");

    private static string Bytes(long bytes) => bytes < 1024
        ? SizeText.Show(bytes)
        : string.Create(CultureInfo.InvariantCulture, $"{bytes:N0} B ({SizeText.Show(bytes)})");

    // Columns: offset, length and kind. Consecutive parts of the same kind are merged.
    private static void AppendParts(StringBuilder text, IReadOnlyList<PayloadPart> parts, bool isWide)
    {
        text.Append(isWide ? "  parts            offset           length\n" : "  parts\n");
        for (int i = 0; i < parts.Count;)
        {
            int first = i;
            long bytes = 0;
            string meaning = parts[first].Meaning;
            for (; i < parts.Count && parts[i].Meaning == meaning; i++)
            {
                bytes += parts[i].Length;
            }

            string start = parts[first].Offset.ToString("N0", CultureInfo.InvariantCulture);
            string length = bytes.ToString("N0", CultureInfo.InvariantCulture);
            text.Append(isWide
                ? $"  {start,23} {length,16}  {Quote.Sentence(meaning)}"
                : $"    {Quote.Sentence(meaning)}\n      offset {start}\n      length {length}");
            if (i - first > 1)
            {
                text.Append(CultureInfo.InvariantCulture, $", {i - first:N0} pieces");
            }

            text.Append('\n');
        }
    }

    private static void AppendTags(StringBuilder text, MediaTags tags)
    {
        if (tags.All.Count == 0)
        {
            return;
        }

        text.Append("  tags\n");
        int width = tags.All.Max(static tag => Math.Min(TagNameColumnsMax, Quote.Sentence(tag.Name).Length));
        foreach (MediaTag tag in tags.All)
        {
            text.Append("    ").Append(Quote.Sentence(tag.Name).PadRight(width)).Append("  ")
                .Append(Quote.Sentence(tag.Value)).Append('\n');
        }
    }
}

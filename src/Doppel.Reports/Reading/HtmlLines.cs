namespace Doppel.Reports;

/// <summary>Takes the data out of the lines of an HTML report. The writer uses the same marks.</summary>
internal static class HtmlLines
{
    /// <summary>Gets the first line, by which the format is detected.</summary>
    public static ReadOnlySpan<byte> FirstLine => "<!DOCTYPE html>"u8;

    /// <summary>Gets what precedes the data of an item, at the start of a line.</summary>
    public static ReadOnlySpan<byte> DataStart => "<!--"u8;

    /// <summary>Gets what follows the data of an item. Names and data never contain it.</summary>
    public static ReadOnlySpan<byte> DataEnd => "-->"u8;

    /// <summary>Takes the data of the next item, which is JSON, and passes over lines that have none.</summary>
    /// <param name="source">The page.</param>
    /// <param name="data">The data. Valid until the next call.</param>
    /// <returns>False if there are no more lines.</returns>
    /// <exception cref="ReportFormatException">A line is not one that the writer writes.</exception>
    public static bool TryTakeData(ByteSource source, out ReadOnlySpan<byte> data)
    {
        while (source.TryTakeLine((byte)'\n', out data, out _))
        {
            if (source.Line == 1 ? data.TrimEnd((byte)'\r').SequenceEqual(FirstLine) : IsFrame(data))
            {
                continue;
            }

            int end = data.IndexOf(DataEnd);
            if (source.Line == 1 || end < 0 || !data.StartsWith(DataStart))
            {
                throw new ReportFormatException(
                    source.Line, "is not a line of an HTML report by Doppel, or is cut off");
            }

            data = data[DataStart.Length..end];
            return true;
        }

        return false;
    }

    // A damaged item must not pass as a heading, and every item has the end of its data.
    private static bool IsFrame(ReadOnlySpan<byte> line) =>
        line.Length > 1 && line[0] == '<' && line[1] != '!' && line.IndexOf(DataEnd) < 0;
}

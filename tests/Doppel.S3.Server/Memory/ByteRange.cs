using System.Globalization;

namespace Doppel.S3.Server;

/// <summary>What a Range header asks for.</summary>
/// <param name="Start">The first byte.</param>
/// <param name="Length">How many.</param>
internal readonly record struct ByteRange(int Start, int Length)
{
    /// <summary>Reads a header; null for no range, several, or one that makes no sense: all is sent then.</summary>
    /// <exception cref="S3Error">416: nothing of it is there.</exception>
    public static ByteRange? Parse(string? header, int size)
    {
        if (header is null || !header.StartsWith("bytes=", StringComparison.Ordinal) || header.Contains(','))
        {
            return null;
        }

        string[] ends = header["bytes=".Length..].Split('-');
        if (ends.Length != 2)
        {
            return null;
        }

        long? first = Number(ends[0]);
        long? last = Number(ends[1]);
        bool isNumber = (first is not null || ends[0].Length == 0) && (last is not null || ends[1].Length == 0);
        if (!isNumber || (first is null && last is null) || last < first)
        {
            return null;
        }

        long start = first ?? Math.Max(0, size - last!.Value);
        long end = first is null ? size : Math.Min(size, last + 1 ?? size);
        return start < end
            ? new ByteRange((int)start, (int)(end - start))
            : throw new S3Error(416, "InvalidRange",
                ("ActualObjectSize", size.ToString(CultureInfo.InvariantCulture)));
    }

    private static long? Number(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;
}

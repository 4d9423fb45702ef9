using System.Globalization;
using Doppel.Reports;

namespace Doppel.App;

/// <summary>Parses and formats sizes in bytes.</summary>
internal static class SizeText
{
    private const string Prefixes = "KMGTPE";

    /// <summary>The hint for every invalid size.</summary>
    internal const string Hint =
        "a size is a number such as 4096, 10k, 10KiB (10,240 bytes), 10KB (10,000 bytes) or 1.5GB";

    /// <summary>
    /// Parses a size such as <c>10</c>, <c>10B</c>, <c>10k</c> or <c>10KiB</c> (units of 1024) or <c>10KB</c> (units of
    /// 1000), with prefixes up to E, in any case. Fractions are rounded down to whole bytes.
    /// </summary>
    internal static bool TryParse(string text, out long bytes)
    {
        bytes = 0;
        int end = text.AsSpan().LastIndexOfAnyInRange('0', '9') + 1;
        if (end == 0 || !TryUnit(text.AsSpan(end), out long unit)
            || !decimal.TryParse(
                text.AsSpan(0, end), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out decimal number))
        {
            return false;
        }

        try
        {
            bytes = checked((long)decimal.Floor(number * unit));
            return true;
        }
        catch (OverflowException)
        {
            return false;
        }
    }

    /// <summary>Parses a size.</summary>
    /// <exception cref="UsageException">It is none.</exception>
    internal static long Parse(string text) => TryParse(text, out long bytes)
        ? bytes
        : throw new UsageException($"'{text}' is not a size", Hint);

    /// <summary>Formats a size as, for example, <c>1.2 MiB</c>, or from 100 as <c>166 MiB</c>.</summary>
    internal static string Show(long bytes) => ShortText.OfBytes(bytes);

    private static bool TryUnit(ReadOnlySpan<char> suffix, out long unit)
    {
        unit = 1;
        if (suffix.IsEmpty || suffix.Equals("b", StringComparison.OrdinalIgnoreCase))
        {
            return true;
        }

        int power = Prefixes.IndexOf(char.ToUpperInvariant(suffix[0]), StringComparison.Ordinal) + 1;
        bool isDecimal = suffix.Length == 2 && char.ToUpperInvariant(suffix[1]) == 'B';
        bool isBinary = suffix.Length == 1 || suffix[1..].Equals("ib", StringComparison.OrdinalIgnoreCase);
        for (int i = 0; i < power; i++)
        {
            unit *= isDecimal ? 1000 : 1024;
        }

        return power > 0 && (isDecimal || isBinary);
    }
}

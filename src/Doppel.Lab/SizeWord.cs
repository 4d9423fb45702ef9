using System.Globalization;

namespace Doppel.Lab;

/// <summary>Formats sizes for display: small ones as exact bytes, others in units of 1,000.</summary>
public static class SizeWord
{
    private static readonly string[] s_units = ["B", "KB", "MB", "GB", "TB", "PB", "EB"];

    /// <summary>Formats a size, such as <c>1,001 B</c>, <c>43.1 KB</c> or <c>100 MB</c>.</summary>
    public static string Of(double bytes)
    {
        int unit = 0;
        while (bytes >= 10_000 && unit < s_units.Length - 1)
        {
            bytes /= 1000;
            unit++;
        }

        string format = unit == 0 ? "#,0" : bytes >= 100 ? "#,0" : "0.#";
        return $"{bytes.ToString(format, CultureInfo.InvariantCulture)} {s_units[unit]}";
    }

    /// <summary>Formats a size class, such as <c>2 B to 1,001 B</c> or <c>1,000 KB and more</c>.</summary>
    public static string Of(SizeClass sizes)
    {
        ArgumentNullException.ThrowIfNull(sizes);
        return sizes.Below == long.MaxValue ? $"{Of(sizes.From)} and more" : $"{Of(sizes.From)} to {Of(sizes.Below)}";
    }
}

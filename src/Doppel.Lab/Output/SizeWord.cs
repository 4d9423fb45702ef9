using System.Globalization;

namespace Doppel.Lab;

/// <summary>Sizes as people read them: bytes exactly where they are few, else in units of 1,000.</summary>
public static class SizeWord
{
    private static readonly string[] s_units = ["B", "KB", "MB", "GB", "TB", "PB", "EB"];

    /// <summary>Such as <c>1,001 B</c>, <c>43.1 KB</c> or <c>100 MB</c>.</summary>
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

    /// <summary>Such as <c>2 B to 1,001 B</c> or <c>1,000 KB and more</c>.</summary>
    public static string Of(SizeClass sizes)
    {
        ArgumentNullException.ThrowIfNull(sizes);
        return sizes.Below == long.MaxValue ? $"{Of(sizes.From)} and more" : $"{Of(sizes.From)} to {Of(sizes.Below)}";
    }
}

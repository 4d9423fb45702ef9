using System.Globalization;

namespace Doppel.Lab;

/// <summary>A range of file sizes.</summary>
/// <param name="From">The minimum size in bytes, inclusive.</param>
/// <param name="Below">
/// The maximum size in bytes, exclusive, at which the next class starts. The last class has no maximum.
/// </param>
public sealed record SizeClass(long From, long Below)
{
    /// <summary>
    /// Gets the default starts of the classes in bytes: 2, 1,001 and 10,007 as in the text of the old comparison, and
    /// 100,000 and 1,000,000 as in its program.
    /// </summary>
    public static IReadOnlyList<long> DefaultStarts { get; } = [2, 1001, 10_007, 100_000, 1_000_000];

    /// <summary>Returns whether a file of the given size belongs to the class.</summary>
    public bool Has(long size) => size >= From && size < Below;

    /// <summary>Returns the classes that start at the given sizes.</summary>
    /// <param name="starts">The starts in bytes, in ascending order, each 1 or greater.</param>
    public static IReadOnlyList<SizeClass> Of(IReadOnlyList<long> starts)
    {
        ArgumentNullException.ThrowIfNull(starts);
        var classes = new SizeClass[starts.Count];
        for (int i = 0; i < classes.Length; i++)
        {
            classes[i] = new SizeClass(starts[i], i + 1 < classes.Length ? starts[i + 1] : long.MaxValue);
        }

        return classes;
    }
}

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

        string format = unit == 0 || bytes >= 100 ? "#,0" : "0.#";
        return $"{bytes.ToString(format, CultureInfo.InvariantCulture)} {s_units[unit]}";
    }

    /// <summary>Formats a size class, such as <c>2 B to 1,001 B</c> or <c>1,000 KB and more</c>.</summary>
    public static string Of(SizeClass sizes)
    {
        ArgumentNullException.ThrowIfNull(sizes);
        return sizes.Below == long.MaxValue ? $"{Of(sizes.From)} and more" : $"{Of(sizes.From)} to {Of(sizes.Below)}";
    }
}

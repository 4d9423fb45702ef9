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

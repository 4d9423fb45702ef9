namespace Doppel.Lab;

/// <summary>A class of file sizes.</summary>
/// <param name="From">The least size, in bytes.</param>
/// <param name="Below">The size at which the next class begins; the last class ends nowhere.</param>
public sealed record SizeClass(long From, long Below)
{
    /// <summary>
    /// Where the classes begin unless others are given, in bytes: 2, 1,001 and 10,007 as in the old comparison's text,
    /// and 100,000 and 1,000,000 as in its program.
    /// </summary>
    public static IReadOnlyList<long> DefaultStarts { get; } = [2, 1001, 10_007, 100_000, 1_000_000];

    /// <summary>Whether a file of this size is in it.</summary>
    public bool Has(long size) => size >= From && size < Below;

    /// <summary>The classes that begin at these sizes.</summary>
    /// <param name="starts">In ascending order, each 1 or more.</param>
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

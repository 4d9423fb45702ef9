namespace Doppel.Lab;

/// <summary>Key figures of a set of files.</summary>
/// <param name="Sizes">The size class.</param>
/// <param name="Count">The number of files.</param>
/// <param name="Bytes">Their total size in bytes.</param>
/// <param name="Least">The size of the smallest file in bytes.</param>
/// <param name="Greatest">The size of the largest file in bytes.</param>
public sealed record FileSetFacts(SizeClass Sizes, int Count, long Bytes, long Least, long Greatest)
{
    /// <summary>Gets the mean size in bytes, or 0 if there are no files.</summary>
    public double Mean => Count == 0 ? 0 : (double)Bytes / Count;
}

namespace Doppel.Lab;

/// <summary>A set of files in figures.</summary>
/// <param name="Sizes">The class of their sizes.</param>
/// <param name="Count">How many.</param>
/// <param name="Bytes">All of them together.</param>
/// <param name="Least">The least size.</param>
/// <param name="Greatest">The greatest.</param>
public sealed record FileSetFacts(SizeClass Sizes, int Count, long Bytes, long Least, long Greatest)
{
    /// <summary>The mean size in bytes; 0 of no files.</summary>
    public double Mean => Count == 0 ? 0 : (double)Bytes / Count;
}

namespace Doppel.Media.Tests;

/// <summary>One entry of a directory that a test writes.</summary>
/// <param name="Tag">What it tells.</param>
/// <param name="Type">The type of its values, as TIFF 6.0 numbers them.</param>
/// <param name="Count">How many numbers <paramref name="Values"/> gives; a fraction is two of them.</param>
/// <param name="Values">The numbers, known once all blocks have their places.</param>
internal sealed record TiffField(int Tag, int Type, int Count, Func<long[]> Values)
{
    public int NumberBytes => Type switch { 1 or 2 or 6 or 7 => 1, 3 or 8 => 2, 12 or 16 or 17 or 18 => 8, _ => 4 };

    public int ValueCount => Type is 5 or 10 ? Count / 2 : Count;

    public int Bytes => Count * NumberBytes;
}

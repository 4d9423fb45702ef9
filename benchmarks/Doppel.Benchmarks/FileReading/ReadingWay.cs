namespace Doppel.Benchmarks.FileReading;

/// <summary>One way to read all files of a tree.</summary>
/// <param name="Name">As it stands in tables.</param>
/// <param name="Words">What benchmarks/native/reading.c is told.</param>
internal sealed record ReadingWay(string Name, string Words)
{
    /// <summary>What all others are compared with: the calls that the engine makes for each file.</summary>
    public static ReadingWay Today { get; } = new("today", "today");
}

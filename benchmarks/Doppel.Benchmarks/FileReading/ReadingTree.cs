using System.Globalization;

namespace Doppel.Benchmarks.FileReading;

/// <summary>Files of one kind of length, in folders of a hundred.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Files">How many files.</param>
/// <param name="BytesMin">The least length.</param>
/// <param name="BytesMax">The greatest length.</param>
internal sealed record ReadingTree(string Name, int Files, int BytesMin, int BytesMax)
{
    private const int Seed = 20_265;
    private const int FilesPerFolder = 100;
    private const int Kilo = 1024;

    /// <summary>Small, middle and large files.</summary>
    public static IReadOnlyList<ReadingTree> All(bool isShort) =>
    [
        new("small", isShort ? 1_000 : 30_000, Kilo, 16 * Kilo),
        new("mid", isShort ? 60 : 1_000, 256 * Kilo, 256 * Kilo),
        new("large", 8, (isShort ? 4 : 32) * Kilo * Kilo, (isShort ? 4 : 32) * Kilo * Kilo),
    ];

    /// <summary>What it holds, as a sentence.</summary>
    public string Description => string.Create(CultureInfo.InvariantCulture, $"{Files:#,0} files of ")
        + (BytesMin < BytesMax ? $"{Frame.Figures.Bytes(BytesMin)} to " : "") + Frame.Figures.Bytes(BytesMax);

    /// <summary>Makes it in a folder.</summary>
    public void Make(string folder)
    {
        var random = new Random(Seed);
        byte[] content = new byte[BytesMax];
        for (int i = 0; i < Files; i++)
        {
            string place = string.Create(CultureInfo.InvariantCulture, $"{folder}/{i / FilesPerFolder:000}");
            if (i % FilesPerFolder == 0)
            {
                Directory.CreateDirectory(place);
            }

            Span<byte> part = content.AsSpan(0, random.Next(BytesMin, BytesMax + 1));
            random.NextBytes(part);
            File.WriteAllBytes(string.Create(CultureInfo.InvariantCulture, $"{place}/file{i:00000}"), part);
        }
    }
}

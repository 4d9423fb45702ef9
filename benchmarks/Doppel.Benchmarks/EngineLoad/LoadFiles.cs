using System.Globalization;
using System.Text;

namespace Doppel.Benchmarks.EngineLoad;

/// <summary>
/// Files that a search reads: most of them up to 64 KiB and read whole, some larger and compared in pairs.
/// </summary>
internal sealed class LoadFiles
{
    /// <summary>The engine's limit for reading a file whole.</summary>
    public const int SmallBytesMax = 64 * 1024;

    /// <summary>The engine's block for larger files.</summary>
    public const int BlockBytes = 128 * 1024;

    private const int SmallCount = 56;
    private const int PairCount = 4;
    private const int LargeBytes = 3 * BlockBytes;

    public LoadFiles(string folder)
    {
        Directory.CreateDirectory(folder);
        var random = new Random(11);
        for (int i = 0; i < SmallCount; i++)
        {
            // As many of each power of two: most files of a disk are small.
            int bytes = (512 << (i % 7)) + random.Next(512 << (i % 7));
            Small.Add((Write(folder, i, bytes, random), bytes));
        }

        for (int i = 0; i < PairCount; i++)
        {
            byte[] first = Write(folder, SmallCount + (2 * i), LargeBytes, random);
            string second = System.IO.Path.Combine(folder, NameOf(SmallCount + (2 * i) + 1));
            File.Copy(Encoding.UTF8.GetString(first), second);
            Pairs.Add((first, Encoding.UTF8.GetBytes(second)));
        }
    }

    /// <summary>Paths and lengths of those that are read whole.</summary>
    public List<(byte[] Path, int Bytes)> Small { get; } = [];

    /// <summary>Paths of those that are compared; the two of a pair are equal.</summary>
    public List<(byte[] First, byte[] Second)> Pairs { get; } = [];

    private static string NameOf(int number) => number.ToString("D3", CultureInfo.InvariantCulture);

    private static byte[] Write(string folder, int number, int bytes, Random random)
    {
        byte[] content = new byte[bytes];
        random.NextBytes(content);
        string path = System.IO.Path.Combine(folder, NameOf(number));
        File.WriteAllBytes(path, content);
        return Encoding.UTF8.GetBytes(path);
    }
}

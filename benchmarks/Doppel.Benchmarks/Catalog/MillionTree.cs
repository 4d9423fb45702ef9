using System.Globalization;
using System.Runtime.InteropServices;

namespace Doppel.Benchmarks.Catalog;

/// <summary>Many files of 1 to 4 KiB, three in ten of them copies; the same bytes on every machine.</summary>
internal static class MillionTree
{
    private const int Seed = 20_262;
    private const int LengthMin = 1024;
    private const int LengthMax = 4096;
    private const int FilesPerFolder = 1_000;
    private const double CopyShare = 0.3;

    /// <summary>Makes it in a folder that is not there yet.</summary>
    public static void Make(string folder, int files)
    {
        var random = new Random(Seed);
        byte[] buffer = new byte[LengthMax];
        ulong contents = 0;
        string current = "";
        for (int i = 0; i < files; i++)
        {
            if (i % FilesPerFolder == 0)
            {
                current = string.Create(CultureInfo.InvariantCulture, $"{folder}/{i / FilesPerFolder:0000}");
                Directory.CreateDirectory(current);
            }

            bool isCopy = contents > 0 && random.NextDouble() < CopyShare;
            ReadOnlySpan<byte> content = Fill(buffer, isCopy ? (ulong)random.NextInt64((long)contents) : contents++);
            using var file = File.OpenHandle(
                string.Create(CultureInfo.InvariantCulture, $"{current}/f{i}"),
                FileMode.CreateNew, FileAccess.Write, FileShare.None, FileOptions.None, content.Length);
            RandomAccess.Write(file, content, 0);
        }
    }

    // The content of a number. Random of the framework takes longer with a seed than writing the file.
    private static ReadOnlySpan<byte> Fill(byte[] buffer, ulong number)
    {
        ulong state = number << 20;
        foreach (ref ulong word in MemoryMarshal.Cast<byte, ulong>(buffer.AsSpan()))
        {
            word = Next(ref state);
        }

        return buffer.AsSpan(0, LengthMin + (int)(Next(ref state) % (LengthMax - LengthMin + 1)));
    }

    // SplitMix64.
    private static ulong Next(ref ulong state)
    {
        ulong z = state += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}

using System.Globalization;
using Doppel.Benchmarks.Finders;

namespace Doppel.Benchmarks.Scenarios;

/// <summary>Files of all the sizes that the article sorts them by; the same bytes on every machine.</summary>
internal static class ScenarioTree
{
    private const int Seed = 45;

    // From, below, and how many files: about 200 MB in all.
    private static readonly (int From, int Below, int Files)[] s_classes =
    [
        (2, 1001, 4000), (1001, 10_007, 3000), (10_007, 100_000, 1000), (100_000, 1_000_000, 160),
        (1_000_000, 4_000_000, 30),
    ];

    /// <summary>Makes the files in a folder that is not there yet.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="share">Of how many files one is made, 1 or more; at least 10 of each size.</param>
    public static void Make(string folder, int share)
    {
        var random = new Random(Seed);
        int number = 0;
        foreach ((int from, int below, int files) in s_classes)
        {
            for (int i = 0; i < Math.Max(10, files / share); i++)
            {
                int bytes = (int)(from * Math.Pow((double)below / from, random.NextDouble()));
                byte[] content = FinderTrees.Bytes(random, Math.Clamp(bytes, from, below - 1));

                // Text, since one scenario reads it.
                for (int at = 0; at < content.Length; at++)
                {
                    content[at] = (byte)(' ' + (content[at] & 0x3F));
                }

                string part = string.Create(CultureInfo.InvariantCulture, $"{folder}/{number % 41}");
                FinderTrees.Write(part, number++, content);
            }
        }
    }
}

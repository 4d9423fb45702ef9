using System.Globalization;
using Doppel.Benchmarks.Finders;

namespace Doppel.Benchmarks.Gains;

/// <summary>A tree like a user's: much of it small, some large, and something in it for each optimisation.</summary>
internal static class GainTree
{
    private const int Kilo = 1024;
    private const int Seed = 36;
    private const int SameOfGroup = 24;

    /// <summary>What it holds, as a sentence.</summary>
    public const string Text =
        "Eight files in ten are small, of lognormal sizes, three in ten of them copies; one in ten is a form: small, "
        + "24 of one size, each with a twin. Of the others some have a size of their own, some share it and differ at "
        + "once, some differ after a third of their megabyte; some are 24 of one size and three contents, and the "
        + "largest, of 4 MiB, are twins.";

    /// <summary>Makes so many files, or a few more, in a folder that is not there yet.</summary>
    public static void Make(string folder, int files)
    {
        var random = new Random(Seed);
        FinderTrees.MakeSmall($"{folder}/small", random, files * 8 / 10);
        for (int i = 0; i < Math.Max(SameOfGroup, files / 10); i++)
        {
            byte[] form = FinderTrees.Bytes(new Random(i / 2), (6 * Kilo) + (i / SameOfGroup));
            FinderTrees.Write(Part(folder, "forms", i), i, form);
        }

        for (int i = 0; i < files / 50; i++)
        {
            FinderTrees.Write(Part(folder, "lone", i), i, FinderTrees.Bytes(random, (100 * Kilo) + (17 * i)));
        }

        for (int i = 0; i < files / 50; i++)
        {
            FinderTrees.Write(Part(folder, "alike", i), i, FinderTrees.Bytes(random, (200 * Kilo) + (i / 2)));
        }

        byte[] content = FinderTrees.Bytes(random, Kilo * Kilo);
        for (int i = 0; i < 2 * Math.Max(1, files / 250); i++)
        {
            BitConverter.TryWriteBytes(content.AsSpan(content.Length / 3), i);
            FinderTrees.Write(Part(folder, "late", i), i, content.AsSpan(i / 2).ToArray());
        }

        for (int i = 0; i < SameOfGroup * Math.Max(1, files / 1_000); i++)
        {
            content.AsSpan(100 * Kilo, sizeof(int)).Fill((byte)(i % 3));
            FinderTrees.Write(Part(folder, "same", i), i, content[..((160 * Kilo) + (i / SameOfGroup))]);
        }

        for (int i = 0; i < Math.Max(1, files / 500); i++)
        {
            byte[] twin = FinderTrees.Bytes(random, 4 * Kilo * Kilo);
            FinderTrees.Write(Part(folder, "twins", i), 2 * i, twin);
            FinderTrees.Write(Part(folder, "twins", i + 1), (2 * i) + 1, twin);
        }
    }

    private static string Part(string folder, string part, int number) =>
        string.Create(CultureInfo.InvariantCulture, $"{folder}/{part}/{number % 7}");
}

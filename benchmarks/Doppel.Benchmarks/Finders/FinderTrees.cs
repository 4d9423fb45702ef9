using System.Globalization;

namespace Doppel.Benchmarks.Finders;

/// <summary>Four trees that are hard in four ways; the same bytes on every machine.</summary>
internal static class FinderTrees
{
    private const int Seed = 20_261;
    private const int Kilo = 1024;

    /// <summary>Names of the trees, in their order.</summary>
    public static IReadOnlyList<string> Names { get; } = ["small", "same", "large", "mid"];

    /// <summary>What a tree holds, as a sentence.</summary>
    public static string Describe(string name) => name switch
    {
        "small" => "many small files of lognormal sizes, three in ten of them copies",
        "same" => "files of 16 KiB each, one in ten a copy of one content",
        "large" => "eight groups of three large files, some with one byte changed at their begin or end",
        _ => "files of 160 KiB, alike in their first and last 64 KiB, in pairs",
    };

    /// <summary>Makes a tree in a folder that is not there yet.</summary>
    public static void Make(string name, string folder, bool isShort)
    {
        var random = new Random(Seed);
        int scale = isShort ? 10 : 1;
        switch (name)
        {
            case "small":
                MakeSmall(folder, random, 150_000 / scale);
                break;
            case "same":
                MakeSame(folder, random, 30_000 / scale);
                break;
            case "large":
                MakeLarge(folder, random, 128 * Kilo * Kilo / scale);
                break;
            default:
                MakeMid(folder, random, 2_000 / scale);
                break;
        }
    }

    /// <summary>Makes small files of lognormal sizes, three in ten of them copies.</summary>
    public static void MakeSmall(string folder, Random random, int count)
    {
        const int Remembered = 20_000;
        List<byte[]> contents = [];
        for (int i = 0; i < count; i++)
        {
            byte[] content;
            if (contents.Count > 0 && random.NextDouble() < 0.3)
            {
                content = contents[random.Next(contents.Count)];
            }
            else
            {
                content = Bytes(random, random.NextDouble() < 0.97 ? LognormalLength(random) : 0);
                if (contents.Count < Remembered)
                {
                    contents.Add(content);
                }
                else if (random.NextDouble() < 0.1)
                {
                    contents[random.Next(Remembered)] = content;
                }
            }

            Write(string.Create(CultureInfo.InvariantCulture, $"{folder}/{i % 97:00}/{i / 97 % 53:00}"), i, content);
        }
    }

    /// <summary>Content that is like no other.</summary>
    public static byte[] Bytes(Random random, int length)
    {
        byte[] bytes = new byte[length];
        random.NextBytes(bytes);
        return bytes;
    }

    /// <summary>Makes a file, and its folder.</summary>
    public static void Write(string folder, int number, byte[] content)
    {
        Directory.CreateDirectory(folder);
        File.WriteAllBytes(string.Create(CultureInfo.InvariantCulture, $"{folder}/f{number}"), content);
    }

    private static void MakeSame(string folder, Random random, int count)
    {
        byte[] zeros = new byte[16 * Kilo];
        for (int i = 0; i < count; i++)
        {
            Write($"{folder}/{i % 61}", i, i % 10 == 0 ? zeros : Bytes(random, zeros.Length));
        }
    }

    private static void MakeLarge(string folder, Random random, int length)
    {
        for (int group = 0; group < 8; group++)
        {
            byte[] content = Bytes(random, length);
            Write($"{folder}/{group}", 0, content);
            Write($"{folder}/{group}", 1, content);
            content[^1] ^= (byte)(group % 2);
            content[0] ^= (byte)(group % 4 == 2 ? 1 : 0);
            Write($"{folder}/{group}", 2, content);
        }
    }

    private static void MakeMid(string folder, Random random, int count)
    {
        byte[] content = Bytes(random, 160 * Kilo);
        for (int i = 0; i < count; i++)
        {
            content.AsSpan(64 * Kilo, 32 * Kilo).Fill((byte)(i / 2));
            BitConverter.TryWriteBytes(content.AsSpan(64 * Kilo), i / 2);
            Write($"{folder}/{i % 7}", i, content);
        }
    }

    // e to the power of a normal variable of mean 8 and deviation 1.6 (Box and Muller): 3 KB is the median.
    private static int LognormalLength(Random random)
    {
        double normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
        return Math.Max(1, (int)Math.Exp(8 + (1.6 * normal)));
    }
}

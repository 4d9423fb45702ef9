namespace Doppel.Testing.Trees;

/// <summary>Makes the four kinds of tree that a finder is measured on, whole or in small.</summary>
public static class CorpusGenerator
{
    private const int PrefixBytes = 64 << 10;

    /// <summary>Many small files of lognormal size, three in ten duplicates. Whole: 150,000 files.</summary>
    public static void Small(TempTree tree, int files, int seed)
    {
        var random = new Random(seed);
        var pool = new List<byte[]>();
        for (int i = 0; i < files; i++)
        {
            bool again = pool.Count > 0 && random.NextDouble() < 0.3;
            byte[] content = again ? pool[random.Next(pool.Count)] : NewSmall(random);
            if (!again && pool.Count < 20_000)
            {
                pool.Add(content);
            }
            else if (!again && random.Next(10) == 0)
            {
                pool[random.Next(pool.Count)] = content;
            }

            tree.AddFile($"small/{i % 97:00}/{i / 97 % 53:00}/f{i}.dat", content);
        }
    }

    /// <summary>Eight triples of large files; some differ in the first or last byte. Whole: 128 MiB each.</summary>
    public static void Large(TempTree tree, int fileBytes, int seed)
    {
        for (int group = 0; group < 8; group++)
        {
            byte[] content = new byte[fileBytes];
            new Random(seed + group).NextBytes(content);
            tree.AddFile($"large/g{group}/c0.bin", content);
            tree.AddFile($"large/g{group}/c1.bin", content);
            content[^1] ^= (byte)(group % 2);
            content[0] ^= (byte)(group % 4 == 2 ? 1 : 0);
            tree.AddFile($"large/g{group}/c2.bin", content);
        }
    }

    /// <summary>Files of one size, each its own but for one in ten, which are all zeros. Whole: 30,000 files.</summary>
    public static void Same(TempTree tree, int files, int seed)
    {
        var random = new Random(seed);
        byte[] content = new byte[16 << 10];
        for (int i = 0; i < files; i++)
        {
            random.NextBytes(content);
            tree.AddFile($"same/{i % 61}/s{i}.bin", i % 10 == 0 ? new byte[content.Length] : content);
        }
    }

    /// <summary>Pairs that differ from each other only between a long beginning and end. Whole: 2,000 files.</summary>
    public static void Mid(TempTree tree, int files, int seed)
    {
        var random = new Random(seed);
        byte[] content = new byte[PrefixBytes + (8 * 4096) + PrefixBytes];
        random.NextBytes(content);
        for (int i = 0; i < files; i++)
        {
            for (int word = 0; word < 4096; word++)
            {
                BitConverter.TryWriteBytes(content.AsSpan(PrefixBytes + (word * 8)), (long)(i / 2));
            }

            tree.AddFile($"mid/{i % 7}/m{i}.bin", content);
        }
    }

    private static byte[] NewSmall(Random random)
    {
        // Box and Muller: two even numbers make a normal one.
        double normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
        bool empty = random.NextDouble() >= 0.97;
        byte[] content = new byte[empty ? 0 : Math.Clamp((int)Math.Exp(8 + (1.6 * normal)), 1, 64 << 20)];
        random.NextBytes(content);
        return content;
    }
}

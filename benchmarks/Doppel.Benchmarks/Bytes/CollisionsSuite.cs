using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Globalization;
using System.Security.Cryptography;
using Doppel.Benchmarks.Frame;
using Doppel.Hashing;

namespace Doppel.Benchmarks.Bytes;

/// <summary>
/// Whether ours collides more often than chance, whole and cut; MD5 beside it as in the talk's table.
/// </summary>
internal sealed class CollisionsSuite : ISuite
{
    private static readonly int[] s_bits = [32, 40, 48, 56, 64];

    public string Name => "collisions";

    public string Question => "Does XXH3-128, whole or cut, collide more often than chance would?";

    public void Verify()
    {
        // Counting by sorting gives what counting by a set gives, and the expectation what chance does.
        const int count = 100_000;
        var random = new Random(26);
        ulong[] words = new ulong[count];
        for (int i = 0; i < count; i++)
        {
            words[i] = (ulong)random.NextInt64();
        }

        long bySet = count - words.Select(word => word >> 40).Distinct().LongCount();
        Array.Sort(words);
        VerifyException.UnlessEqual(bySet, CollisionCount.Found(words, 24), "counting by sorting");
        double expected = CollisionCount.Expected(count, 23);
        VerifyException.Unless(Math.Abs(bySet - expected) < 6 * Math.Sqrt(expected));
    }

    public void Run(SuiteRun run)
    {
        int count = run.Pick(1 << 22, 1 << 26);
        var table = new ResultTable(
            "Collisions found and expected", new Column("function"), new Column("input"), new Column("inputs"),
            new Column("expected"), new Column("found"), new Column("off by", "σ"));
        AddPublished(table);
        foreach (CollisionInput input in CollisionInput.All)
        {
            run.Log($"{count} inputs: {input.Name}");
            AddOurs(table, input, count);
        }

        run.Log($"{count} inputs: MD5");
        ulong[] md5 = new ulong[count];
        ForEachInput(CollisionInput.All[1], count, (bytes, i) => md5[i] = Md5Low(bytes));
        AddCuts(table, "MD5, low {0} bits", CollisionInput.All[1], md5);
        run.Add(table.AddFootnote(
            "*Expected* is what so many random digests would show, *off by* the distance in standard deviations of "
            + "chance: beyond 4 would be news. A digest cut to its low bits keeps the end of its text, cut to "
            + "its high bits the start. The published figures are those of xxHash's wiki, which the slides cite."));
    }

    private static void AddPublished(ResultTable table)
    {
        table.AddRow("MD5, low 64 bits (published)", "256 bytes", "100 Gi", "312.5", "301", "-0.7");
        table.AddRow("XXH3-128, low 64 bits (published)", "256 bytes", "100 Gi", "312.5", "314", "0.1");
        table.AddRow("XXH3-128, high 64 bits (published)", "512 bytes", "100 Gi", "312.5", "291", "-1.2");
        table.AddRow("XXH3-128 (published)", "1024 bytes", "100 Gi", "0", "0", "");
    }

    private static void AddOurs(ResultTable table, CollisionInput input, int count)
    {
        ulong[] high = new ulong[count];
        ulong[] low = new ulong[count];
        ForEachInput(input, count, (bytes, i) =>
        {
            Digest128 digest = Xxh3.Hash128(bytes);
            high[i] = digest.High;

            // With its bytes turned round the low bits are the upper ones, by which sorted words are counted.
            low[i] = BinaryPrimitives.ReverseEndianness(digest.Low);
        });
        AddCuts(table, "ours, low {0} bits", input, low);
        AddCuts(table, "ours, high {0} bits", input, high);
        table.AddRow("**ours, all 128 bits**", input.Name, Number(count), Number(CollisionCount.Expected(count, 128)),
            Number(WholeCollisions(input, count, low)), "");
    }

    private static void AddCuts(ResultTable table, string name, CollisionInput input, ulong[] words)
    {
        Array.Sort(words);
        foreach (int bits in s_bits)
        {
            double expected = CollisionCount.Expected(words.Length, bits);
            long found = CollisionCount.Found(words, bits);
            table.AddRow(
                string.Format(CultureInfo.InvariantCulture, name, bits), input.Name, Number(words.Length),
                Number(expected), Number(found),
                expected < 1 ? "" : Figures.Fixed((found - expected) / Math.Sqrt(expected), 1));
        }
    }

    // Two equal digests have equal low words; only where such are found the inputs are gone through once more.
    private static long WholeCollisions(CollisionInput input, int count, ulong[] sortedLow)
    {
        HashSet<ulong> twice = [];
        for (int i = 1; i < sortedLow.Length; i++)
        {
            if (sortedLow[i] == sortedLow[i - 1])
            {
                twice.Add(BinaryPrimitives.ReverseEndianness(sortedLow[i]));
            }
        }

        if (twice.Count == 0)
        {
            return 0;
        }

        ConcurrentBag<Digest128> suspects = [];
        ForEachInput(input, count, (bytes, _) =>
        {
            Digest128 digest = Xxh3.Hash128(bytes);
            if (twice.Contains(digest.Low))
            {
                suspects.Add(digest);
            }
        });
        return suspects.Count - suspects.Distinct().LongCount();
    }

    private static void ForEachInput(CollisionInput input, int count, CollisionVisitor visit) =>
        Parallel.ForEach(Partitioner.Create(0, count), range =>
        {
            Span<byte> buffer = stackalloc byte[input.Bytes];
            buffer.Clear();
            for (int i = range.Item1; i < range.Item2; i++)
            {
                input.Fill(buffer, i);
                visit(buffer, i);
            }
        });

#pragma warning disable CA5351 // measured, not trusted
    private static ulong Md5Low(ReadOnlySpan<byte> bytes)
    {
        Span<byte> digest = stackalloc byte[MD5.HashSizeInBytes];
        MD5.HashData(bytes, digest);

        // The last byte first: the low bits are the upper ones then, as with ours.
        return BinaryPrimitives.ReadUInt64LittleEndian(digest[8..]);
    }
#pragma warning restore CA5351

    private static string Number(double number) => number is > 0 and < 1e-5
        ? number.ToString("0.0e0", CultureInfo.InvariantCulture)
        : Figures.Number(number);

    private delegate void CollisionVisitor(ReadOnlySpan<byte> bytes, int number);
}

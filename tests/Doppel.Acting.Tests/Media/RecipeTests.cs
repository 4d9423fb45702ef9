using System.Globalization;
using Doppel.Media;

namespace Doppel.Acting.Tests;

/// <summary>The parts of recipes, against naive ones.</summary>
public sealed class RecipeTests
{
    public static TheoryData<int> Seeds => [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(200, 5000))];

    [Theory, MemberData(nameof(Seeds))]
    public void Runs_give_the_source_of_each_byte(int seed)
    {
        var random = new Random(seed);
        byte[] file = new byte[random.Next(1, 60)];
        random.NextBytes(file);
        PayloadExtent[] extents = Extents(random, file.Length);
        byte[] payload = [.. extents.SelectMany(one => file.AsSpan((int)one.Offset, (int)one.Length).ToArray())];
        bool[] isPayload = new bool[file.Length];
        foreach (PayloadExtent extent in extents)
        {
            isPayload.AsSpan((int)extent.Offset, (int)extent.Length).Fill(true);
        }

        RecipeRun[] runs = RecipeRuns.Of(extents, file.Length, out long keptBytes);
        byte[] kept = [.. file.Where((_, i) => !isPayload[i])];
        Assert.Equal(kept.Length, keptBytes);
        List<byte> made = [];
        int taken = 0;
        foreach (RecipeRun run in runs)
        {
            Assert.True(run.Length > 0);
            made.AddRange(run.IsKept
                ? kept.AsSpan(taken, (int)run.Length) : payload.AsSpan((int)run.PayloadAt, (int)run.Length));
            taken += run.IsKept ? (int)run.Length : 0;
        }

        Assert.Equal(file, made);
    }

    [Theory, MemberData(nameof(Seeds))]
    public void A_recipe_reads_back_as_it_was_written_and_damage_is_refused_or_harmless(int seed)
    {
        var random = new Random(seed);
        int size = random.Next(1, 1000);
        PayloadExtent[] extents = Extents(random, size);
        RecipeRun[] runs = RecipeRuns.Of(extents, size, out long kept);
        long[] numbers = [random.NextInt64(), random.Next(200), 0];
        var recipe = new Recipe
        {
            Numbers = numbers,
            Size = size,
            Digest = random.NextInt64().ToString("x64", CultureInfo.InvariantCulture),
            KeeperExtents = extents,
            Runs = runs,
            KeptBytes = kept,
            KeptAt = 77,
        };
        byte[] table = RecipeForm.TableOf(numbers, extents, runs);
        byte[] head = RecipeForm.HeadOf(recipe, table.Length);
        Assert.True(RecipeForm.TryReadHead(head, table.Length + kept, out int tableBytes, out long keptBytes));
        Assert.Equal((table.Length, kept), (tableBytes, keptBytes));
        Assert.False(RecipeForm.TryReadHead(head, table.Length + kept - 1, out _, out _));
        Recipe read = RecipeForm.Read(head, table, 77)!;
        Assert.Equal(numbers, read.Numbers);
        Assert.Equal(extents, read.KeeperExtents);
        Assert.Equal(runs, read.Runs);
        Assert.Equal((recipe.Size, recipe.Digest, kept), (read.Size, read.Digest, read.KeptBytes));
        for (int i = 0; i < 50; i++)
        {
            byte[] damaged = (byte[])table.Clone();
            damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            damaged = damaged[..random.Next(damaged.Length + 1)];
            Recipe? other = RecipeForm.Read(head, damaged, 77);
            Assert.True(other is null || other.Size == size);
        }
    }

    // In any order, and without bytes that stand in two of them but where the seed says so.
    private static PayloadExtent[] Extents(Random random, int size)
    {
        List<PayloadExtent> extents = [];
        int at = 0;
        while (at < size)
        {
            int length = Math.Min(random.Next(1, 12), size - at);
            if (random.Next(3) > 0)
            {
                extents.Add(new PayloadExtent(at, length));
            }

            at += random.Next(8) == 0 ? 1 : length;
        }

        PayloadExtent[] all = [.. extents];
        random.Shuffle(all);
        return all;
    }
}

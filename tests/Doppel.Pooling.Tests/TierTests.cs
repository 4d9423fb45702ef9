namespace Doppel.Pooling.Tests;

/// <summary>The limits of single tiers, against models.</summary>
public sealed class TierTests
{
    [Fact]
    public void A_budget_never_grants_more_than_its_limit()
    {
        var random = new Random(TestRun.SeedOffset);
        for (int i = 0; i < 100; i++)
        {
            long bytesMax = random.Next(3) switch
            {
                0 => 0,
                1 => random.Next(1, 1000),
                _ => long.MaxValue,
            };
            var budget = new Budget(bytesMax);
            long used = 0;
            for (int step = 0; step < 1000; step++)
            {
                long bytes = random.Next(10) == 0 ? long.MaxValue : random.NextInt64(Math.Max(1, bytesMax / 3));
                if (random.Next(3) == 0)
                {
                    bytes = Math.Min(bytes, used);
                    budget.GiveBack(bytes);
                    used -= bytes;
                }
                else
                {
                    bool isGranted = bytes <= bytesMax - used;
                    Assert.Equal(isGranted, budget.TryTake(bytes));
                    used += isGranted ? bytes : 0;
                }

                Assert.Equal(used, budget.Used);
            }
        }
    }

    [Fact]
    public void A_shared_stack_holds_no_more_than_its_limit_and_is_last_in_first_out()
    {
        var random = new Random(TestRun.SeedOffset);
        var stack = new SharedStack();
        Stack<Entry> model = [];
        int refused = 0;
        Entry[] taken = new Entry[Shelf.Slots];
        for (int step = 0; step < 20_000; step++)
        {
            // It fills, then it is full, then it empties.
            if (random.Next(20_000) > step)
            {
                Entry[] put = [.. Enumerable.Range(0, random.Next(1, Shelf.Slots + 1))
                    .Select(_ => new Entry(new object(), random.Next(1, 100), 0))];
                bool hasRoom = model.Count + put.Length <= SharedStack.CountMax;
                Assert.Equal(hasRoom, stack.TryPut(put));
                refused += hasRoom ? 0 : 1;
                Array.ForEach(hasRoom ? put : [], model.Push);
                continue;
            }

            int bytesFurther = random.Next(100);
            List<Entry> expected = [];
            while (expected.Count < taken.Length && model.TryPeek(out Entry last)
                && (expected.Count == 0 || last.Bytes <= bytesFurther))
            {
                expected.Add(model.Pop());
            }

            int count = stack.Take(taken, bytesFurther);
            Assert.Equal(expected, taken[..count]);
        }

        Assert.True(refused > 0);
        PoolCounts counts = default;
        stack.AddTo(ref counts);
        Assert.Equal((model.Count, model.Sum(static entry => entry.Bytes)), (counts.ItemsHeld, counts.BytesHeld));
    }

    // An item that is larger than the limit for further ones has the first slot, or none.
    [Fact]
    public void A_shelf_keeps_one_large_item_and_reserves_what_it_keeps()
    {
        var random = new Random(TestRun.SeedOffset);
        for (int i = 0; i < 1000; i++)
        {
            var shelf = new Slot[Shelf.Slots];
            long bytesMax = random.Next(1, 400);
            var budget = new Budget(bytesMax);
            int bytesFurther = random.Next(100);
            for (int step = 0; step < 30; step++)
            {
                if (random.Next(3) == 0)
                {
                    Shelf.Take(shelf);
                    continue;
                }

                long bytes = random.Next(1, 150);
                int free = Array.FindIndex(shelf, static slot => slot.Item is null);
                bool isAllowed = free == 0 || (free > 0 && bytes <= bytesFurther);
                bool hasRoom = isAllowed && bytes - shelf[free].Room <= bytesMax - budget.Used;
                Assert.Equal(hasRoom, Shelf.TryPut(shelf, new object(), bytes, bytesFurther, budget));
                Assert.Equal(shelf.Sum(static slot => slot.Room), budget.Used);
                Assert.InRange(budget.Used, 0, bytesMax);
            }
        }
    }
}

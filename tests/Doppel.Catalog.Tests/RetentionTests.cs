using Doppel.Testing;

namespace Doppel.Catalog.Tests;

public sealed class RetentionTests
{
    [Fact]
    public void The_latest_are_kept_and_exactly_as_many_as_may_be()
    {
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(100, 2000); seed++)
        {
            var random = new Random(seed);
            int spread = 1 << random.Next(1, 31);
            uint[] times = [.. Enumerable.Range(0, random.Next(1, 300)).Select(_ => (uint)random.Next(spread))];
            int count = random.Next(0, times.Length + 10);
            Retention retention = Retention.Latest(visitor => Array.ForEach(times, visitor), count);
            uint[] kept = [.. times.Where(retention.Keeps)];
            Assert.True(
                kept.Order().SequenceEqual(times.OrderDescending().Take(count).Order()), $"seed {seed}");
        }
    }

    [Fact]
    public void Times_at_the_ends_of_their_range_are_distinguished()
    {
        uint[] times = [0, uint.MaxValue, uint.MaxValue - 1, 1];
        Retention retention = Retention.Latest(visitor => Array.ForEach(times, visitor), 3);
        Assert.Equal([uint.MaxValue, uint.MaxValue - 1, 1], times.Where(retention.Keeps));
    }
}

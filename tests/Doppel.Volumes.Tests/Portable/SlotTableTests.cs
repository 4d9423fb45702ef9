namespace Doppel.Volumes.Tests;

public sealed class SlotTableTests
{
    [Fact]
    public void A_freed_number_does_not_find_the_entry_added_after_it()
    {
        var table = new SlotTable<string>();
        int first = table.Add("first");
        Assert.Equal("first", table.Remove(first));
        int second = table.Add("second");

        Assert.NotEqual(first, second);
        Assert.Null(table.Find(first));
        Assert.Null(table.Remove(first));
        Assert.Equal("second", table.Find(second));
        Assert.Null(table.Find(-1));
        Assert.Null(table.Find(-100));
        Assert.Null(table.Find(int.MaxValue));
    }

    [Fact]
    public void A_full_table_takes_nothing_until_something_is_given_back()
    {
        var table = new SlotTable<string>();
        int[] numbers = [.. Enumerable.Range(0, SlotTable<string>.SlotsMax).Select(_ => table.Add("x"))];
        Assert.Equal(numbers.Length, numbers.Distinct().Count());
        Assert.All(numbers, number => Assert.True(number >= 0));
        Assert.Equal(-1, table.Add("one more"));
        table.Remove(numbers[5]);
        Assert.Equal("again", table.Find(table.Add("again")));
    }

    [Fact]
    public void Threads_never_get_each_other_s_things()
    {
        var table = new SlotTable<string>();
        Parallel.For(0, 32, thread =>
        {
            string own = $"{thread}";
            for (int round = 0; round < 2_000; round++)
            {
                int number = table.Add(own);
                Assert.Same(own, table.Find(number));
                Assert.Same(own, table.Remove(number));
                Assert.NotSame(own, table.Find(number));
            }
        });
    }
}

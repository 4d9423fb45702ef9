namespace Doppel.Lab.Tests.Strategies;

public sealed class StrategyTableTests
{
    [Fact]
    public void Every_name_finds_its_strategy_and_names_are_unique()
    {
        Assert.All(StrategyTable.Every, strategy => Assert.Equal(strategy, StrategyTable.Find(strategy.Name)));
        Assert.Equal(StrategyTable.Every.Count, StrategyTable.Every.DistinctBy(one => one.Name).Count());
        Assert.Empty(StrategyTable.Few.Select(one => one.Name).Except(StrategyTable.Every.Select(one => one.Name)));
    }

    [Theory]
    [InlineData("pread-12", 12, 131_072, ReadOrder.Listed)]
    [InlineData("pread-8-1m", 8, 1_048_576, ReadOrder.Listed)]
    [InlineData("extent-1", 1, 131_072, ReadOrder.Extent)]
    [InlineData("inode-3-64k", 3, 65_536, ReadOrder.Inode)]
    [InlineData("random-access-async-5", 5, 131_072, ReadOrder.Listed)]
    [InlineData("mmap-2", 2, 0, ReadOrder.Listed)]
    public void A_name_encodes_width_block_and_order(string name, int width, int block, ReadOrder order)
    {
        StrategyDefinition strategy = StrategyTable.Find(name)!;
        Assert.Equal((width, block, order), (strategy.Width, strategy.BlockBytes, strategy.Order));
    }

    [Theory]
    [InlineData("pread"), InlineData("pread-0"), InlineData("pread-1025"), InlineData("pread-8-1k")]
    [InlineData("read-8")]
    [InlineData("engine-2-64k"), InlineData("engine-0")]
    [InlineData("Async"), InlineData("")]
    [InlineData("pread-8-17m"), InlineData("pread--8"), InlineData("pread-+8")]
    public void Invalid_names_find_nothing(string name) => Assert.Null(StrategyTable.Find(name));

    [Theory]
    [InlineData("engine", "engine")]
    [InlineData("uring-*, engine", "uring-8 uring-32 engine")]
    [InlineData("extent-1,extent-*", "extent-1 extent-8")]
    [InlineData("pread-5,pread-5", "pread-5")]
    [InlineData("uring?", null)]
    [InlineData("nothing-*", null)]
    public void A_list_names_each_strategy_once(string list, string? expected) => Assert.Equal(
        expected?.Split(' '), StrategyTable.Parse(list, out _)?.Select(strategy => strategy.Name));

    [Fact]
    public void All_are_all_and_what_is_unknown_is_named()
    {
        Assert.Equal(StrategyTable.Every, StrategyTable.Parse("all", out _)!);
        Assert.Null(StrategyTable.Parse("engine,gone", out string unknown));
        Assert.Equal("gone", unknown);
    }
}

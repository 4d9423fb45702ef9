using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Tests;

public sealed class StatisticsTests
{
    [Fact]
    public void The_median_is_the_middle_or_between_the_two_middle_ones()
    {
        Assert.Equal(2, Statistics.Median([3, 1, 2]));
        Assert.Equal(2.5, Statistics.Median([4, 1, 3, 2]));
    }

    // Ranks by the binomial distribution: of 15 samples the 3rd and the 13th enclose the median in 99.26 % of cases.
    [Theory]
    [InlineData(5, 1, 5)]
    [InlineData(8, 1, 8)]
    [InlineData(15, 3, 13)]
    [InlineData(31, 8, 24)]
    public void The_interval_of_a_median_comes_from_ranks(int count, double low, double high) =>
        Assert.Equal((low, high), Statistics.MedianInterval([.. Enumerable.Range(1, count).Select(i => (double)i)]));

    [Fact]
    public void The_interval_of_a_mean_is_that_of_Student() =>
        // Mean 3, deviation 1.5811, error 0.7071, t of 4 degrees 4.604.
        Assert.Equal(3.2555, Statistics.HalfWidth([1, 2, 3, 4, 5]), 3);

    [Fact]
    public void Rows_survive_the_way_from_another_process()
    {
        var row = new Row
        {
            Contestant = "ours, \"x\"",
            Role = Role.Ours,
            Runtime = "Native AOT 9",
            Parameters = [new("bytes", "4096"), new("differs", "at 0")],
            CenterNs = 1.5,
            LowNs = 1.25,
            HighNs = 1.75,
            MedianNs = 1.5,
            HeldBytes = 7,
        };
        Row read = RowText.Read(RowText.Write(row));
        Assert.Equal(row.Parameters, read.Parameters);
        Assert.Equal(row, read with { Parameters = row.Parameters });
    }
}

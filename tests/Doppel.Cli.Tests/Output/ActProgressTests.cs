using Doppel.Acting;

namespace Doppel.Cli.Tests.Output;

/// <summary>What the progress line says of work of every kind.</summary>
public sealed class ActProgressTests
{
    [Theory]
    [InlineData(0, 0, 0, 0, 5.0, "  0 names")]
    [InlineData(12, 345, 0, 0, 0.05, "  12/345 names")]
    [InlineData(1, 4, 1024, 4096, 2.0, "  1/4 names  1.0 KiB/4.0 KiB  512 B/s  0:06 left")]
    [InlineData(50, 100, 0, 0, 60.0, "  50/100 names  1:00 left")]
    [InlineData(5, 4, 0, 0, 60.0, "  5/4 names  0:00 left")]
    public void Work_has_its_counts_its_rate_and_the_time_left(
        long items, long itemsTotal, long bytes, long bytesTotal, double seconds, string text) => Assert.Equal(
        text, WorkText.Of(new WorkDone(items, itemsTotal, "names", bytes, bytesTotal), TimeSpan.FromSeconds(seconds)));

    [Fact]
    public void Nothing_is_estimated_where_nothing_can_be() => Assert.Equal(
        "  50/100 files",
        WorkText.Of(new WorkDone(50, 100, "files", 0, 0) { HasEstimate = false }, TimeSpan.FromMinutes(1)));

    [Fact]
    public void Before_the_totals_are_known_only_the_verb_is_shown() =>
        Assert.Equal("Restoring", new ActProgressLine("Restoring", new ActProgress(), TimeProvider.System).Now());
}

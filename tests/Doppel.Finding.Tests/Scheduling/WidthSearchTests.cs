using Doppel.Testing;
using Xunit;

namespace Doppel.Finding.Tests;

public sealed class WidthSearchTests
{
    private readonly VirtualClock _clock = new();

    [Theory]
    [InlineData(1, 1, 2)]
    [InlineData(3, 2, 4)]
    [InlineData(6, 5, 8)]
    [InlineData(12, 10, 16)]
    [InlineData(32, 24, 32)]
    [InlineData(100, 32, 32)]
    public void The_width_approaches_what_a_device_serves_at_once(int served, int least, int most)
    {
        WidthSearch search = Run(new WidthSearch(2, 32, _clock), 400, width => Math.Min(width, served));
        Assert.InRange(search.Width, least, most);
    }

    [Fact]
    public void Cached_reads_get_no_more_threads_than_cores()
    {
        var search = new WidthSearch(2, 32, _clock);
        for (int i = 0; i < 10_000; i++)
        {
            _clock.Advance(TimeSpan.FromMicroseconds(100));
            search.Add(new TurnCost(32, TimeSpan.FromMicroseconds(200), TimeSpan.FromMicroseconds(180)));
            Assert.Equal(2, search.Width);
        }
    }

    [Fact]
    public void More_is_tried_again_when_the_device_has_become_wider()
    {
        int served = 4;
        var search = new WidthSearch(2, 32, _clock);
        Run(search, 400, width => Math.Min(width, served));
        Assert.InRange(search.Width, 3, 8);
        served = 32;
        Run(search, 4000, width => Math.Min(width, served));
        Assert.InRange(search.Width, 16, 32);
    }

    [Fact]
    public void A_device_that_suffers_from_many_readers_keeps_few()
    {
        WidthSearch search = Run(new WidthSearch(2, 32, _clock), 400, width => width <= 4 ? width : 16.0 / width);
        Assert.InRange(search.Width, 2, 8);
    }

    [Theory, InlineData(1), InlineData(12), InlineData(24)]
    public void An_earlier_measurement_is_adopted_at_the_first_window_that_waits(int tuned)
    {
        var search = new WidthSearch(2, 32, _clock, tuned);
        Assert.Equal(2, search.Width);
        var widths = new List<int>();
        for (int i = 0; i < 10; i++)
        {
            Run(search, 1, width => Math.Min(width, tuned));
            widths.Add(search.Width);
        }

        Assert.Equal(tuned, widths.First(width => width != 2));
    }

    [Fact]
    public void More_than_what_was_measured_before_is_tried_only_after_a_while()
    {
        var search = new WidthSearch(2, 32, _clock, tuned: 8);
        Run(search, 8, static width => Math.Min(width, 16));
        Assert.Equal(8, search.Width);
        Run(search, 20 * 2 * 8, static width => Math.Min(width, 16));
        Assert.Equal(8, search.Width);
        Run(search, 20 * 2 * 32, static width => Math.Min(width, 16));
        Assert.InRange(search.Width, 12, 32);
    }

    [Theory]
    [InlineData(1, 12, 10, 16)]
    [InlineData(32, 6, 5, 32)]
    [InlineData(12, 12, 10, 16)]
    public void The_search_continues_from_an_earlier_measurement(int tuned, int served, int least, int most)
    {
        WidthSearch search = Run(new WidthSearch(2, 32, _clock, tuned), 400, width => Math.Min(width, served));
        Assert.InRange(search.Width, least, most);
    }

    [Fact]
    public void Cached_reads_ignore_earlier_measurements()
    {
        var search = new WidthSearch(2, 32, _clock, tuned: 16);
        for (int i = 0; i < 1000; i++)
        {
            _clock.Advance(TimeSpan.FromMicroseconds(100));
            search.Add(new TurnCost(32, TimeSpan.FromMicroseconds(200), TimeSpan.FromMicroseconds(180)));
            Assert.Equal(2, search.Width);
        }
    }

    // Turns of 1 ms, so many at a time as the device serves.
    private WidthSearch Run(WidthSearch search, int turns, Func<int, double> throughput)
    {
        for (int i = 0; i < turns; i++)
        {
            double atOnce = throughput(search.Width);
            _clock.Advance(TimeSpan.FromMilliseconds(1 / atOnce));
            search.Add(new TurnCost(1, TimeSpan.FromMilliseconds(search.Width / atOnce), TimeSpan.Zero));
        }

        return search;
    }
}

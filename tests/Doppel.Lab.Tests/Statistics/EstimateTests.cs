namespace Doppel.Lab.Tests.Statistics;

public sealed class EstimateTests
{
    [Fact]
    public void The_mean_is_that_of_what_is_left_without_best_and_worst()
    {
        var random = new Random(1);
        for (int count = 1; count < 40; count++)
        {
            double[] figures = [.. Enumerable.Range(0, count).Select(_ => 1 + random.NextDouble())];
            double[] left = count < 5 ? figures : [.. figures.Order().Skip(1).SkipLast(1)];
            Estimate estimate = Estimate.Of(figures);
            Assert.Equal(left.Average(), estimate.Mean, 12);
            Assert.Equal(count, estimate.Count);
            Assert.InRange(estimate.Mean, estimate.Low, estimate.High);
        }
    }

    [Fact]
    public void Without_dropping_the_interval_is_that_of_Student()
    {
        // Four figures: mean 15, deviation 2.5820, t(3) 3.182: 3.182 * 2.5820 / 2.
        Estimate estimate = Estimate.Of([12, 14, 16, 18]);
        Assert.Equal(15 - 4.108, estimate.Low, 0.001);
        Assert.Equal(15 + 4.108, estimate.High, 0.001);
    }

    [Fact]
    public void With_dropping_it_is_that_of_a_trimmed_mean()
    {
        // Winsorized 4 4 6 8 8: deviation 2; error 2 / (0.6 * sqrt 5) = 1.4907; t(2) 4.303: half of it 6.4145.
        Estimate estimate = Estimate.Of([100, 6, 4, 8, 3]);
        Assert.Equal(6, estimate.Mean, 12);
        Assert.Equal(6 + 6.4145, estimate.High, 0.001);

        // Never below half of the least figure: times are positive.
        Assert.Equal(1.5, estimate.Low, 12);
    }

    [Fact]
    public void An_interval_holds_the_mean_in_about_95_of_100_cases()
    {
        var random = new Random(7);
        const int Cases = 4000;
        int held = 0;
        for (int i = 0; i < Cases; i++)
        {
            // A sum of twelve even ones is nearly normal, with mean 6.
            double[] figures = [.. Enumerable.Range(0, 9).Select(
                _ => Enumerable.Range(0, 12).Sum(_ => random.NextDouble()))];
            Estimate estimate = Estimate.Of(figures);
            held += estimate.Low <= 6 && 6 <= estimate.High ? 1 : 0;
        }

        Assert.InRange(held, Cases * 0.93, Cases * 0.975);
    }

    [Fact]
    public void A_single_value_has_no_interval_and_an_empty_list_is_refused()
    {
        Assert.Equal(new Estimate(3, 3, 3, 1), Estimate.Of([3]));
        Assert.Throws<ArgumentException>(() => Estimate.Of([]));
    }

    [Fact]
    public void Intervals_overlap_where_they_have_a_point_in_common()
    {
        var one = new Estimate(5, 4, 6, 5);
        Assert.True(one.Overlaps(new Estimate(7, 6, 8, 5)));
        Assert.False(one.Overlaps(new Estimate(8, 6.1, 9, 5)));
        Assert.True(one.Overlaps(one));
    }

    [Fact]
    public void The_knee_is_the_least_width_with_nine_tenths_of_the_most()
    {
        var random = new Random(5);
        for (int i = 0; i < 500; i++)
        {
            (int Width, double Throughput)[] points = [.. Enumerable.Range(1, 1 + random.Next(8))
                .Select(width => (width * 2, random.NextDouble()))];
            random.Shuffle(points);
            double most = points.Max(point => point.Throughput);
            int expected = points.Where(point => point.Throughput >= most * 0.9).Min(point => point.Width);
            Assert.Equal(expected, Knee.Of(points));
        }
    }
}

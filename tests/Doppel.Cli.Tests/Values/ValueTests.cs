using Doppel.Cli;
using Doppel.Volumes;

namespace Doppel.Cli.Tests.Values;

public sealed class ValueTests
{
    [Theory]
    [InlineData("0", 0)]
    [InlineData("10", 10)]
    [InlineData("10B", 10)]
    [InlineData("10k", 10_240)]
    [InlineData("10K", 10_240)]
    [InlineData("10KiB", 10_240)]
    [InlineData("10kib", 10_240)]
    [InlineData("10KB", 10_000)]
    [InlineData("10kB", 10_000)]
    [InlineData("2MB", 2_000_000)]
    [InlineData("2M", 2_097_152)]
    [InlineData("1.5GB", 1_500_000_000)]
    [InlineData("1.5GiB", 1_610_612_736)]
    [InlineData("0.3KiB", 307)]
    [InlineData("1T", 1L << 40)]
    [InlineData("7E", 7L << 60)]
    [InlineData("9223372036854775807", long.MaxValue)]
    public void A_size_is_a_number_with_a_unit(string text, long expected)
    {
        Assert.True(SizeText.TryParse(text, out long bytes));
        Assert.Equal(expected, bytes);
    }

    [Theory]
    [InlineData("")]
    [InlineData("k")]
    [InlineData("10q")]
    [InlineData("10 k")]
    [InlineData("-1")]
    [InlineData("+1")]
    [InlineData("1,000")]
    [InlineData("1e3")]
    [InlineData("0x10")]
    [InlineData("10KiBB")]
    [InlineData("10Ki")]
    [InlineData("8E")]
    [InlineData("99999999999999999999")]
    [InlineData("99999999999999999999999999999999999")]
    [InlineData("1..5k")]
    public void Whatever_else_is_no_size(string text) => Assert.False(SizeText.TryParse(text, out _));

    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(1023, "1023 B")]
    [InlineData(1024, "1.0 KiB")]
    [InlineData(1_610_612_736, "1.5 GiB")]
    [InlineData(long.MaxValue, "8.0 EiB")]
    public void A_size_is_shown_with_one_digit_behind_the_point(long bytes, string expected) =>
        Assert.Equal(expected, SizeText.Show(bytes));

    [Theory]
    [InlineData("90s", 90)]
    [InlineData("15m", 900)]
    [InlineData("2h", 7200)]
    [InlineData("3d", 259_200)]
    [InlineData("2w", 1_209_600)]
    [InlineData("1h30m", 5400)]
    public void A_duration_is_numbers_with_units(string text, long seconds)
    {
        Assert.True(DurationText.TryParse(text, out TimeSpan duration));
        Assert.Equal(TimeSpan.FromSeconds(seconds), duration);
    }

    [Theory]
    [InlineData("")]
    [InlineData("2")]
    [InlineData("d")]
    [InlineData("-2d")]
    [InlineData("2y")]
    [InlineData("1.5h")]
    [InlineData("99999999999999999999w")]
    [InlineData("9223372036854775807w")]
    public void Whatever_else_is_no_duration(string text) => Assert.False(DurationText.TryParse(text, out _));

    [Theory]
    [InlineData("2d", "2024-06-13T12:00:00+02:00")]
    [InlineData("2024-05-01", "2024-05-01T00:00:00+02:00")]
    [InlineData("2024-05-01 12:30", "2024-05-01T12:30:00+02:00")]
    [InlineData("2024-05-01 12:30:59", "2024-05-01T12:30:59+02:00")]
    [InlineData("2024-05-01T12:30", "2024-05-01T12:30:00+02:00")]
    [InlineData("2024-05-01T12:30:00Z", "2024-05-01T12:30:00+00:00")]
    [InlineData("2024-05-01T12:30:00.25-03:00", "2024-05-01T12:30:00.25-03:00")]
    [InlineData("999999w", "0001-01-01T00:00:00+00:00")]
    public void A_time_is_a_date_or_a_duration_before_now(string text, string expected)
    {
        Assert.True(TimeText.TryParse(text, new FixedClock(), out FileTime time));
        Assert.Equal(
            FileTime.From(DateTimeOffset.Parse(expected, System.Globalization.CultureInfo.InvariantCulture)), time);
    }

    [Theory]
    [InlineData("")]
    [InlineData("yesterday")]
    [InlineData("2024-13-01")]
    [InlineData("2024-05-32")]
    [InlineData("01.05.2024")]
    [InlineData("0001-01-01")]
    [InlineData("Z")]
    public void Whatever_else_is_no_time(string text) => Assert.False(TimeText.TryParse(text, new FixedClock(), out _));
}

using Doppel.Volumes;

namespace Doppel.Cli.Tests.Values;

public sealed class ValueTests
{
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
    public void Anything_else_is_not_a_duration(string text) => Assert.False(DurationText.TryParse(text, out _));

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
    public void Anything_else_is_not_a_time(string text) =>
        Assert.False(TimeText.TryParse(text, new FixedClock(), out _));
}

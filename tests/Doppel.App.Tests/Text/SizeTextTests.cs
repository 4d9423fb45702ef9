namespace Doppel.App.Tests;

public sealed class SizeTextTests
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
    public void Anything_else_is_not_a_size(string text) => Assert.False(SizeText.TryParse(text, out _));

    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(1023, "1023 B")]
    [InlineData(1024, "1.0 KiB")]
    [InlineData(1_610_612_736, "1.5 GiB")]
    [InlineData(long.MaxValue, "8.0 EiB")]
    public void A_size_is_shown_with_one_digit_behind_the_point(long bytes, string expected) =>
        Assert.Equal(expected, SizeText.Show(bytes));
}

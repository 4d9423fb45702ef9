using Doppel.S3.Transfer;

namespace Doppel.S3.Tests.Folders;

/// <summary>What uploads say about a file.</summary>
public sealed class ObjectTextTests
{
    [Theory]
    [InlineData("a.jpg", "image/jpeg")]
    [InlineData("folder.txt/A.JPEG", "image/jpeg")]
    [InlineData("x.tar.gz", "application/gzip")]
    [InlineData("index.html", "text/html")]
    [InlineData(".txt", null)]
    [InlineData("folder/.txt", null)]
    [InlineData("folder.txt/x", null)]
    [InlineData("x.", null)]
    [InlineData("x", null)]
    [InlineData("x.unheard-of", null)]
    public void The_extension_says_the_media_type(string key, string? type) =>
        Assert.Equal(type, ContentTypes.Of(key));

    [Theory]
    [InlineData("0", 0L)]
    [InlineData("1700000000", 1700000000L * TimeSpan.TicksPerSecond)]
    [InlineData("1.5", 15_000_000L)]
    [InlineData("-1.25", -12_500_000L)]
    [InlineData("1700000000.123456789", 17000000001234567L)]
    public void Times_are_seconds_with_a_fraction(string text, long ticks) =>
        Assert.Equal(DateTime.UnixEpoch.AddTicks(ticks), ModifiedTime.Parse(text));

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("yesterday")]
    [InlineData("1e9")]
    [InlineData("99999999999999999999")]
    [InlineData("-99999999999")]
    public void Text_that_is_not_a_time_parses_to_null(string? text) => Assert.Null(ModifiedTime.Parse(text));

    [Fact]
    public void Every_time_round_trips()
    {
        var random = new Random(7);
        for (int i = 0; i < 1000; i++)
        {
            long ticks = random.NextInt64(TimeSpan.TicksPerDay, DateTime.MaxValue.Ticks - TimeSpan.TicksPerDay);
            var time = new DateTime(ticks, DateTimeKind.Utc);
            Assert.Equal(time, ModifiedTime.Parse(ModifiedTime.Format(time)));
        }
    }
}

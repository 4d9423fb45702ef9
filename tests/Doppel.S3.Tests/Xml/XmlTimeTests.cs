using System.Globalization;
using System.Text;

namespace Doppel.S3.Tests.Xml;

public sealed class XmlTimeTests
{
    [Theory]
    [InlineData("2009-10-12T17:50:30Z", "2009-10-12T17:50:30.0000000")]
    [InlineData("2009-10-12T17:50:30.000Z", "2009-10-12T17:50:30.0000000")]
    [InlineData("2009-10-12T17:50:30.1Z", "2009-10-12T17:50:30.1000000")]
    [InlineData("2009-10-12T17:50:30.123456789Z", "2009-10-12T17:50:30.1234567")]
    [InlineData("2024-02-29T23:59:59+23:59", "2024-02-29T00:00:59.0000000")]
    [InlineData("2024-12-31T23:30:00-01:30", "2025-01-01T01:00:00.0000000")]
    [InlineData("2016-12-31T23:59:60Z", "2016-12-31T23:59:59.0000000")]
    [InlineData("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.0000000")]
    public void Times_are_read(string text, string expected)
    {
        Assert.True(XmlTime.TryParse(Encoding.ASCII.GetBytes(text), out DateTimeOffset time));
        Assert.Equal(expected + "+00:00", time.ToString("O", CultureInfo.InvariantCulture));
    }

    [Theory]
    [InlineData(""), InlineData("2009"), InlineData("2009-10-12"), InlineData("2009-10-12T17:50:30")]
    [InlineData("2009-10-12T17:50:30.Z"), InlineData("2009-10-12 17:50:30Z"), InlineData("2009-10-12T17:50:30ZZ")]
    [InlineData("2023-02-29T00:00:00Z"), InlineData("2009-13-01T00:00:00Z"), InlineData("2009-10-12T24:00:00Z")]
    [InlineData("2009-10-12T17:60:30Z"), InlineData("2009-10-12T17:50:61Z"), InlineData("0000-01-01T00:00:00Z")]
    [InlineData("2009-10-12T17:50:30+24:00"), InlineData("2009-10-12T17:50:30+2:00")]
    [InlineData("-009-10-12T17:50:30Z")]
    [InlineData("0001-01-01T00:00:00+01:00"), InlineData("9999-12-31T23:59:59-01:00")]
    [InlineData("2009-1 -12T17:50:30Z")]
    public void Invalid_times_are_refused(string text) =>
        Assert.False(XmlTime.TryParse(Encoding.ASCII.GetBytes(text), out _));
}

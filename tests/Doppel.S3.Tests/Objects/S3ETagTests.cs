using System.Text;

namespace Doppel.S3.Tests.Objects;

public sealed class S3ETagTests
{
    private const string Digits = "9b2cf535f27731c974343645a3985328";

    [Theory]
    [InlineData(Digits, "\"" + Digits + "\"", 0)]
    [InlineData("\"" + Digits + "\"", "\"" + Digits + "\"", 0)]
    [InlineData("\"" + Digits + "-1\"", "\"" + Digits + "-1\"", 1)]
    [InlineData(Digits + "-10000", "\"" + Digits + "-10000\"", 10_000)]
    public void Digests_are_16_bytes_and_a_number_of_parts(string text, string expected, int parts)
    {
        foreach (S3ETag etag in (S3ETag[])[S3ETag.Parse(text), S3ETag.Parse(Encoding.UTF8.GetBytes(text))])
        {
            var digest = new byte[S3ETag.DigestBytes];
            Assert.True(etag.IsDigest && etag.TryCopyDigest(digest));
            Assert.Equal(Digits, Convert.ToHexStringLower(digest));
            Assert.Equal((expected, parts), (etag.ToString(), etag.PartCount));
            Assert.False(etag.TryCopyDigest(new byte[15]));
        }
    }

    [Theory]
    [InlineData("W/\"x\"", "W/\"x\"")]
    [InlineData("x", "\"x\"")]
    [InlineData("\"\"", "\"\"")]
    [InlineData("\"", "\"")]
    [InlineData("\"9B2CF535F27731C974343645A3985328\"", "\"9B2CF535F27731C974343645A3985328\"")]
    [InlineData(Digits + "-0", "\"" + Digits + "-0\"")]
    [InlineData(Digits + "-01", "\"" + Digits + "-01\"")]
    [InlineData(Digits + "-10001", "\"" + Digits + "-10001\"")]
    [InlineData(Digits + "-", "\"" + Digits + "-\"")]
    [InlineData(Digits + "-+1", "\"" + Digits + "-+1\"")]
    [InlineData(Digits + "0", "\"" + Digits + "0\"")]
    [InlineData("é", "\"é\"")]
    public void Any_other_ETag_is_kept_as_received(string text, string expected)
    {
        foreach (S3ETag etag in (S3ETag[])[S3ETag.Parse(text), S3ETag.Parse(Encoding.UTF8.GetBytes(text))])
        {
            Assert.Equal((expected, false, 0), (etag.ToString(), etag.IsDigest, etag.PartCount));
            Assert.False(etag.IsNone || etag.TryCopyDigest(new byte[16]));
        }
    }

    [Fact]
    public void Equality_is_that_of_the_texts()
    {
        string[] texts = ["", "x", "y", Digits, Digits + "-1", Digits + "-2", "0" + Digits[1..], Digits[..31] + "0"];
        foreach (string left in texts)
        {
            foreach (string right in texts)
            {
                S3ETag a = S3ETag.Parse(left), b = S3ETag.Parse(right);
                Assert.Equal(left == right, a == b);
                Assert.Equal(left == right, a.Equals((object)b) && a.GetHashCode() == b.GetHashCode() && !(a != b));
            }
        }

        Assert.True(S3ETag.Parse("").IsNone && default(S3ETag).IsNone && default(S3ETag) == S3ETag.Parse(""u8));
        Assert.Empty(default(S3ETag).ToString());
    }
}

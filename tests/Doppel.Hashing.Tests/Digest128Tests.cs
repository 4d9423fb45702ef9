namespace Doppel.Hashing.Tests;

public sealed class Digest128Tests
{
    [Fact]
    public void Text_is_the_upper_half_first_in_lower_case()
    {
        Assert.Equal("0123456789abcdef00000000000000ff", new Digest128(0x0123456789ABCDEF, 0xFF).ToString());
    }

    [Fact]
    public void Formatted_digests_parse_back()
    {
        Random random = new(1);
        for (int run = 0; run < 1000; run++)
        {
            // Words of all magnitudes, for leading zeros.
            Digest128 digest = new(
                (ulong)random.NextInt64() >> random.Next(64), (ulong)random.NextInt64() >> random.Next(64));
            Assert.True(Digest128.TryParse(digest.ToString(), out Digest128 parsed));
            Assert.Equal(digest, parsed);
            Assert.True(Digest128.TryParse(digest.ToString().ToUpperInvariant(), out parsed));
            Assert.Equal(digest, parsed);
        }
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("0123456789abcdef0123456789abcde")]
    [InlineData("0123456789abcdef0123456789abcdef0")]
    [InlineData("0123456789abcdef0123456789abcdeg")]
    [InlineData(" 123456789abcdef0123456789abcdef")]
    [InlineData("0123456789abcdef0123456789abcde ")]
    [InlineData("0x23456789abcdef0123456789abcdef")]
    [InlineData("+123456789abcdef-123456789abcdef")]
    public void Anything_but_32_hex_digits_is_refused(string? text)
    {
        Assert.False(Digest128.TryParse(text, out Digest128 digest));
        Assert.Equal(default, digest);
    }

    [Fact]
    public void Bytes_are_in_the_order_of_the_text()
    {
        Digest128 digest = new(0x0123456789ABCDEF, 0xFEDCBA9876543210);
        byte[] bytes = new byte[Digest128.ByteCount];
        digest.WriteBytes(bytes);
        Assert.Equal(digest.ToString(), Convert.ToHexStringLower(bytes));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(15)]
    public void A_destination_that_is_too_short_is_refused_and_left_alone(int length)
    {
        byte[] bytes = new byte[length];
        Assert.Throws<ArgumentOutOfRangeException>(() => new Digest128(1, 2).WriteBytes(bytes));
        Assert.All(bytes, value => Assert.Equal(0, value));
    }

    [Fact]
    public void Order_is_that_of_unsigned_numbers()
    {
        const ulong Max = ulong.MaxValue;
        Digest128[] ascending = [new(0, 0), new(0, Max), new(1, 0), new(Max, 0), new(Max, 1)];
        for (int left = 0; left < ascending.Length; left++)
        {
            for (int right = 0; right < ascending.Length; right++)
            {
                Assert.Equal(left < right, ascending[left] < ascending[right]);
                Assert.Equal(left > right, ascending[left] > ascending[right]);
                Assert.Equal(left <= right, ascending[left] <= ascending[right]);
                Assert.Equal(left >= right, ascending[left] >= ascending[right]);
                Assert.Equal(left.CompareTo(right), Math.Sign(ascending[left].CompareTo(ascending[right])));
            }
        }
    }
}

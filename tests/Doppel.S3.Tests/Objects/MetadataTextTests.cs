using System.Text;
using System.Text.RegularExpressions;
using Doppel.Testing;

namespace Doppel.S3.Tests.Headers;

public sealed class MetadataTextTests
{
    [Theory]
    [InlineData("")]
    [InlineData("plain text, \"quoted\" = ok?")]
    [InlineData("=x?=")]
    public void Values_that_can_be_sent_stay_unchanged(string value)
    {
        Assert.Same(value, MetadataText.Encode(value));
        Assert.Same(value, MetadataText.Decode(value));
    }

    [Theory]
    [InlineData("é", "=?UTF-8?B?w6k=?=")]
    [InlineData(" a", "=?UTF-8?B?IGE=?=")]
    [InlineData("a ", "=?UTF-8?B?YSA=?=")]
    [InlineData("a  b", "=?UTF-8?B?YSAgYg==?=")]
    [InlineData("a\nb", "=?UTF-8?B?YQpi?=")]
    [InlineData("=?UTF-8?B?w6k=?=", "=?UTF-8?B?PT9VVEYtOD9CP3c2az0/PQ==?=")]
    public void Values_that_would_not_arrive_become_encoded_words(string value, string encoded)
    {
        Assert.Equal(encoded, MetadataText.Encode(value));
        Assert.Equal(value, MetadataText.Decode(encoded));
    }

    // The examples of RFC 2047, section 8, and what servers are known to send.
    [Theory]
    [InlineData("=?ISO-8859-1?Q?a?=", "a")]
    [InlineData("=?ISO-8859-1?Q?a?= b", "a b")]
    [InlineData("=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=", "ab")]
    [InlineData("=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=", "ab")]
    [InlineData("=?ISO-8859-1?Q?a_b?=", "a b")]
    [InlineData("=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?_b?=", "a b")]
    [InlineData("=?iso-8859-1?q?Andr=E9?= Pirard", "André Pirard")]
    [InlineData("=?utf-8?q?Andr=c3=A9?=", "André")]
    [InlineData("=?UTF-8?B?8J8=?= =?UTF-8?B?mIA=?=", "😀")]
    [InlineData("=?US-ASCII?Q?Keith_Moore?= <moore>", "Keith Moore <moore>")]
    public void Encoded_words_are_decoded_as_the_RFC_says(string value, string decoded) =>
        Assert.Equal(decoded, MetadataText.Decode(value));

    [Theory]
    [InlineData("=?")]
    [InlineData("=?=")]
    [InlineData("=??=")]
    [InlineData("=?UTF-8?=")]
    [InlineData("=?UTF-8?B?=")]
    [InlineData("=?UTF-8?B?w6k?=")]
    [InlineData("=?UTF-8?B?w6k=")]
    [InlineData("x=?UTF-8?B?w6k=?=")]
    [InlineData("=?UTF-8?X?w6k=?=")]
    [InlineData("=?UTF-16?B?w6k=?=")]
    [InlineData("=?UTF-8?Q?=4?=")]
    [InlineData("=?UTF-8?Q?=4x?=")]
    [InlineData("=?UTF-8?Q?a?b?=")]
    public void Text_that_is_no_encoded_word_stays_unchanged(string value) =>
        Assert.Equal(value, MetadataText.Decode(value));

    [Fact]
    public void Any_text_round_trips_and_no_encoded_word_is_longer_than_75_characters()
    {
        for (int round = TestRun.Count(2000, 100_000); round > 0; round--)
        {
            int seed = round + TestRun.SeedOffset;
            string value = Text(new Random(seed));
            string encoded = MetadataText.Encode(value);
            Assert.True(encoded == value || Regex.IsMatch(encoded, @"^(=\?UTF-8\?B\?[A-Za-z0-9+/=]{4,60}\?=( |$))+$"),
                $"seed {seed}: {encoded}");
            Assert.True(encoded == encoded.Trim() && encoded.All(c => c is >= ' ' and <= '~'), $"seed {seed}");
            Assert.True(value == MetadataText.Decode(encoded), $"seed {seed}: {encoded}");
            if (encoded != value)
            {
                // No character lies in two words.
                IEnumerable<string> words = encoded.Split(' ').Select(
                    word => new UTF8Encoding(false, true).GetString(Convert.FromBase64String(word[10..^2])));
                Assert.Equal(value, string.Concat(words));
            }
        }
    }

    [Fact]
    public void Half_a_surrogate_pair_is_refused() =>
        Assert.Throws<ArgumentException>(() => MetadataText.Encode("a\uD800"));

    [Fact]
    public void Names_are_ascii_without_separators()
    {
        Assert.All((string[])["a", "A-b_c.d", "md5chksum", "!#$%&'*+-.^_`|~"],
            name => Assert.True(MetadataText.IsName(name)));
        Assert.All((string[])["", "a b", "é", "a:", "a/b", "a\n", "a\"", "(", "\u007f"],
            name => Assert.False(MetadataText.IsName(name)));
    }

    private static string Text(Random random)
    {
        var text = new StringBuilder();
        for (int i = random.Next(random.Next(2) == 0 ? 6 : 120); i > 0; i--)
        {
            text.Append(random.Next(8) switch
            {
                0 => " ",
                1 => random.GetItems(["=?", "?=", "=?UTF-8?B?", "\t", "\0"], 1)[0],
                2 => new Rune(random.Next(0xE000, 0x110000)).ToString(),
                3 when i % 2 == 0 => new Rune(random.Next(0xD800)).ToString(),
                _ => ((char)random.Next('a', 'z' + 1)).ToString(),
            });
        }

        return text.ToString();
    }
}

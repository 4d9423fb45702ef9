using System.Text;

namespace Doppel.Pooling.Tests.Text;

public sealed class PlainTextTests
{
    // Of one to four bytes in UTF-8, and of one and two units in UTF-16.
    private const string Mixed = "aé€😀ß\0z";

    [Fact]
    public void Characters_strings_and_spans_are_written_at_every_room()
    {
        EveryRoom.Check("x", (ref TextBuilder text) => text.Append('x'));
        EveryRoom.Check("", (ref TextBuilder text) => text.Append((string?)null));
        EveryRoom.Check(Mixed, (ref TextBuilder text) => text.Append(Mixed));
        EveryRoom.Check(Mixed, (ref TextBuilder text) => text.Append(Mixed.AsSpan()));
        EveryRoom.Check("-----", (ref TextBuilder text) => text.Append('-', 5));
        EveryRoom.Check("", (ref TextBuilder text) => text.Append('-', 0));
    }

    [Fact]
    public void Characters_strings_and_spans_are_written_as_utf8_at_every_room()
    {
        EveryRoom.CheckUtf8("x", (ref Utf8Builder text) => text.Append('x'));
        EveryRoom.CheckUtf8("é", (ref Utf8Builder text) => text.Append('é'));
        EveryRoom.CheckUtf8("€", (ref Utf8Builder text) => text.Append('€'));
        EveryRoom.CheckUtf8("", (ref Utf8Builder text) => text.Append((string?)null));
        EveryRoom.CheckUtf8(Mixed, (ref Utf8Builder text) => text.Append(Mixed));
        EveryRoom.CheckUtf8(Mixed, (ref Utf8Builder text) => text.Append(Mixed.AsSpan()));
        EveryRoom.CheckUtf8(Mixed, (ref Utf8Builder text) => text.Append(Encoding.UTF8.GetBytes(Mixed)));
        EveryRoom.CheckUtf8([0xFF, 0x00], (ref Utf8Builder text) => text.Append([0xFF, 0x00]));
        EveryRoom.CheckUtf8([0xC3], (ref Utf8Builder text) => text.AppendByte(0xC3));
        EveryRoom.CheckUtf8("-----", (ref Utf8Builder text) => text.Append('-', 5));
        EveryRoom.CheckUtf8("€€€€€", (ref Utf8Builder text) => text.Append('€', 5));
    }

    [Fact]
    public void Runes_are_written_at_every_room()
    {
        foreach (Rune rune in Mixed.EnumerateRunes())
        {
            EveryRoom.Check(rune.ToString(), (ref TextBuilder text) => text.Append(rune));
            EveryRoom.CheckUtf8(rune.ToString(), (ref Utf8Builder text) => text.Append(rune));
        }
    }

    [Fact]
    public void Half_a_surrogate_pair_becomes_the_replacement_character_in_utf8()
    {
        EveryRoom.CheckUtf8("\uFFFD", (ref Utf8Builder text) => text.Append('\uD83D'));
        EveryRoom.CheckUtf8("\uFFFD\uFFFD", (ref Utf8Builder text) => text.Append('\uDE00', 2));
        EveryRoom.CheckUtf8("a\uFFFDb\uFFFD", (ref Utf8Builder text) => text.Append("a\uD83Db\uDE00"));
    }

    [Fact]
    public void Bytes_are_written_as_hex_at_every_room()
    {
        byte[] all = [.. Enumerable.Range(0, 256).Select(value => (byte)value)];
        foreach (int length in (int[])[0, 1, 7, 8, 9, 20, 32, 63, 64, 65, 256])
        {
            byte[] bytes = all[(256 - length)..];
            string lower = Convert.ToHexStringLower(bytes);
            string upper = Convert.ToHexString(bytes);
            EveryRoom.Check(lower, (ref TextBuilder text) => text.AppendHexLower(bytes));
            EveryRoom.Check(upper, (ref TextBuilder text) => text.AppendHexUpper(bytes));
            EveryRoom.CheckUtf8(lower, (ref Utf8Builder text) => text.AppendHexLower(bytes));
            EveryRoom.CheckUtf8(upper, (ref Utf8Builder text) => text.AppendHexUpper(bytes));
        }

        EveryRoom.Check(Convert.ToHexStringLower(all), (ref TextBuilder text) => text.AppendHexLower(all));
    }

    [Fact]
    public void Text_is_written_straight_into_the_room()
    {
        EveryRoom.Check("abcd", (ref TextBuilder text) =>
        {
            "abcd".CopyTo(text.GetSpan(4));
            text.Advance(4);
        });
        EveryRoom.CheckUtf8("abcd", (ref Utf8Builder text) =>
        {
            "abcd"u8.CopyTo(text.GetSpan(4));
            text.Advance(4);
        });
    }

    [Fact]
    public void A_builder_can_append_its_own_text()
    {
        EveryRoom.Check("before:", (ref TextBuilder text) => text.Append(text.AsSpan()));
        EveryRoom.CheckUtf8("before:", (ref Utf8Builder text) => text.Append(text.AsSpan()));

        // From rented memory too, which is not given back before it is read.
        string expected = new('x', 1 << 16);
        var grown = new TextBuilder(stackalloc char[1]);
        grown.Append('x');
        while (grown.Length < expected.Length)
        {
            grown.Append(grown.AsSpan());
        }

        Assert.Equal(expected, grown.ToString());
        grown.Dispose();
    }

    [Fact]
    public void Growing_carries_along_what_is_written_and_nothing_else()
    {
        for (int initial = 0; initial <= 40; initial++)
        {
            var text = new TextBuilder(new char[initial]);
            var bytes = new Utf8Builder(new byte[initial]);
            var expected = new StringBuilder();
            for (int i = 0; i < 3000; i++)
            {
                char next = (char)('a' + (i % 26));
                text.Append(next);
                bytes.Append(next);
                expected.Append(next);
            }

            Assert.Equal(expected.ToString(), text.ToString());
            Assert.Equal(expected.ToString(), bytes.ToString());
            text.Dispose();
            bytes.Dispose();
        }
    }

    [Fact]
    public void Random_steps_agree_with_a_string_builder()
    {
        int rounds = Doppel.Testing.TestRun.Count(300, 20_000);
        for (int round = 0; round < rounds; round++)
        {
            int seed = round + Doppel.Testing.TestRun.SeedOffset;
            var random = new Random(seed);
            var expected = new StringBuilder();
            var text = new TextBuilder(new char[random.Next(64)]);
            var bytes = new Utf8Builder(new byte[random.Next(64)]);
            for (int step = random.Next(40); step > 0; step--)
            {
                Step(random, expected, ref text, ref bytes);
            }

            Assert.True(expected.ToString() == text.ToString(), $"seed {seed}");
            Assert.True(expected.ToString() == bytes.ToString(), $"seed {seed}");
            text.Dispose();
            bytes.Dispose();
        }
    }

    private static void Step(Random random, StringBuilder expected, ref TextBuilder text, ref Utf8Builder bytes)
    {
        switch (random.Next(6))
        {
            case 0:
                long number = random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64);
                expected.Append(number);
                text.Append(number);
                bytes.Append(number);
                break;
            case 1:
                string word = string.Concat(Enumerable.Repeat(Mixed, random.Next(9)));
                expected.Append(word);
                text.Append(word);
                bytes.Append(word);
                break;
            case 2:
                int count = random.Next(200);
                expected.Append('é', count);
                text.Append('é', count);
                bytes.Append('é', count);
                break;
            case 3:
                var date = new DateTime(random.NextInt64(DateTime.MaxValue.Ticks));
                expected.Append($"{date:O}{count = random.Next():X}");
                text.Append($"{date:O}{count:X}");
                bytes.Append($"{date:O}{count:X}");
                break;
            case 4:
                byte[] raw = new byte[random.Next(40)];
                random.NextBytes(raw);
                expected.Append(Convert.ToHexStringLower(raw));
                text.AppendHexLower(raw);
                bytes.AppendHexLower(raw);
                break;
            default:
                if (random.Next(8) == 0)
                {
                    expected.Clear();
                    text.Clear();
                    bytes.Length = 0;
                }

                break;
        }
    }
}

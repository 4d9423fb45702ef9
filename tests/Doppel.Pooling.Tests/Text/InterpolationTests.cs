using System.Net;

namespace Doppel.Pooling.Tests.Text;

public sealed class InterpolationTests
{
    private static readonly DateTime s_date = new(2013, 5, 24, 0, 0, 0, DateTimeKind.Utc);

    [Fact]
    public void An_interpolated_string_is_written_at_every_room()
    {
        int number = int.MinValue;
        string word = "wört";
        object thing = Guid.Empty;
        string expected =
            $"{number}|{word}|{s_date:yyyyMMdd}|{thing}|{DayOfWeek.Friday}|{true}|{(object?)null}|{'ß'}{{}}";
        EveryRoom.Check(expected, (ref TextBuilder text) => text.Append(
            $"{number}|{word}|{s_date:yyyyMMdd}|{thing}|{DayOfWeek.Friday}|{true}|{(object?)null}|{'ß'}{{}}"));
        EveryRoom.CheckUtf8(expected, (ref Utf8Builder text) => text.Append(
            $"{number}|{word}|{s_date:yyyyMMdd}|{thing}|{DayOfWeek.Friday}|{true}|{(object?)null}|{'ß'}{{}}"));
    }

    [Fact]
    public void Widths_align_to_either_side_at_every_room()
    {
        const string expected = "[   42][42   ][ab ][ ab][123456][  0A]";
        EveryRoom.Check(expected, (ref TextBuilder text) =>
            text.Append($"[{42,5}][{42,-5}][{"ab",-3}][{"ab".AsSpan(),3}][{123456,3}][{10,4:X2}]"));
        EveryRoom.CheckUtf8(expected, (ref Utf8Builder text) =>
            text.Append($"[{42,5}][{42,-5}][{"ab",-3}][{"ab".AsSpan(),3}][{123456,3}][{10,4:X2}]"));
    }

    [Fact]
    public void Bytes_in_a_hole_are_utf8_as_they_are() =>
        EveryRoom.CheckUtf8("<é>", (ref Utf8Builder text) => text.Append($"<{"é"u8}>"));

    [Fact]
    public void A_hole_may_write_into_the_same_builder()
    {
        EveryRoom.Check("a(inner)7b", (ref TextBuilder text) => text.Append($"a{Inner(ref text)}b"));
        EveryRoom.CheckUtf8("a(inner)7b", (ref Utf8Builder text) => text.Append($"a{InnerUtf8(ref text)}b"));

        static int Inner(ref TextBuilder text)
        {
            text.Append("(inner)");
            return 7;
        }

        static int InnerUtf8(ref Utf8Builder text)
        {
            text.Append("(inner)");
            return 7;
        }
    }

    [Fact]
    public void A_hole_that_throws_leaves_what_was_written_before_it()
    {
        var text = new TextBuilder(stackalloc char[4]);
        try
        {
            text.Append($"written {Throwing()} never");
            Assert.Fail("Nothing was thrown.");
        }
        catch (TimeoutException)
        {
            text.Append('!');
            Assert.Equal("written !", text.ToString());
        }

        text.Dispose();

        static int Throwing() => throw new TimeoutException();
    }

    [Fact]
    public void A_builder_in_a_using_or_in_another_struct_is_written_itself_and_no_copy_of_it()
    {
        using var text = new TextBuilder(stackalloc char[2]);
        text.Append($"{1}+{2}");
        Assert.Equal("1+2", text.ToString());

        var holder = new Holder { Text = new TextBuilder(stackalloc char[2]) };
        holder.Text.Append($"{3}+{4}");
        Assert.Equal("3+4", holder.Text.ToString());
        holder.Text.Dispose();
    }

    [Fact]
    public void Values_that_format_only_to_chars_or_only_to_a_string_are_written_as_UTF8()
    {
        var version = new CharactersOnly();
        EveryRoom.CheckUtf8(new string('é', 200), (ref Utf8Builder text) => text.Append($"{version}"));
        IPEndPoint point = new(IPAddress.Loopback, 9000);
        EveryRoom.CheckUtf8("127.0.0.1:9000", (ref Utf8Builder text) => text.Append($"{point}"));
        Uri uri = new("http://localhost/é");
        EveryRoom.CheckUtf8("http://localhost/é", (ref Utf8Builder text) => text.Append($"{uri}"));
    }

    private ref struct Holder
    {
        public TextBuilder Text;
    }

    private readonly struct CharactersOnly : ISpanFormattable
    {
        public bool TryFormat(
            Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            charsWritten = 0;
            if (destination.Length < 200)
            {
                return false;
            }

            destination.Slice(0, 200).Fill('é');
            charsWritten = 200;
            return true;
        }

        public string ToString(string? format, IFormatProvider? formatProvider) => new('é', 200);
    }
}

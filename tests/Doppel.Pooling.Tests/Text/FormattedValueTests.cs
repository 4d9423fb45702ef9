using System.Globalization;
using System.Net;
using System.Numerics;

namespace Doppel.Pooling.Tests.Text;

public sealed class FormattedValueTests
{
    private static readonly DateTime s_date = new DateTime(2013, 5, 24, 1, 2, 3, DateTimeKind.Utc).AddTicks(1_234_567);

    [Fact]
    public void Every_integer_type_is_written_from_its_least_to_its_greatest_value()
    {
        Both(sbyte.MinValue, sbyte.MaxValue, (sbyte)0);
        Both(byte.MinValue, byte.MaxValue);
        Both(short.MinValue, short.MaxValue, (short)-1);
        Both(ushort.MinValue, ushort.MaxValue);
        Both(int.MinValue, int.MaxValue, 0, -1, 9, 10);
        Both(uint.MinValue, uint.MaxValue);
        Both(long.MinValue, long.MaxValue, 0, -1);
        Both(ulong.MinValue, ulong.MaxValue);
        Both(nint.MinValue, nint.MaxValue);
        Both(nuint.MinValue, nuint.MaxValue);
        Both(Int128.MinValue, Int128.MaxValue);
        Both(UInt128.MinValue, UInt128.MaxValue);
    }

    [Fact]
    public void The_least_integer_takes_eleven_characters()
    {
        EveryRoom.Check("-2147483648", (ref TextBuilder text) => text.Append(int.MinValue));
        EveryRoom.CheckUtf8("-2147483648", (ref Utf8Builder text) => text.Append(int.MinValue));
    }

    [Fact]
    public void Every_real_type_is_written()
    {
        Both(double.MinValue, double.MaxValue, double.Epsilon, double.NaN, double.NegativeInfinity, 0.1);
        Both(float.MinValue, float.MaxValue, float.Epsilon, float.NaN, 1f / 3);
        Both(Half.MinValue, Half.Epsilon);
        Both(decimal.MinValue, decimal.MaxValue, 0.0000000000000000000000000001m);
    }

    [Fact]
    public void A_date_may_be_longer_than_sixteen_characters()
    {
        EveryRoom.Check("2013-05-24T01:02:03.1234567Z", (ref TextBuilder text) => text.Append(s_date, "O"));
        EveryRoom.CheckUtf8("2013-05-24T01:02:03.1234567Z", (ref Utf8Builder text) => text.Append(s_date, "O"));
    }

    [Theory]
    [InlineData(""), InlineData("O"), InlineData("R"), InlineData("s"), InlineData("u"), InlineData("F")]
    [InlineData("D")]
    [InlineData("yyyyMMdd"), InlineData("yyyyMMdd'T'HHmmss'Z'"), InlineData("dddd, dd MMMM yyyy HH:mm:ss.fffffff zzz")]
    public void Every_format_of_a_date_is_written(string format)
    {
        Formatted(s_date, format);
        Formatted(DateTime.MaxValue, format);
        Formatted(new DateTimeOffset(s_date.Ticks, TimeSpan.FromMinutes(-765)), format);
    }

    [Fact]
    public void Every_other_value_that_writes_itself_is_written()
    {
        Formatted(TimeSpan.MinValue, "");
        Formatted(TimeSpan.MaxValue, "G");
        Formatted(DateOnly.MaxValue, "o");
        Formatted(TimeOnly.MaxValue, "o");
        foreach (string format in (string[])["", "N", "D", "B", "P", "X"])
        {
            Formatted(Guid.AllBitsSet, format);
        }

        Formatted(IPAddress.Parse("2001:db8:1234:5678:9abc:def0:1234:5678"), "");
        Formatted(new Version(1, 2, 3, 4), "");
        var great = BigInteger.Pow(-7, 301);
        EveryRoom.Check(great.ToString(), (ref TextBuilder text) => text.Append(great));
    }

    [Fact]
    public void Formats_longer_than_any_buffer_are_written()
    {
        Formatted(5, "D300");
        Formatted(1.0, "F150");
        Formatted(long.MinValue, "N40");
        string digits = int.MaxValue.ToString("D100000", CultureInfo.InvariantCulture);
        var text = new TextBuilder(stackalloc char[16]);
        text.Append(int.MaxValue, "D100000");
        Assert.Equal(digits, text.ToString());
        text.Dispose();
    }

    [Fact]
    public void Values_are_written_by_the_invariant_culture_unless_another_is_given()
    {
        CultureInfo before = CultureInfo.CurrentCulture;
        var strange = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        strange.NumberFormat.NegativeSign = "minus ";
        strange.NumberFormat.NumberDecimalSeparator = " comma ";
        CultureInfo.CurrentCulture = strange;
        try
        {
            EveryRoom.Check("-1.5", (ref TextBuilder text) => text.Append(-1.5));
            EveryRoom.CheckUtf8("-1.5", (ref Utf8Builder text) => text.Append(-1.5));
            EveryRoom.Check("<-1.5>", (ref TextBuilder text) => text.Append($"<{-1.5}>"));
            EveryRoom.CheckUtf8("<-1.5>", (ref Utf8Builder text) => text.Append($"<{-1.5}>"));
            EveryRoom.Check("minus 1 comma 5", (ref TextBuilder text) => text.Append(-1.5, provider: strange));
            EveryRoom.CheckUtf8("minus 1 comma 5", (ref Utf8Builder text) => text.Append(-1.5, provider: strange));
            EveryRoom.Check("<minus 1 comma 5>", (ref TextBuilder text) => text.Append(strange, $"<{-1.5}>"));
            EveryRoom.CheckUtf8("<minus 1 comma 5>", (ref Utf8Builder text) => text.Append(strange, $"<{-1.5}>"));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void A_format_that_is_unknown_leaves_the_text_as_it_was()
    {
        var text = new TextBuilder(stackalloc char[8]);
        text.Append("text");
        try
        {
            text.Append(Guid.AllBitsSet, "no such format");
            Assert.Fail("The format was taken.");
        }
        catch (FormatException)
        {
            Assert.Equal("text", text.ToString());
        }

        text.Dispose();
    }

    [Fact]
    public void A_formatter_that_lies_about_its_length_is_caught()
    {
        Assert.Throws<InvalidOperationException>(() => new TextBuilder(stackalloc char[8]).Append(new Liar(9)));
        Assert.Throws<InvalidOperationException>(() => new TextBuilder(stackalloc char[8]).Append(new Liar(-1)));
        Assert.Throws<InvalidOperationException>(() => new Utf8Builder(stackalloc byte[8]).Append(new Liar(9)));
    }

    [Fact]
    public void A_formatter_that_is_never_content_is_asked_for_a_string()
    {
        var text = new TextBuilder(stackalloc char[8]);
        text.Append(new Liar(Liar.NeverContent));
        text.Append($"/{new Liar(Liar.NeverContent)}");
        Assert.Equal("a string/a string", text.ToString());
        text.Dispose();

        var bytes = new Utf8Builder(stackalloc byte[8]);
        bytes.Append(new Liar(Liar.NeverContent));
        Assert.Equal("a string", bytes.ToString());
        bytes.Dispose();
    }

    private static void Both<T>(params T[] values)
        where T : ISpanFormattable, IUtf8SpanFormattable
    {
        foreach (T value in values)
        {
            Formatted(value, "");
        }
    }

    private static void Formatted<T>(T value, string format)
        where T : ISpanFormattable, IUtf8SpanFormattable
    {
        string expected = value.ToString(format, CultureInfo.InvariantCulture);
        EveryRoom.Check(expected, (ref TextBuilder text) => text.Append(value, format));
        EveryRoom.CheckUtf8(expected, (ref Utf8Builder text) => text.Append(value, format));
    }

    private readonly struct Liar(int length) : ISpanFormattable, IUtf8SpanFormattable
    {
        public const int NeverContent = int.MinValue;

        public bool TryFormat(
            Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            charsWritten = length;
            return length != NeverContent;
        }

        public bool TryFormat(
            Span<byte> utf8Destination, out int bytesWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
        {
            bytesWritten = length;
            return length != NeverContent;
        }

        public string ToString(string? format, IFormatProvider? formatProvider) => "a string";
    }
}

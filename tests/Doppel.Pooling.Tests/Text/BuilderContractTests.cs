namespace Doppel.Pooling.Tests.Text;

public sealed class BuilderContractTests
{
    [Fact]
    public void A_text_longer_than_can_be_is_an_error_and_takes_no_memory()
    {
        Assert.Throws<InvalidOperationException>(() => Text().Append('x', int.MaxValue));
        Assert.Throws<InvalidOperationException>(() => Text().GetSpan(int.MaxValue));
        Assert.Throws<InvalidOperationException>(() => Bytes().Append('x', int.MaxValue));
        Assert.Throws<InvalidOperationException>(() => Bytes().Append('€', 1 << 30));
        Assert.Throws<InvalidOperationException>(() => Bytes().GetSpan(int.MaxValue));
        Assert.Throws<ArgumentOutOfRangeException>(() =>
        {
            TextBuilder text = Text();
            new TextBuilder.InterpolationHandler(0, 1, in text).AppendFormatted(1, int.MinValue);
        });
        Assert.Throws<ArgumentOutOfRangeException>(() =>
        {
            Utf8Builder text = Bytes();
            new Utf8Builder.InterpolationHandler(0, 1, in text).AppendFormatted(1, int.MinValue);
        });

        static TextBuilder Text()
        {
            var text = new TextBuilder(new char[16]);
            text.Append("some text");
            return text;
        }

        static Utf8Builder Bytes()
        {
            var text = new Utf8Builder(new byte[16]);
            text.Append("some text");
            return text;
        }
    }

    [Fact]
    public void Arguments_out_of_range_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new TextBuilder(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new Utf8Builder(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new TextBuilder(new char[8]).Append('x', -1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new Utf8Builder(new byte[8]).Append('é', -1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new TextBuilder(new char[8]).Advance(9));
        Assert.Throws<ArgumentOutOfRangeException>(() => new TextBuilder(new char[8]).Advance(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new TextBuilder(new char[8]).GetSpan(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new TextBuilder(new char[8])[0]);
        Assert.Throws<ArgumentOutOfRangeException>(() => new Utf8Builder(new byte[8])[-1]);
    }

    [Fact]
    public void The_length_can_be_cut_and_not_drawn_out()
    {
        var text = new TextBuilder(new char[8]);
        text.Append("abcdef");
        text.Length = 3;
        text[1] = 'X';
        Assert.Equal("aXc", text.ToString());
        try
        {
            text.Length = 4;
            Assert.Fail("The length was drawn out.");
        }
        catch (ArgumentOutOfRangeException)
        {
            Assert.Equal(3, text.Length);
        }

        text.Clear();
        Assert.Equal("", text.ToString());
        Assert.Equal(8, text.Capacity);
    }

    [Fact]
    public void Text_is_copied_only_where_it_fits_whole()
    {
        var text = new TextBuilder(new char[8]);
        text.Append("abc");
        char[] four = ['-', '-', '-', '-'];
        Assert.True(text.TryCopyTo(four, out int written));
        Assert.Equal((3, "abc-"), (written, new string(four)));
        Assert.False(text.TryCopyTo(four.AsSpan(0, 2), out written));
        Assert.Equal((0, "abc-"), (written, new string(four)));
        text.CopyTo(four.AsSpan(1));
        Assert.Equal("aabc", new string(four));

        Assert.Throws<ArgumentException>(() =>
        {
            var bytes = new Utf8Builder(new byte[8]);
            bytes.Append("abc");
            bytes.CopyTo(new byte[2]);
        });
    }

    [Fact]
    public void After_dispose_a_builder_is_empty_and_may_be_disposed_or_used_again()
    {
        var text = new TextBuilder(16);
        text.Append('x', 1000);
        text.Dispose();
        text.Dispose();
        Assert.Equal((0, 0, ""), (text.Length, text.Capacity, text.ToString()));
        text.Append("again");
        Assert.Equal("again", text.ToString());
        text.Dispose();

        Utf8Builder bytes = default;
        bytes.Append("from nothing");
        Assert.Equal("from nothing", bytes.ToString());
        bytes.Dispose();
        bytes.Dispose();
        Assert.Equal(0, bytes.Length);
    }

    [Fact]
    public void An_array_is_returned_once_even_if_a_builder_is_disposed_twice()
    {
        var first = new TextBuilder(100);
        first.Append('a');
        first.Dispose();
        first.Dispose();
        var second = new TextBuilder(100);
        var third = new TextBuilder(100);
        second.Append('b');
        third.Append('c');
        Assert.Equal("bc", second.ToString() + third.ToString());
        second.Dispose();
        third.Dispose();
    }
}

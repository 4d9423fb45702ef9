namespace Doppel.Media.Tests;

/// <summary>A stream is a file for the mapper.</summary>
public sealed class StreamSourceTests
{
    [Fact]
    public void Bytes_are_read_at_any_offset_in_any_order()
    {
        using var stream = new MemoryStream([0, 1, 2, 3, 4, 5]);
        var source = new StreamSource(stream);
        byte[] two = new byte[2];
        Assert.Equal(6, source.Length);
        Assert.True(source.TryRead(4, two));
        Assert.Equal([4, 5], two);
        Assert.True(source.TryRead(1, two));
        Assert.Equal([1, 2], two);
        Assert.True(source.TryRead(6, []));
    }

    [Fact]
    public void A_stream_that_became_shorter_is_not_read_as_if_it_were_whole()
    {
        using var stream = new MemoryStream();
        stream.Write([0, 1, 2, 3]);
        var source = new StreamSource(stream);
        stream.SetLength(3);
        Assert.False(source.TryRead(2, new byte[2]));
    }
}

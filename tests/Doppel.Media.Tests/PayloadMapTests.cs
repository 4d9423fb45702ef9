namespace Doppel.Media.Tests;

public sealed class PayloadMapTests
{
    public static TheoryData<int> Seeds => [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(200, 5000))];

    [Theory, MemberData(nameof(Seeds))]
    public void A_payload_reads_as_if_it_were_contiguous(int seed)
    {
        var random = new Random(seed);
        byte[] file = new byte[random.Next(1, 60)];
        random.NextBytes(file);
        PayloadExtent[] extents = [.. Enumerable.Range(0, random.Next(1, 6)).Select(_ => Extent(random, file.Length))];
        byte[] payload = [.. extents.SelectMany(one => file.AsSpan((int)one.Offset, (int)one.Length).ToArray())];
        var source = new MemorySource(file);
        var map = new PayloadMap(extents);
        Assert.Equal(payload.Length, map.Bytes);
        for (int i = 0; i < 20; i++)
        {
            int at = random.Next(payload.Length + 1);
            byte[] bytes = new byte[random.Next(payload.Length - at + 1)];
            Assert.True(map.TryRead(source, at, bytes));
            Assert.Equal(payload.AsSpan(at, bytes.Length).ToArray(), bytes);
        }

        Assert.False(map.TryRead(source, 1, payload));
        Assert.False(map.TryRead(source, -1, new byte[1]));
    }

    [Theory, MemberData(nameof(Seeds))]
    public void Each_byte_of_a_payload_is_found_in_its_extent(int seed)
    {
        var random = new Random(seed);
        PayloadExtent[] extents = [.. Enumerable.Range(0, random.Next(1, 6)).Select(_ => Extent(random, 60))];
        var map = new PayloadMap(extents);
        int offset = 0;
        for (int i = 0; i < extents.Length; i++)
        {
            for (int within = 0; within < extents[i].Length; within++, offset++)
            {
                Assert.Equal(i, map.IndexOf(offset));
                Assert.Equal(
                    new PayloadExtent(extents[i].Offset + within, extents[i].Length - within), map.From(i, offset));
            }
        }
    }

    private static PayloadExtent Extent(Random random, int size)
    {
        int offset = random.Next(size);
        return new PayloadExtent(offset, random.Next(1, size - offset + 1));
    }
}

namespace Doppel.Hashing.Tests.Crc;

/// <summary>The three checksums, each by all means that the processor has, against bits moved one by one.</summary>
public sealed class CrcTests
{
    private static readonly CrcPath[] s_all = Enum.GetValues<CrcPath>();

    private static readonly (string Name, NaiveCrc Naive, ByPath Ours, CrcPath[] Paths)[] s_means =
    [
        (nameof(Crc32), NaiveCrc.Crc32, (source, path) => Crc32.Hash(source, path),
            [.. s_all.Where(Crc32.IsSupported)]),
        (nameof(Crc32C), NaiveCrc.Crc32C, (source, path) => Crc32C.Hash(source, path),
            [.. s_all.Where(Crc32C.IsSupported)]),
        (nameof(Crc64Nvme), NaiveCrc.Crc64Nvme, Crc64Nvme.Hash, [.. s_all.Where(Crc64Nvme.IsSupported)]),
    ];

    private delegate ulong ByPath(ReadOnlySpan<byte> source, CrcPath path);

    [Fact]
    public void Nine_digits_have_the_published_checksums()
    {
        Assert.Equal(0xCBF43926u, Crc32.Hash("123456789"u8));
        Assert.Equal(0xE3069283u, Crc32C.Hash("123456789"u8));
        Assert.Equal(0xAE8B14860A799888ul, Crc64Nvme.Hash("123456789"u8));
        Assert.Equal((0u, 0u, 0ul), (Crc32.Hash([]), Crc32C.Hash([]), Crc64Nvme.Hash([])));
    }

    // 32 bytes each: RFC 3720, B.4.
    [Fact]
    public void Zeros_ones_and_rising_bytes_have_the_published_crc32c()
    {
        Assert.Equal(0x8A9136AAu, Crc32C.Hash(new byte[32]));
        Assert.Equal(0x62A8AB43u, Crc32C.Hash([.. Enumerable.Repeat((byte)0xFF, 32)]));
        Assert.Equal(0x46DD794Eu, Crc32C.Hash([.. Enumerable.Range(0, 32).Select(i => (byte)i)]));
    }

    [Fact]
    public void The_processor_has_tables_and_something_faster_for_each_path_that_is_tested()
    {
        Assert.All(s_means, means => Assert.Contains(CrcPath.Table, means.Paths));
        bool isCommon = System.Runtime.Intrinsics.X86.Pclmulqdq.IsSupported;
        Assert.All(s_means, means => Assert.Equal(isCommon, means.Paths.Contains(CrcPath.Folding)));
    }

    [Fact]
    public void Every_length_has_the_checksum_of_naive_code()
    {
        byte[] bytes = Samples.Bytes(1200, 1);
        for (int length = 0; length <= bytes.Length; length++)
        {
            Check(bytes, 0, length);
        }
    }

    [Fact]
    public void Alignment_in_memory_does_not_matter()
    {
        byte[] bytes = Samples.Bytes(1300, 2);
        for (int start = 0; start < 64; start++)
        {
            for (int length = start % 7; length <= 1200; length += Samples.Full ? 1 : 61)
            {
                Check(bytes, start, length);
            }
        }
    }

    [Fact]
    public void Pieces_have_the_checksum_of_the_whole()
    {
        byte[] bytes = Samples.Bytes(3000, 3);
        for (int seed = 0; seed < (Samples.Full ? 2000 : 200); seed++)
        {
            var random = new Random(seed);
            ReadOnlySpan<byte> whole = bytes.AsSpan(0, random.Next(bytes.Length));
            Crc32 crc32 = new();
            Crc32C crc32C = new();
            Crc64Nvme crc64 = new();
            for (int at = 0; at < whole.Length;)
            {
                int count = random.Next(Math.Min(whole.Length - at, random.Next(3) == 0 ? 20 : 500) + 1);
                crc32.Append(whole.Slice(at, count));
                crc32C.Append(whole.Slice(at, count));
                crc64.Append(whole.Slice(at, count));
                at += count;
            }

            Assert.Equal(Crc32.Hash(whole), crc32.Value);
            Assert.Equal(Crc32C.Hash(whole), crc32C.Value);
            Assert.Equal(Crc64Nvme.Hash(whole), crc64.Value);
        }
    }

    [Fact]
    public void Two_checksums_combine_to_that_of_both_contents()
    {
        byte[] bytes = Samples.Bytes(2000, 4);
        for (int seed = 0; seed < (Samples.Full ? 2000 : 200); seed++)
        {
            var random = new Random(seed);
            ReadOnlySpan<byte> whole = bytes.AsSpan(0, random.Next(bytes.Length));
            int cut = seed < 10 ? 0 : random.Next(whole.Length + 1);
            ReadOnlySpan<byte> first = whole.Slice(0, cut);
            ReadOnlySpan<byte> second = whole.Slice(cut);
            ulong length = (ulong)second.Length;
            Assert.Equal(Crc32.Hash(whole), Crc32.Combine(Crc32.Hash(first), Crc32.Hash(second), length));
            Assert.Equal(Crc32C.Hash(whole), Crc32C.Combine(Crc32C.Hash(first), Crc32C.Hash(second), length));
            Assert.Equal(
                Crc64Nvme.Hash(whole), Crc64Nvme.Combine(Crc64Nvme.Hash(first), Crc64Nvme.Hash(second), length));
        }
    }

    // Lengths on both sides of 32 bits, and up to the longest that there is.
    [Fact]
    public void Combining_holds_for_lengths_that_nobody_could_hash()
    {
        ulong[] lengths =
        [
            0, 1, 1000, uint.MaxValue, 1UL << 32, (1UL << 32) + 1, (1UL << 40) + 12_345, (1UL << 61) - 1, 1UL << 63,
            ulong.MaxValue,
        ];
        byte[] bytes = Samples.Bytes(100, 5);
        ReadOnlySpan<byte> first = bytes.AsSpan(0, 60);
        ReadOnlySpan<byte> second = bytes.AsSpan(60);
        foreach (ulong length in lengths)
        {
            Assert.Equal(
                NaiveCrc.Crc32.Combine(Crc32.Hash(first), Crc32.Hash(second), length),
                Crc32.Combine(Crc32.Hash(first), Crc32.Hash(second), length));
            Assert.Equal(
                NaiveCrc.Crc32C.Combine(Crc32C.Hash(first), Crc32C.Hash(second), length),
                Crc32C.Combine(Crc32C.Hash(first), Crc32C.Hash(second), length));
            Assert.Equal(
                NaiveCrc.Crc64Nvme.Combine(Crc64Nvme.Hash(first), Crc64Nvme.Hash(second), length),
                Crc64Nvme.Combine(Crc64Nvme.Hash(first), Crc64Nvme.Hash(second), length));
        }
    }

    // The judge of the law above, where it can be judged itself.
    [Fact]
    public void The_naive_combination_is_the_checksum_of_both_contents()
    {
        byte[] bytes = Samples.Bytes(300, 6);
        foreach ((string name, NaiveCrc naive, _, _) in s_means)
        {
            for (int cut = 0; cut <= bytes.Length; cut += 50)
            {
                ulong first = naive.Hash(bytes.AsSpan(0, cut));
                ulong second = naive.Hash(bytes.AsSpan(cut));
                ulong both = naive.Combine(first, second, (ulong)(bytes.Length - cut));
                Assert.True(naive.Hash(bytes) == both, $"{name}, cut at {cut}");
            }
        }
    }

    [Fact]
    public void Checksums_allocate_nothing()
    {
        byte[] source = Samples.Bytes(10_000, 1);
        Run();
        long before = GC.GetAllocatedBytesForCurrentThread();
        Run();
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);

        void Run()
        {
            Crc32 crc32 = new();
            Crc32C crc32C = new();
            Crc64Nvme crc64 = new();
            foreach (int length in (ReadOnlySpan<int>)[0, 7, 63, 64, 500, 10_000])
            {
                crc32.Append(source.AsSpan(0, length));
                crc32C.Append(source.AsSpan(0, length));
                crc64.Append(source.AsSpan(0, length));
            }

            _ = Crc32.Combine(crc32.Value, crc32C.Value, 10_000);
            _ = Crc64Nvme.Combine(crc64.Value, crc64.Value, 10_000);
        }
    }

    private static void Check(byte[] bytes, int start, int length)
    {
        ReadOnlySpan<byte> source = bytes.AsSpan(start, length);
        foreach ((string name, NaiveCrc naive, ByPath ours, CrcPath[] paths) in s_means)
        {
            ulong expected = naive.Hash(source);
            foreach (CrcPath path in paths)
            {
                ulong actual = ours(source, path);
                Assert.True(expected == actual, $"{name} by {path}, start {start}, length {length}");
            }
        }
    }
}

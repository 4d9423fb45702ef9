namespace Doppel.Hashing.Tests;

/// <summary>Seeded digests against published figures, the specification and the C library.</summary>
public sealed class SeedTests
{
    // Published with xxHash for its self-test: length, seed, low half, high half.
    private static readonly (int Length, ulong Seed, ulong Low, ulong High)[] s_published =
    [
        (0, 0, 0x6001C324468D497F, 0x99AA06D3014798D8), (0, Prime32, 0x5444F7869C671AB0, 0x92220AE55E14AB50),
        (1, 0, 0xC44BDFF4074EECDB, 0xA6CD5E9392000F6A), (1, Prime32, 0xB53D5557E7F76F8D, 0x89B99554BA22467C),
        (6, 0, 0x3E7039BDDA43CFC6, 0x082AFE0B8162D12A), (6, Prime32, 0x269D8F70BE98856E, 0x5A865B5389ABD2B1),
        (12, 0, 0x061A192713F69AD9, 0x6E3EFD8FC7802B18), (12, Prime32, 0x9BE9F9A67F3C7DFB, 0xD7E09D518A3405D3),
        (24, 0, 0x1E7044D28B1B901D, 0x0CE966E4678D3761), (24, Prime32, 0xD7304C54EBAD40A9, 0x3162026714A6A243),
        (48, 0, 0xF942219AED80F67B, 0xA002AC4E5478227E), (48, Prime32, 0x7BA3C3E453A1934E, 0x163ADDE36C072295),
        (81, 0, 0x5E8BAFB9F95FB803, 0x4952F58181AB0042), (81, Prime32, 0x703FBB3D7A5F755C, 0x2724EC7ADC750FB6),
        (222, 0, 0xF1AEBD597CEC6B3A, 0x337E09641B948717), (222, Prime32, 0xAE995BB8AF917A8D, 0x91820016621E97F1),
        (403, 0, 0xCDEB804D65C6DEA4, 0x1B6DE21E332DD73D), (403, Prime64, 0x6259F6ECFD6443FD, 0xBED311971E0BE8F2),
        (512, 0, 0x617E49599013CB6B, 0x18D2D110DCC9BCA1), (512, Prime64, 0x3CE457DE14C27708, 0x925D06B8EC5B8040),
        (2048, 0, 0xDD59E2C3A5F038E0, 0xF736557FD47073A5), (2048, Prime32, 0x230D43F30206260B, 0x7FB03F7E7186C3EA),
        (2240, 0, 0x6E73A90539CF2948, 0xCCB134FBFA7CE49D), (2240, Prime32, 0xED385111126FBA6F, 0x50A1FE17B338995F),
        (2367, 0, 0xCB37AEB9E5D361ED, 0xE89C0F6FF369B427), (2367, Prime32, 0x6F5360AE69C2F406, 0xD23AAE4B76C31ECB),
    ];

    private const ulong Prime32 = 2654435761;
    private const ulong Prime64 = 11400714785074694797;

    [Fact]
    public void Published_figures_are_met_with_and_without_a_seed()
    {
        byte[] bytes = new byte[2367];
        ulong generator = Prime32;
        foreach (ref byte value in bytes.AsSpan())
        {
            value = (byte)(generator >> 56);
            generator *= Prime64;
        }

        foreach ((int length, ulong seed, ulong low, ulong high) in s_published)
        {
            Check(new Digest128(high, low), bytes[..length], seed);
        }
    }

    [Fact]
    public void Every_length_and_seed_hashes_as_the_specification_says()
    {
        foreach (ulong seed in Samples.Seeds)
        {
            for (int length = 0; length <= 4096; length++)
            {
                byte[] bytes = Samples.Bytes(length, length);
                Check(NaiveXxh3.Hash(bytes, seed), bytes, seed);
            }
        }
    }

    [Fact]
    public void Random_lengths_and_seeds_hash_as_the_C_library_does()
    {
        LibXxhash.Require();
        Random random = new(5);
        byte[] bytes = Samples.Bytes(8 << 20, 5);
        for (int round = 0; round < (Samples.Full ? 20_000 : 1_000); round++)
        {
            // As many short inputs as long ones: the length's magnitude is drawn, not the length.
            int length = random.Next(1 << random.Next(1, 24));
            int start = random.Next(bytes.Length - length);
            ulong seed = (ulong)random.NextInt64(long.MinValue, long.MaxValue);
            byte[] source = bytes[start..(start + length)];
            Check(LibXxhash.Hash(source, seed), source, seed);
        }
    }

    private static void Check(Digest128 expected, byte[] source, ulong seed)
    {
        Samples.Check(expected, Xxh3.Hash128(source, seed), $"length {source.Length}, seed {seed:x}");
        foreach (VectorPath path in Samples.Paths)
        {
            Samples.Check(
                expected, Xxh3.Hash128(source, seed, path), $"{path}, length {source.Length}, seed {seed:x}");
            Xxh3State state = new(seed, path);
            state.Append(source);
            Samples.Check(
                expected, state.GetDigest(), $"streamed, {path}, length {source.Length}, seed {seed:x}");
        }
    }
}

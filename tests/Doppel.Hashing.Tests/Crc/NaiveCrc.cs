namespace Doppel.Hashing.Tests.Crc;

/// <summary>
/// CRCs bit by bit, by the polynomial as books print it: highest power first, bits turned round outside.
/// </summary>
internal sealed class NaiveCrc(ulong polynomial, int width)
{
    public static NaiveCrc Crc32 { get; } = new(0x04C11DB7, 32);

    public static NaiveCrc Crc32C { get; } = new(0x1EDC6F41, 32);

    public static NaiveCrc Crc64Nvme { get; } = new(0xAD93D23594C93659, 64);

    public ulong Hash(ReadOnlySpan<byte> bytes)
    {
        ulong top = 1UL << (width - 1);
        ulong ones = top | (top - 1);
        ulong register = ones;
        foreach (byte value in bytes)
        {
            for (int bit = 0; bit < 8; bit++)
            {
                bool carries = ((register & top) != 0) != ((value >> bit & 1) != 0);
                register = (register << 1 & ones) ^ (carries ? polynomial : 0);
            }
        }

        ulong turned = 0;
        for (int bit = 0; bit < width; bit++)
        {
            turned |= (register >> bit & 1) << (width - 1 - bit);
        }

        return turned ^ ones;
    }
}

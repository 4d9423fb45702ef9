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

        return Turn(register) ^ ones;
    }

    /// <summary>The CRC of two contents one after the other, by a matrix of bits for each doubling of zeros.</summary>
    public ulong Combine(ulong first, ulong second, ulong secondLength)
    {
        // Row n is what a register becomes of which only bit n is set: at first after one zero bit.
        ulong[] matrix = [.. Enumerable.Range(0, width).Select(bit => ShiftOnce(1UL << bit))];
        for (int doubling = 0; doubling < 3; doubling++)
        {
            matrix = Square(matrix);
        }

        ulong register = Turn(first);
        for (ulong left = secondLength; left != 0; left >>= 1)
        {
            register = (left & 1) != 0 ? Apply(matrix, register) : register;
            matrix = Square(matrix);
        }

        return Turn(register) ^ second;
    }

    private ulong ShiftOnce(ulong register)
    {
        ulong top = 1UL << (width - 1);
        return (register << 1 & (top | (top - 1))) ^ ((register & top) != 0 ? polynomial : 0);
    }

    private static ulong[] Square(ulong[] matrix) => [.. matrix.Select(row => Apply(matrix, row))];

    private static ulong Apply(ulong[] matrix, ulong register)
    {
        ulong sum = 0;
        for (int bit = 0; bit < matrix.Length; bit++)
        {
            sum ^= (register >> bit & 1) != 0 ? matrix[bit] : 0;
        }

        return sum;
    }

    private ulong Turn(ulong register)
    {
        ulong turned = 0;
        for (int bit = 0; bit < width; bit++)
        {
            turned |= (register >> bit & 1) << (width - 1 - bit);
        }

        return turned;
    }
}

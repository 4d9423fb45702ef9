using Doppel.Hashing.Crc;

namespace Doppel.Hashing;

/// <summary>
/// CRC-32C as iSCSI, ext4, btrfs and SCTP have it, of bytes in memory or that come in pieces.
/// </summary>
/// <remarks>
/// <para>A new value has seen no bytes. It is a struct of four bytes and belongs to one thread at a time; everything
/// static is thread-safe. Nothing is allocated.</para>
/// <para>Finds what was damaged by chance. Whoever wants to can make other content of the same checksum.</para>
/// <para>Polynomial 0x1EDC6F41, lowest bit first, start and end all ones; of <c>123456789</c> it is E3069283.</para>
/// </remarks>
public record struct Crc32C
{
    private static readonly ReflectedCrc s_crc = new(0x82F63B78, 32, CrcInstruction.Crc32C);

    /// <summary>The checksum of all bytes so far; more may be appended.</summary>
    public uint Value { get; private set; }

    /// <summary>The checksum of <paramref name="source"/>.</summary>
    /// <param name="source">Any number of bytes, none included.</param>
    public static uint Hash(ReadOnlySpan<byte> source) => (uint)s_crc.Append(0, source, s_crc.BestPath);

    /// <summary>The checksum of two contents one after the other, without looking at them again.</summary>
    /// <param name="first">The checksum of the first.</param>
    /// <param name="second">The checksum of the second.</param>
    /// <param name="secondLength">Bytes of the second.</param>
    public static uint Combine(uint first, uint second, ulong secondLength) =>
        (uint)s_crc.Combine(first, second, secondLength);

    /// <summary>Takes the next bytes.</summary>
    public void Append(ReadOnlySpan<byte> source) => Value = (uint)s_crc.Append(Value, source, s_crc.BestPath);

    /// <summary>The checksum by the means named, for tests; the processor must have them.</summary>
    internal static uint Hash(ReadOnlySpan<byte> source, CrcPath path) => (uint)s_crc.Append(0, source, path);

    /// <summary>Whether this processor has the means named, for tests.</summary>
    internal static bool IsSupported(CrcPath path) => s_crc.IsSupported(path);
}

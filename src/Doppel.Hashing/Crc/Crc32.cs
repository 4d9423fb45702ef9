namespace Doppel.Hashing;

/// <summary>Computes CRC-32 as used by zip, gzip, PNG and Ethernet, for a single buffer or incrementally.</summary>
/// <remarks>
/// <para>A default value is the checksum of no bytes. The struct has a size of four bytes. An instance must not be used
/// by several threads at once; static members are thread-safe. Nothing is allocated.</para>
/// <para>Detects accidental corruption. It does not protect against deliberate changes: it is easy to construct
/// different content with the same checksum.</para>
/// <para>Polynomial 0x04C11DB7, reflected, initial value and final XOR all ones. The checksum of <c>123456789</c> is
/// CBF43926.</para>
/// </remarks>
public record struct Crc32
{
    private static readonly ReflectedCrc s_crc = new(0xEDB88320, 32, CrcInstruction.Crc32);

    /// <summary>The checksum of all bytes appended so far. More bytes may be appended.</summary>
    public uint Value { get; private set; }

    /// <summary>Computes the checksum of <paramref name="source"/>.</summary>
    /// <param name="source">The bytes. May be empty.</param>
    /// <returns>The checksum.</returns>
    public static uint Hash(ReadOnlySpan<byte> source) => (uint)s_crc.Append(0, source, s_crc.BestPath);

    /// <summary>
    /// Computes the checksum of the concatenation of two contents from their checksums, without reading them again.
    /// </summary>
    /// <param name="first">The checksum of the first content.</param>
    /// <param name="second">The checksum of the second content.</param>
    /// <param name="secondLength">The length of the second content in bytes.</param>
    /// <returns>The checksum of both contents.</returns>
    public static uint Combine(uint first, uint second, ulong secondLength) =>
        (uint)s_crc.Combine(first, second, secondLength);

    /// <summary>Appends bytes to the checksum.</summary>
    /// <param name="source">The bytes. May be empty.</param>
    public void Append(ReadOnlySpan<byte> source) => Value = (uint)s_crc.Append(Value, source, s_crc.BestPath);

    /// <summary>Computes the checksum with the given path, which the processor must support. For tests.</summary>
    internal static uint Hash(ReadOnlySpan<byte> source, CrcPath path) => (uint)s_crc.Append(0, source, path);

    /// <summary>Returns whether this processor supports the given path. For tests.</summary>
    internal static bool IsSupported(CrcPath path) => s_crc.IsSupported(path);
}

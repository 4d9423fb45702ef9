using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Doppel.Pooling;

/// <summary>Formats bytes as pairs of ASCII hexadecimal digits.</summary>
internal static class HexDigits
{
    internal static ReadOnlySpan<byte> Lower => "0123456789abcdef"u8;

    internal static ReadOnlySpan<byte> Upper => "0123456789ABCDEF"u8;

    /// <summary>Writes two digits for each byte.</summary>
    /// <param name="bytes">The bytes to format.</param>
    /// <param name="destination">The destination, at least twice as long as the bytes.</param>
    /// <param name="digits">The sixteen digits.</param>
    internal static void Write(ReadOnlySpan<byte> bytes, Span<byte> destination, ReadOnlySpan<byte> digits)
    {
        int at = 0;
        if (Vector128.IsHardwareAccelerated)
        {
            Vector128<byte> table = Vector128.Create(digits);
            for (; at <= bytes.Length - Vector64<byte>.Count; at += Vector64<byte>.Count)
            {
                // Each byte becomes a pair, high half first: 0xAB becomes 0x0A 0x0B in memory order.
                ulong eight = Unsafe.ReadUnaligned<ulong>(in bytes[at]);
                Vector128<ushort> wide = Vector128.WidenLower(Vector128.CreateScalar(eight).AsByte());
                Vector128<ushort> halves = (wide >>> 4) | ((wide & Vector128.Create((ushort)0x0F)) << 8);
                Vector128.Shuffle(table, halves.AsByte()).CopyTo(destination.Slice(2 * at));
            }
        }

        for (; at < bytes.Length; at++)
        {
            destination[(2 * at) + 1] = digits[bytes[at] & 15];
            destination[2 * at] = digits[bytes[at] >> 4];
        }
    }
}

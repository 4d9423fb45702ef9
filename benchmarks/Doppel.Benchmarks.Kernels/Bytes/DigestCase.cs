using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Benchmarks.Kernels.Bytes;

/// <summary>Two digests and the word in which they differ.</summary>
/// <param name="Name">As tables name it.</param>
/// <param name="Word">0 for the first, 1 for the last, -1 for none.</param>
public sealed record DigestCase(string Name, int Word)
{
    /// <summary>The cells of a short run, or all.</summary>
    public static IReadOnlyList<DigestCase> Cells(bool isShort) => isShort
        ? [new("nowhere", -1), new("in the first word", 0)]
        : [new("nowhere", -1), new("in the first word", 0), new("in the last word", 1)];

    /// <summary>The cell's name.</summary>
    public override string ToString() => Name;

    /// <summary>Makes the digests: the same bytes but for one.</summary>
    public (byte[] Left, byte[] Right) Make(int length)
    {
        byte[] left = new byte[length];
        new Random(length).NextBytes(left);
        byte[] right = [.. left];
        if (Word >= 0)
        {
            right[Word * (length - 8)] ^= 1;
        }

        return (left, right);
    }

    /// <summary>The same as values of ours.</summary>
    public (Digest128 Left, Digest128 Right) MakeOurs()
    {
        (byte[] left, byte[] right) = Make(Digest128.ByteCount);
        return (Read(left), Read(right));
    }

    private static Digest128 Read(byte[] bytes) => new(
        BinaryPrimitives.ReadUInt64BigEndian(bytes), BinaryPrimitives.ReadUInt64BigEndian(bytes.AsSpan(8)));
}

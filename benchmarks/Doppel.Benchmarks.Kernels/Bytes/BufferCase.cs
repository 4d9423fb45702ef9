using System.Globalization;

namespace Doppel.Benchmarks.Kernels.Bytes;

/// <summary>Two buffers and where they part.</summary>
/// <param name="Length">Bytes of each.</param>
/// <param name="DifferenceAt">The index of the only byte that differs, or <see cref="BufferKernels.Equal"/>.</param>
public sealed record BufferCase(int Length, int DifferenceAt)
{
    /// <summary>The buffer of the talk: one sector.</summary>
    public const int SectorBytes = 4096;

    /// <summary>The cells of a short run, or all.</summary>
    public static IReadOnlyList<BufferCase> Cells(bool isShort)
    {
        int[] places = isShort
            ? [BufferKernels.Equal, 0, SectorBytes - 1]
            : [BufferKernels.Equal, 0, 40, 500, SectorBytes / 2, SectorBytes - 1];
        return [.. places.Select(place => new BufferCase(SectorBytes, place))];
    }

    /// <summary>The cell's name.</summary>
    public override string ToString() => DifferenceAt == BufferKernels.Equal
        ? "nowhere"
        : "at " + DifferenceAt.ToString(CultureInfo.InvariantCulture);

    /// <summary>Makes the buffers: the same bytes but for one.</summary>
    public (byte[] Left, byte[] Right) Make()
    {
        byte[] left = new byte[Length];
        new Random(4096).NextBytes(left);
        byte[] right = [.. left];
        if (DifferenceAt != BufferKernels.Equal)
        {
            right[DifferenceAt] ^= 1;
        }

        return (left, right);
    }
}

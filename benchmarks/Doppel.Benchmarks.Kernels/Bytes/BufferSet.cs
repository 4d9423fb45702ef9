namespace Doppel.Benchmarks.Kernels.Bytes;

/// <summary>The kernels of the suite <c>buffers</c> for Native AOT.</summary>
public static class BufferSet
{
    /// <summary>Every way in every cell.</summary>
    public static IReadOnlyList<Kernel> Kernels(bool isShort) =>
    [
        .. BufferCase.Cells(isShort).SelectMany(cell => new[]
        {
            Make("byte by byte", Role.Rival, cell, BufferKernels.ByteByByte),
            Make("Int64 through fixed pointers", Role.Rival, cell, BufferKernels.Int64Pointer),
            Make("Vector<byte>", Role.Rival, cell, BufferKernels.VectorOfByte),
            Make("SequenceEqual", Role.Rival, cell, BufferKernels.SequenceEqual),
            Make("ours, FirstDifference", Role.Ours, cell, BufferKernels.FirstDifference),
        }),
    ];

    // The delegate's call is part of the time, for all alike.
    private static Kernel Make(string name, Role role, BufferCase cell, Func<byte[], byte[], int> compare)
    {
        (byte[] left, byte[] right) = cell.Make();
        return new Kernel(name, role, [new Parameter("differs", cell.ToString())], operations =>
        {
            long sum = 0;
            for (long i = 0; i < operations; i++)
            {
                sum += compare(left, right);
            }

            return sum;
        });
    }
}

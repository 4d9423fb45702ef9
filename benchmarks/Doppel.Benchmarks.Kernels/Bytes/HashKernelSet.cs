using System.Globalization;

namespace Doppel.Benchmarks.Kernels.Bytes;

/// <summary>The kernels of the suite <c>hashes</c> for Native AOT, and what they hash.</summary>
public static class HashKernelSet
{
    /// <summary>The length whose figures were published.</summary>
    public const int SectorBytes = 4096;

    private static readonly byte[] s_data = MakeData();

    /// <summary>The lengths of a short run, or all. Around 16, 128 and 240 bytes XXH3 changes its way.</summary>
    public static IReadOnlyList<int> Lengths(bool isShort) => isShort
        ? [16, SectorBytes, 1 << 20]
        : [4, 16, 64, 128, 240, 256, 512, 1024, SectorBytes, 1 << 14, 1 << 16, 1 << 20, 1 << 24];

    /// <summary>The same bytes for everybody.</summary>
    public static ReadOnlySpan<byte> Data(int length) => s_data.AsSpan(0, length);

    /// <summary>Every function at every length.</summary>
    public static IReadOnlyList<Kernel> Kernels(bool isShort) =>
        [.. Lengths(isShort).SelectMany(length => HashWay.All.Select(way => Make(way, length)))];

    private static Kernel Make(HashWay way, int length) => new(
        way.Name, way.Role, [new Parameter("bytes", length.ToString(CultureInfo.InvariantCulture))], operations =>
        {
            long sum = 0;
            for (long i = 0; i < operations; i++)
            {
                sum += (long)way.Hash(Data(length));
            }

            return sum;
        });

    private static byte[] MakeData()
    {
        byte[] data = new byte[1 << 24];
        new Random(24).NextBytes(data);
        return data;
    }
}

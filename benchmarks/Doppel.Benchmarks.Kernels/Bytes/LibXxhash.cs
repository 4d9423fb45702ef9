using System.Runtime.InteropServices;
using Doppel.Hashing;

namespace Doppel.Benchmarks.Kernels.Bytes;

/// <summary>The C library libxxhash, where it is installed.</summary>
public static unsafe class LibXxhash
{
    private static readonly delegate* unmanaged<byte*, nuint, ulong, CDigest> s_hash = Load();

    /// <summary>Whether the library is there.</summary>
    public static bool IsThere => s_hash is not null;

    /// <summary>XXH3 of 128 bits. Only where <see cref="IsThere"/>.</summary>
    public static Digest128 Hash(ReadOnlySpan<byte> source)
    {
        fixed (byte* start = source)
        {
            CDigest digest = s_hash(start, (nuint)source.Length, 0);
            return new(digest.High, digest.Low);
        }
    }

    private static delegate* unmanaged<byte*, nuint, ulong, CDigest> Load() =>
        NativeLibrary.TryLoad("libxxhash.so.0", out nint library)
            ? (delegate* unmanaged<byte*, nuint, ulong, CDigest>)
                NativeLibrary.GetExport(library, "XXH3_128bits_withSeed")
            : null;

    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct CDigest(ulong Low, ulong High);
}

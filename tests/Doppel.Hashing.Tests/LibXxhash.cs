using System.Runtime.InteropServices;

namespace Doppel.Hashing.Tests;

/// <summary>The C library behind xxhsum, which takes seeds where the program does not.</summary>
internal static unsafe class LibXxhash
{
    private static readonly delegate* unmanaged<byte*, nuint, ulong, CDigest> s_hash = Load();

    /// <summary>Skips the test where the library is missing, unless on the build server.</summary>
    internal static void Require()
    {
        if (s_hash is null)
        {
            Assert.False(Environment.GetEnvironmentVariable("CI") == "true", "libxxhash is missing");
            Assert.Skip("needs libxxhash.so.0: apt install libxxhash0");
        }
    }

    internal static Digest128 Hash(ReadOnlySpan<byte> source, ulong seed)
    {
        fixed (byte* start = source)
        {
            CDigest digest = s_hash(start, (nuint)source.Length, seed);
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

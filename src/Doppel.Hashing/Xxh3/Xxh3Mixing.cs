using System.Runtime.CompilerServices;
using static Doppel.Hashing.Xxh3Constants;

namespace Doppel.Hashing;

/// <summary>The final mixes, shared by all variants of XXH3.</summary>
internal static class Xxh3Mixing
{
    /// <summary>Applies the final mix of XXH3.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Avalanche(ulong word)
    {
        word ^= word >> 37;
        word *= PrimeMixA;
        return word ^ (word >> 32);
    }

    /// <summary>Applies the final mix of XXH64, which XXH3 uses for the shortest inputs.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong AvalancheXxh64(ulong word)
    {
        word ^= word >> 33;
        word *= Prime64B;
        word ^= word >> 29;
        word *= Prime64C;
        return word ^ (word >> 32);
    }
}

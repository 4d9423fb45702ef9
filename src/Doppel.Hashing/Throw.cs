using System.Diagnostics.CodeAnalysis;

namespace Doppel.Hashing;

/// <summary>Throws the exceptions of this library, to keep them out of the hot paths.</summary>
internal static class Throw
{
    [DoesNotReturn]
    internal static void DestinationTooShort(ReadOnlySpan<byte> destination) => throw new ArgumentException(
        $"The destination has {destination.Length} bytes, a digest needs {Digest128.ByteCount}.",
        nameof(destination));
}

using System.Diagnostics.CodeAnalysis;

namespace Doppel.Hashing;

/// <summary>The exceptions of this library, out of the way of the code that seldom needs them.</summary>
internal static class Throw
{
    [DoesNotReturn]
    internal static void DestinationTooShort(ReadOnlySpan<byte> destination) => throw new ArgumentException(
        $"The destination has {destination.Length} bytes, a digest needs {Digest128.ByteCount}.",
        nameof(destination));
}

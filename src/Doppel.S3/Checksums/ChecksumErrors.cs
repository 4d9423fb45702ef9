using System.Diagnostics.CodeAnalysis;

namespace Doppel.S3;

/// <summary>Throws the exceptions of checksums, to keep them out of the hot paths.</summary>
internal static class ChecksumErrors
{
    [DoesNotReturn]
    internal static void NoSuchAlgorithm(ChecksumAlgorithm algorithm) => throw new ArgumentOutOfRangeException(
        nameof(algorithm), algorithm, "There is no such algorithm of checksums.");

    [DoesNotReturn]
    internal static void NoSuchType(ChecksumType type) => throw new ArgumentOutOfRangeException(
        nameof(type), type, "A checksum is of the full object or composite.");

    [DoesNotReturn]
    internal static void WrongLength(ChecksumAlgorithm algorithm, int length) => throw new ArgumentException(
        $"{algorithm} has {S3Checksum.ByteCountOf(algorithm)} bytes and not {length}.", nameof(length));

    [DoesNotReturn]
    internal static void NoParts() =>
        throw new ArgumentException("There is no composite checksum of no parts.");

    [DoesNotReturn]
    internal static void PartsDiffer() => throw new ArgumentException(
        "Parts have to be checksums of full content by one algorithm.");

    [DoesNotReturn]
    internal static void CannotCombine(ChecksumAlgorithm algorithm) => throw new ArgumentException(
        $"{algorithm} of two contents cannot be told from their checksums: only CRCs combine.");
}

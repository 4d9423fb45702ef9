using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Doppel.S3.Checksums;

namespace Doppel.S3.Http;

/// <summary>What a request sends.</summary>
internal abstract class RequestBody
{
    // Small enough that a slow line shows progress in time.
    private const int SliceBytesMin = 1024 * 1024;

    // Large enough that the garbage of writes that wait, 200 bytes each over TLS, is nothing.
    private const int SliceBytesMax = 16 * SliceBytesMin;

    // Few bodies have one, and it is larger than all else here.
    private StrongBox<S3Checksum>? _checksum;

    /// <summary>How many bytes it has.</summary>
    internal abstract long Length { get; }

    /// <summary>Whether it can be sent from its start: either again, or because nothing was read from it yet.</summary>
    internal virtual bool CanRepeat => true;

    /// <summary>Whether its digest can be computed before it is sent.</summary>
    internal virtual bool CanHash => true;

    /// <summary>
    /// The checksum that goes with it, where one is wanted: known before it is sent, or where it goes in a trailer when
    /// it was.
    /// </summary>
    internal S3Checksum? Checksum
    {
        get => _checksum?.Value;
        set => _checksum = value is { } known ? new StrongBox<S3Checksum>(known) : null;
    }

    /// <summary>Sends all of it.</summary>
    /// <exception cref="S3Exception">The source has not as many bytes as it said.</exception>
    internal abstract ValueTask WriteAsync(Stream destination, IdleTimer timer, CancellationToken cancellationToken);

    /// <summary>All of it, where it lies in memory.</summary>
    internal virtual ReadOnlyMemory<byte>? Memory => null;

    /// <summary>Reads all of it, as it will be sent.</summary>
    internal abstract ValueTask ReadAsync(BodySink sink, CancellationToken cancellationToken);

    /// <summary>Makes its <see cref="Checksum"/>, and what a signature needs, in one reading.</summary>
    /// <param name="isSigned">Whether the SHA-256 is wanted.</param>
    /// <param name="algorithm">Which checksum is wanted.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The SHA-256 in hexadecimal digits, as signatures have it; null where it is not wanted.</returns>
    internal async ValueTask<string?> DigestAsync(
        bool isSigned, ChecksumAlgorithm? algorithm, CancellationToken cancellationToken)
    {
        ChecksumState? sha256 = isSigned ? ChecksumStates.Rent(ChecksumAlgorithm.Sha256) : null;
        ChecksumState? checksum = algorithm is { } wanted ? ChecksumStates.Rent(wanted) : null;
        if (Memory is { } all)
        {
            sha256?.Append(all.Span);
            checksum?.Append(all.Span);
        }
        else
        {
            await ReadAsync(Both(sha256, checksum), cancellationToken).ConfigureAwait(false);
        }

        string? digits = sha256 is null ? null : Convert.ToHexStringLower(sha256.GetChecksum().Bytes);
        Checksum = checksum?.GetChecksum();
        ChecksumStates.Return(ref sha256);
        ChecksumStates.Return(ref checksum);
        return digits;
    }

    /// <summary>What a server that makes ETags of the MD5 calls it.</summary>
    internal async ValueTask<string> Md5ETagAsync(CancellationToken cancellationToken)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
        await ReadAsync(hash.AppendData, cancellationToken).ConfigureAwait(false);
        return S3ETag.Quoted(Convert.ToHexStringLower(hash.GetHashAndReset()))!;
    }

    internal static S3Exception Changed(long expected, long found) =>
        new($"The source of the upload ended after {found} of {expected} bytes; nothing was stored.")
        {
            Code = S3ErrorCode.SourceChanged,
        };

    // The stack would take it for a failure of the connection, and the request would be sent again.
    private protected static S3Exception Unreadable(IOException failure) =>
        new($"The source of the upload cannot be read: {failure.Message}", failure)
        {
            Code = S3ErrorCode.SourceUnreadable,
        };

    private static BodySink Both(ChecksumState? first, ChecksumState? second) => bytes =>
    {
        first?.Append(bytes);
        second?.Append(bytes);
    };

    /// <summary>Sends what lies in memory.</summary>
    internal static async ValueTask WriteSlicesAsync(
        ReadOnlyMemory<byte> content, Stream destination, IdleTimer timer, CancellationToken cancellationToken)
    {
        int slice = SliceBytesMin;
        while (content.Length > slice)
        {
            long began = timer.Now;
            await destination.WriteAsync(content.Slice(0, slice), cancellationToken).ConfigureAwait(false);
            timer.Touch();
            content = content.Slice(slice);
            slice = timer.IsHardlyUsedSince(began) ? Math.Min(2 * slice, SliceBytesMax) : SliceBytesMin;
        }

        await destination.WriteAsync(content, cancellationToken).ConfigureAwait(false);
        timer.Touch();
    }
}

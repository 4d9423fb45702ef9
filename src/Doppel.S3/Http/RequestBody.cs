using System.Runtime.CompilerServices;
using System.Security.Cryptography;

namespace Doppel.S3;

/// <summary>The body of a request.</summary>
internal abstract class RequestBody
{
    // Small enough that a slow connection shows progress in time.
    private const int SliceBytesMin = 1024 * 1024;

    // Large enough that the garbage of writes that wait, 200 bytes each over TLS, is negligible.
    private const int SliceBytesMax = 16 * SliceBytesMin;

    // Boxed because few bodies have a checksum, and it is larger than all other fields.
    private StrongBox<S3Checksum>? _checksum;

    /// <summary>The length in bytes.</summary>
    internal abstract long Length { get; }

    /// <summary>
    /// Whether the body can be sent from its start, either because it can be read again or because nothing has been
    /// read.
    /// </summary>
    internal virtual bool CanRepeat => true;

    /// <summary>Whether the digest can be computed before the body is sent.</summary>
    internal virtual bool CanHash => true;

    /// <summary>
    /// The checksum of the body, if one was requested. It is known before the body is sent, or afterwards if it is sent
    /// in a trailer.
    /// </summary>
    internal S3Checksum? Checksum
    {
        get => _checksum?.Value;
        set => _checksum = value is { } known ? new StrongBox<S3Checksum>(known) : null;
    }

    /// <summary>Sends the whole body.</summary>
    /// <exception cref="S3Exception">The source does not have the announced number of bytes.</exception>
    internal abstract ValueTask WriteAsync(Stream destination, IdleTimer timer, CancellationToken cancellationToken);

    /// <summary>The whole body, if it is in memory; otherwise null.</summary>
    internal virtual ReadOnlyMemory<byte>? Memory => null;

    /// <summary>Reads the whole body as it will be sent.</summary>
    internal abstract ValueTask ReadAsync(BodySink sink, CancellationToken cancellationToken);

    /// <summary>Computes the <see cref="Checksum"/> and the hash for the signature in a single pass.</summary>
    /// <param name="isSigned">Whether the SHA-256 is needed.</param>
    /// <param name="algorithm">The algorithm of the checksum, or null for none.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>
    /// The SHA-256 as hexadecimal digits, in the form that signatures use, or null if it is not needed.
    /// </returns>
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

    /// <summary>Returns the ETag of the body on a server that derives ETags from the MD5.</summary>
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

    internal static S3Exception Rewritten() =>
        new("The source of the upload changed while it was read; nothing was stored.")
        {
            Code = S3ErrorCode.SourceChanged,
        };

    // The HTTP stack would report an IOException as a failed connection, and the request would be retried.
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

    /// <summary>Sends bytes in memory.</summary>
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

/// <summary>Receives the next bytes of a body. They are valid only during the call.</summary>
internal delegate void BodySink(ReadOnlySpan<byte> bytes);

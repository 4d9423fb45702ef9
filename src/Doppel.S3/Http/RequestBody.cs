using System.Security.Cryptography;

namespace Doppel.S3.Http;

/// <summary>What a request sends.</summary>
internal abstract class RequestBody
{
    // Small enough that a slow line shows progress in time, large enough that the writes' own garbage is nothing.
    private protected const int SliceBytes = 1024 * 1024;

    /// <summary>How many bytes it has.</summary>
    internal abstract long Length { get; }

    /// <summary>Whether it can be sent from its start: either again, or because nothing was read from it yet.</summary>
    internal virtual bool CanRepeat => true;

    /// <summary>Whether its digest can be computed before it is sent.</summary>
    internal virtual bool CanHash => true;

    /// <summary>Sends all of it.</summary>
    /// <exception cref="S3Exception">The source has not as many bytes as it said.</exception>
    internal abstract ValueTask WriteAsync(Stream destination, IdleTimer timer, CancellationToken cancellationToken);

    /// <summary>Reads all of it through a digest.</summary>
    internal abstract ValueTask HashAsync(IncrementalHash hash, CancellationToken cancellationToken);

    /// <summary>Its SHA-256 in hexadecimal digits, as signatures have it.</summary>
    internal async ValueTask<string> Sha256Async(CancellationToken cancellationToken)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        await HashAsync(hash, cancellationToken).ConfigureAwait(false);
        return Hex(hash);
    }

    /// <summary>What a server that makes ETags of the MD5 calls it.</summary>
    internal async ValueTask<string> Md5ETagAsync(CancellationToken cancellationToken)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
        await HashAsync(hash, cancellationToken).ConfigureAwait(false);
        return S3ETag.Quoted(Hex(hash))!;
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

    private static string Hex(IncrementalHash hash)
    {
        Span<byte> digest = stackalloc byte[SHA256.HashSizeInBytes];
        int length = hash.GetHashAndReset(digest);
        return Convert.ToHexStringLower(digest.Slice(0, length));
    }

    private protected static async ValueTask WriteSlicesAsync(
        ReadOnlyMemory<byte> content, Stream destination, IdleTimer timer, CancellationToken cancellationToken)
    {
        while (content.Length > SliceBytes)
        {
            await destination.WriteAsync(content.Slice(0, SliceBytes), cancellationToken).ConfigureAwait(false);
            timer.Touch();
            content = content.Slice(SliceBytes);
        }

        await destination.WriteAsync(content, cancellationToken).ConfigureAwait(false);
        timer.Touch();
    }
}

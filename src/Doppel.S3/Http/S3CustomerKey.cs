using System.Security.Cryptography;

namespace Doppel.S3;

/// <summary>
/// A key of 256 bits with which the server encrypts and decrypts contents, without keeping it (SSE-C).
/// </summary>
/// <remarks>
/// <para>Immutable. The server stores only a salted check of the key: without the key, the contents are lost.</para>
/// <para>Source: Amazon S3 User Guide, "Using server-side encryption with customer-provided keys".</para>
/// </remarks>
public sealed class S3CustomerKey
{
    /// <summary>The length of a key in bytes.</summary>
    public const int ByteCount = 32;

    private const string Prefix = "x-amz-server-side-encryption-customer-";
    private const string SourcePrefix = "x-amz-copy-source-server-side-encryption-customer-";
    private const string Algorithm = "AES256";

    private readonly string _key;
    private readonly string _check;

    /// <summary>Initializes a key from its bytes.</summary>
    /// <param name="key">The key, exactly 32 bytes. It is copied.</param>
    /// <exception cref="ArgumentException">The key has another length.</exception>
    public S3CustomerKey(ReadOnlySpan<byte> key)
    {
        if (key.Length != ByteCount)
        {
            throw new ArgumentException($"The key has {key.Length} bytes; it must have {ByteCount}.", nameof(key));
        }

        _key = Convert.ToBase64String(key);
        _check = ContentMd5.Of(key);
    }

    /// <summary>Creates a random key.</summary>
    /// <param name="key">Receives the key, to be kept by the caller; exactly 32 bytes.</param>
    /// <exception cref="ArgumentException"><paramref name="key"/> has another length.</exception>
    public static S3CustomerKey CreateRandom(Span<byte> key)
    {
        if (key.Length == ByteCount)
        {
            RandomNumberGenerator.Fill(key);
        }

        return new S3CustomerKey(key);
    }

    /// <summary>Adds the key to a call that reads, writes or copies content.</summary>
    internal void AddTo(S3Call call)
    {
        if (!IsAboutContent(call))
        {
            return;
        }

        Add(call, Prefix);
        foreach (ref readonly RequestHeader header in call.Headers)
        {
            if (header.Name == S3Call.CopySourceHeader)
            {
                Add(call, SourcePrefix);
                break;
            }
        }
    }

    // Tags, lists of parts and the like are about objects, too, but servers reject the key there, or ignore it.
    private static bool IsAboutContent(S3Call call)
    {
        if (call.Key.Length == 0 || call.Method == HttpMethod.Delete)
        {
            return false;
        }

        bool isTagging = false, isUpload = false, isPart = false;
        foreach (ref readonly QueryParameter parameter in call.Query)
        {
            isTagging |= parameter.Name == "tagging";
            isUpload |= parameter.Name == "uploadId";
            isPart |= parameter.Name == "partNumber";
        }

        return !isTagging && (!isUpload || isPart);
    }

    private void Add(S3Call call, string prefix)
    {
        call.AddHeader(prefix + "algorithm", Algorithm);
        call.AddHeader(prefix + "key", _key);
        call.AddHeader(prefix + "key-md5", _check);
    }
}

using System.Text;

namespace Doppel.S3;

/// <summary>How a server encrypts the content of an object with a key that it holds.</summary>
/// <remarks>Immutable. Source: Amazon S3 User Guide, "Protecting data with server-side encryption".</remarks>
public sealed class S3Encryption
{
    private readonly string _algorithm;
    private readonly string? _keyId;
    private readonly string? _context;

    private S3Encryption(string algorithm, string? keyId, string? context) =>
        (_algorithm, _keyId, _context) = (algorithm, keyId, context);

    /// <summary>Gets encryption with keys that S3 manages (SSE-S3).</summary>
    public static S3Encryption Managed { get; } = new("AES256", keyId: null, context: null);

    /// <summary>Returns encryption with a key of the key management service (SSE-KMS).</summary>
    /// <param name="keyId">
    /// The ID or ARN of the key. Null: the key that the service manages for S3 in this account.
    /// </param>
    /// <param name="contextJson">
    /// The encryption context as a JSON object of strings, which becomes part of the service's log, or null.
    /// </param>
    public static S3Encryption Kms(string? keyId = null, string? contextJson = null) => new(
        "aws:kms", keyId, contextJson is null ? null : Convert.ToBase64String(Encoding.UTF8.GetBytes(contextJson)));

    internal void AddTo(S3Call call)
    {
        call.AddHeader("x-amz-server-side-encryption", _algorithm);
        call.AddHeader("x-amz-server-side-encryption-aws-kms-key-id", _keyId);
        call.AddHeader("x-amz-server-side-encryption-context", _context);
    }
}

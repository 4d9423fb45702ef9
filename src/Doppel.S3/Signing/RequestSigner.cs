using System.Buffers;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Signs requests with Signature Version 4 as S3 requires.</summary>
/// <remarks>
/// Thread-safe. A request allocates nothing except the string that <see cref="GetAuthorization"/> returns. The signing
/// key is derived once per day (UTC) and cached.
/// </remarks>
public sealed partial class RequestSigner
{
    private const int DigestBytes = SHA256.HashSizeInBytes;
    private const int TextOnStack = 1024;

    private static readonly SearchValues<char> s_wordCharacters = SearchValues.Create(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~+=:@!$*");

    private readonly S3Credentials _credentials;
    private readonly byte[] _secret;
    private readonly string _region;
    private readonly string _service;
    private volatile DayKey? _dayKey;

    /// <summary>Creates a signer.</summary>
    /// <param name="credentials">The credentials that sign requests.</param>
    /// <param name="region">The region of the bucket, such as <c>us-east-1</c>.</param>
    /// <param name="service">The service. Only other protocols need a different one.</param>
    /// <exception cref="ArgumentException">
    /// A key, the region or the service is empty or contains invalid characters.
    /// </exception>
    public RequestSigner(S3Credentials credentials, string region, string service = "s3")
    {
        ArgumentNullException.ThrowIfNull(credentials);
        _credentials = credentials;
        CheckWord(credentials.AccessKeyId, "The access key");
        CheckWord(region, "The region");
        CheckWord(service, "The service");
        _region = region;
        _service = service;
        if (string.IsNullOrEmpty(credentials.SecretAccessKey))
        {
            SigningErrors.BadSecret();
        }

        _secret = Encoding.UTF8.GetBytes("AWS4" + credentials.SecretAccessKey);
    }

    /// <summary>The session token of temporary credentials.</summary>
    internal string? SessionToken => _credentials.SessionToken;

    /// <summary>Returns the value of the <c>Authorization</c> header.</summary>
    /// <param name="request">The request to sign.</param>
    /// <returns>The value.</returns>
    /// <exception cref="ArgumentException">The request cannot be signed; the message says why.</exception>
    [SkipLocalsInit]
    public string GetAuthorization(in SigningRequest request)
    {
        var text = new Utf8Builder(stackalloc byte[TextOnStack]);
        AppendAuthorization(in request, ref text);
        string authorization = Encoding.Latin1.GetString(text.AsSpan());
        text.Dispose();
        return authorization;
    }

    /// <summary>Writes the value of the <c>Authorization</c> header to a span, without allocating.</summary>
    /// <param name="request">The request to sign.</param>
    /// <param name="destination">The destination.</param>
    /// <param name="charsWritten">The length of the value, or 0 if it does not fit; then nothing is written.</param>
    /// <returns>True if the value was written.</returns>
    /// <exception cref="ArgumentException">The request cannot be signed; the message says why.</exception>
    [SkipLocalsInit]
    public bool TryGetAuthorization(in SigningRequest request, Span<char> destination, out int charsWritten)
    {
        var text = new Utf8Builder(stackalloc byte[TextOnStack]);
        AppendAuthorization(in request, ref text);
        bool fits = text.Length <= destination.Length;
        charsWritten = fits ? Encoding.Latin1.GetChars(text.AsSpan(), destination) : 0;
        text.Dispose();
        return fits;
    }

    /// <summary>Appends the value of the <c>Authorization</c> header to a builder, without allocating.</summary>
    /// <param name="request">The request to sign.</param>
    /// <param name="destination">The builder to append to.</param>
    /// <exception cref="ArgumentException">The request cannot be signed; the message says why.</exception>
    public void AppendAuthorization(in SigningRequest request, ref Utf8Builder destination)
    {
        Span<byte> signature = stackalloc byte[DigestBytes];
        AppendAuthorization(in request, ref destination, signature);
    }

    /// <summary>
    /// Appends the value of the <c>Authorization</c> header, and returns the signature in it, to which the signatures
    /// of chunks are chained.
    /// </summary>
    /// <param name="request">The request to sign.</param>
    /// <param name="destination">The builder to append the value to.</param>
    /// <param name="signature">Receives the signature: 32 bytes.</param>
    /// <exception cref="ArgumentException">The request cannot be signed; the message says why.</exception>
    [SkipLocalsInit]
    public void AppendAuthorization(
        in SigningRequest request, ref Utf8Builder destination, scoped Span<byte> signature)
    {
        var headers = new FieldTable(stackalloc FieldRange[FieldTable.CountMax], stackalloc byte[TextOnStack]);
        CanonicalRequest.CollectHeaders(in request, _credentials.SessionToken, ref headers);
        Sign(in request, headers, signature);

        destination.Append("AWS4-HMAC-SHA256 Credential="u8);
        AppendCredential(request.Time.UtcDateTime, ref destination);
        destination.Append(", SignedHeaders="u8);
        CanonicalRequest.AppendSignedNames(headers, ref destination);
        destination.Append(", Signature="u8);
        destination.AppendHexLower(signature);
        headers.Dispose();
    }

    /// <summary>Computes only the signature, to which the signatures of chunks are chained.</summary>
    /// <param name="request">The request to sign.</param>
    /// <param name="signature">Receives the signature: 32 bytes.</param>
    /// <exception cref="ArgumentException">The request cannot be signed; the message says why.</exception>
    [SkipLocalsInit]
    public void Sign(in SigningRequest request, Span<byte> signature)
    {
        var headers = new FieldTable(stackalloc FieldRange[FieldTable.CountMax], stackalloc byte[TextOnStack]);
        CanonicalRequest.CollectHeaders(in request, _credentials.SessionToken, ref headers);
        Sign(in request, headers, signature);
        headers.Dispose();
    }

    /// <summary>
    /// Appends the canonical request that is hashed, so that you can compare it with the one a server reports.
    /// </summary>
    /// <param name="request">The request to sign.</param>
    /// <param name="destination">The builder to append to.</param>
    /// <exception cref="ArgumentException">The request cannot be signed; the message says why.</exception>
    public void AppendCanonicalRequest(in SigningRequest request, ref Utf8Builder destination)
    {
        var headers = new FieldTable(stackalloc FieldRange[FieldTable.CountMax], stackalloc byte[TextOnStack]);
        CanonicalRequest.CollectHeaders(in request, _credentials.SessionToken, ref headers);
        CanonicalRequest.Append(in request, headers, ref destination);
        headers.Dispose();
    }

    /// <summary>Creates a signer for the chunks of a body.</summary>
    /// <param name="time">The time with which the request was signed.</param>
    /// <param name="signature">The signature of the request: 32 bytes.</param>
    /// <returns>The signer of the chunks.</returns>
    /// <exception cref="ArgumentException">The signature does not have 32 bytes.</exception>
    public ChunkSigner BeginChunks(DateTimeOffset time, ReadOnlySpan<byte> signature) =>
        new(this, time.UtcDateTime, signature);

    /// <summary>Returns the key ID, date, region and service.</summary>
    internal string GetCredential(DateTimeOffset time)
    {
        var text = new Utf8Builder(stackalloc byte[256]);
        AppendCredential(time.UtcDateTime, ref text);
        string credential = text.ToString();
        text.Dispose();
        return credential;
    }

    /// <summary>Returns the signature of a base64-encoded policy as hexadecimal digits.</summary>
    internal string SignPolicy(string policy, DateTimeOffset time)
    {
        Span<byte> signature = stackalloc byte[DigestBytes];
        SignText(time.UtcDateTime, Encoding.ASCII.GetBytes(policy), signature);
        return Convert.ToHexStringLower(signature);
    }

    /// <summary>Appends the key ID, date, region and service in the format of <c>Credential</c>.</summary>
    internal void AppendCredential(DateTime utc, ref Utf8Builder destination)
    {
        destination.Append(_credentials.AccessKeyId);
        destination.AppendByte((byte)'/');
        AppendScope(utc, ref destination);
    }

    /// <summary>Appends a time and its scope, each on its own line, as in every string to sign.</summary>
    internal void AppendTimeAndScope(DateTime utc, ref Utf8Builder destination)
    {
        destination.Append(utc, AmzTime.Time);
        destination.AppendByte((byte)'\n');
        AppendScope(utc, ref destination);
        destination.AppendByte((byte)'\n');
    }

    /// <summary>Signs text with the key of a day.</summary>
    internal void SignText(DateTime utc, ReadOnlySpan<byte> text, Span<byte> signature) =>
        HMACSHA256.HashData(KeyOf(utc), text, signature);

    [SkipLocalsInit]
    private void Sign(in SigningRequest request, scoped FieldTable headers, scoped Span<byte> signature)
    {
        var canonical = new Utf8Builder(stackalloc byte[TextOnStack]);
        CanonicalRequest.Append(in request, headers, ref canonical);
        SignCanonical(request.Time.UtcDateTime, canonical.AsSpan(), signature);
        canonical.Dispose();
    }

    [SkipLocalsInit]
    private void SignCanonical(DateTime utc, scoped ReadOnlySpan<byte> canonical, scoped Span<byte> signature)
    {
        Span<byte> digest = stackalloc byte[DigestBytes];
        SHA256.HashData(canonical, digest);
        var text = new Utf8Builder(stackalloc byte[TextOnStack / 4]);
        text.Append("AWS4-HMAC-SHA256\n"u8);
        AppendTimeAndScope(utc, ref text);
        text.AppendHexLower(digest);
        SignText(utc, text.AsSpan(), signature);
        text.Dispose();
    }

    private void AppendScope(DateTime utc, ref Utf8Builder destination)
    {
        destination.Append(utc, AmzTime.Day);
        destination.AppendByte((byte)'/');
        destination.Append(_region);
        destination.AppendByte((byte)'/');
        destination.Append(_service);
        destination.Append("/aws4_request"u8);
    }

    // A retry after midnight or a corrected clock can require the key of another day: the day of the request counts,
    // not the current day. Two threads may derive the same key concurrently; either result is valid.
    private byte[] KeyOf(DateTime utc)
    {
        long day = utc.Ticks / TimeSpan.TicksPerDay;
        DayKey? known = _dayKey;
        if (known is not null && known.Day == day)
        {
            return known.Key;
        }

        byte[] key = DeriveKey(utc);
        _dayKey = new DayKey(day, key);
        return key;
    }

    private byte[] DeriveKey(DateTime utc)
    {
        var day = new Utf8Builder(stackalloc byte[AmzTime.TimeLength]);
        day.Append(utc, AmzTime.Day);
        byte[] key = new byte[DigestBytes];
        Span<byte> last = stackalloc byte[DigestBytes];
        HMACSHA256.HashData(_secret, day.AsSpan(), key);
        HMACSHA256.HashData(key, Encoding.ASCII.GetBytes(_region), last);
        HMACSHA256.HashData(last, Encoding.ASCII.GetBytes(_service), key);
        HMACSHA256.HashData(key, "aws4_request"u8, last);
        last.CopyTo(key);
        day.Dispose();
        return key;
    }

    private static void CheckWord(string value, string what)
    {
        if (string.IsNullOrEmpty(value) || value.AsSpan().ContainsAnyExcept(s_wordCharacters))
        {
            // The message omits the value, because it could be a secret key passed by mistake.
            SigningErrors.BadWord(what);
        }
    }
}

/// <summary>The signing key for one day. Immutable, so threads can share it.</summary>
internal sealed class DayKey(long day, byte[] key)
{
    /// <summary>The number of days since 0001-01-01, in UTC.</summary>
    internal long Day { get; } = day;

    /// <summary>The key, 32 bytes.</summary>
    internal byte[] Key { get; } = key;
}

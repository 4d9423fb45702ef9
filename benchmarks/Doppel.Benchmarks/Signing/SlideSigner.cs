using System.Buffers;
using System.Security.Cryptography;
using System.Text;
using Doppel.Benchmarks.Text;
using Doppel.S3;

namespace Doppel.Benchmarks.Signing;

/// <summary>
/// Signs as the talk does: a builder on the stack, rented bytes, hashes over spans, constant parts made once, and the
/// key derived anew for every request. Query and headers have to be in order already.
/// </summary>
internal static class SlideSigner
{
    private const int OnStack = 512;
    private const int DigestBytes = 32;

    private static readonly string s_headerStart =
        $"AWS4-HMAC-SHA256 Credential={SigningSample.Credentials.AccessKeyId}/";

    private static readonly string s_scope = $"/{SigningSample.Region}/{SigningSample.Service}/aws4_request";
    private static readonly byte[] s_secret =
        Encoding.UTF8.GetBytes("AWS4" + SigningSample.Credentials.SecretAccessKey);

    public static string GetAuthorization(SigningSample request)
    {
        DateTime now = SigningSample.Time.UtcDateTime;
        var builder = new SlideStringBuilder(stackalloc char[OnStack]);
        builder.Append("AWS4-HMAC-SHA256\n");
        builder.Append(now, "yyyyMMdd'T'HHmmss'Z'");
        builder.Append('\n');
        builder.Append(now, "yyyyMMdd");
        builder.Append(s_scope);
        builder.Append('\n');
        AppendCanonicalRequestHash(ref builder, request, now);
        Span<byte> key = stackalloc byte[DigestBytes];
        DeriveKey(now, key);
        string signature = Sign(key, builder.AsReadOnlySpan());
        builder.Dispose();

        var header = new SlideStringBuilder(stackalloc char[OnStack]);
        header.Append(s_headerStart);
        header.Append(now, "yyyyMMdd");
        header.Append(s_scope);
        header.Append(", SignedHeaders=");
        AppendNames(ref header, request);
        header.Append(", Signature=");
        header.Append(signature);
        string authorization = header.ToString();
        header.Dispose();
        return authorization;
    }

    private static void AppendCanonicalRequestHash(ref SlideStringBuilder builder, SigningSample request, DateTime now)
    {
        var canonical = new SlideStringBuilder(stackalloc char[OnStack]);
        canonical.Append(request.Method);
        canonical.Append('\n');
        AppendEncoded(ref canonical, request.Path, keepSlash: true);
        canonical.Append('\n');
        for (int i = 0; i < request.Query.Length; i++)
        {
            canonical.Append(i > 0 ? "&" : "");
            AppendEncoded(ref canonical, request.Query[i].Name, keepSlash: false);
            canonical.Append('=');
            AppendEncoded(ref canonical, request.Query[i].Value, keepSlash: false);
        }

        canonical.Append("\nhost:");
        canonical.Append(SigningSample.Host);
        canonical.Append("\nx-amz-content-sha256:");
        canonical.Append(request.PayloadHash);
        canonical.Append("\nx-amz-date:");
        canonical.Append(now, "yyyyMMdd'T'HHmmss'Z'");
        canonical.Append('\n');
        foreach (RequestHeader header in request.Headers)
        {
            canonical.Append(header.Name);
            canonical.Append(':');
            canonical.Append(header.Value);
            canonical.Append('\n');
        }

        canonical.Append('\n');
        AppendNames(ref canonical, request);
        canonical.Append('\n');
        canonical.Append(request.PayloadHash);
        builder.Append(Sha256ToHex(canonical.AsReadOnlySpan()));
        canonical.Dispose();
    }

    private static void AppendNames(ref SlideStringBuilder builder, SigningSample request)
    {
        builder.Append("host;x-amz-content-sha256;x-amz-date");
        foreach (RequestHeader header in request.Headers)
        {
            builder.Append(';');
            builder.Append(header.Name);
        }
    }

    private static void AppendEncoded(ref SlideStringBuilder builder, string value, bool keepSlash)
    {
        Span<byte> bytes = stackalloc byte[Encoding.UTF8.GetMaxByteCount(value.Length)];
        foreach (byte one in bytes[..Encoding.UTF8.GetBytes(value, bytes)])
        {
            if (char.IsAsciiLetterOrDigit((char)one) || one is (byte)'-' or (byte)'_' or (byte)'.' or (byte)'~'
                || (keepSlash && one == '/'))
            {
                builder.Append((char)one);
            }
            else
            {
                builder.Append('%');
                builder.Append(one, "X2");
            }
        }
    }

    private static void DeriveKey(DateTime now, Span<byte> key)
    {
        Span<char> day = stackalloc char[8];
        now.TryFormat(day, out _, "yyyyMMdd");
        Span<byte> dayBytes = stackalloc byte[8];
        Encoding.UTF8.GetBytes(day, dayBytes);
        HMACSHA256.HashData(s_secret, dayBytes, key);
        Span<byte> next = stackalloc byte[DigestBytes];
        HMACSHA256.HashData(key, "us-east-1"u8, next);
        HMACSHA256.HashData(next, "s3"u8, key);
        HMACSHA256.HashData(key, "aws4_request"u8, next);
        next.CopyTo(key);
    }

    private static string Sign(ReadOnlySpan<byte> key, ReadOnlySpan<char> text)
    {
        byte[] bytes = ArrayPool<byte>.Shared.Rent(Encoding.UTF8.GetByteCount(text));
        int count = Encoding.UTF8.GetBytes(text, bytes);
        Span<byte> hash = stackalloc byte[DigestBytes];
        HMACSHA256.HashData(key, bytes.AsSpan(0, count), hash);
        ArrayPool<byte>.Shared.Return(bytes);
        return Convert.ToHexStringLower(hash);
    }

    private static string Sha256ToHex(ReadOnlySpan<char> value)
    {
        byte[] bytes = ArrayPool<byte>.Shared.Rent(Encoding.UTF8.GetByteCount(value));
        int count = Encoding.UTF8.GetBytes(value, bytes);
        Span<byte> hash = stackalloc byte[DigestBytes];
        SHA256.HashData(bytes.AsSpan(0, count), hash);
        ArrayPool<byte>.Shared.Return(bytes);
        return Convert.ToHexStringLower(hash);
    }
}

using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Doppel.S3;

namespace Doppel.Benchmarks.Signing;

/// <summary>Signs as client libraries commonly do: lists, sorted dictionaries and strings.</summary>
internal static class StringSigner
{
    public static string GetAuthorization(SigningSample request)
    {
        string time = SigningSample.Time.UtcDateTime.ToString("yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture);
        string day = time[..8];
        var headers = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["host"] = SigningSample.Host,
            ["x-amz-content-sha256"] = request.PayloadHash,
            ["x-amz-date"] = time,
        };
        foreach (RequestHeader header in request.Headers)
        {
            headers[header.Name.ToLowerInvariant()] = header.Value.Trim();
        }

        string names = string.Join(";", headers.Keys);
        string path = string.Join("/", request.Path.Split('/').Select(Uri.EscapeDataString));
        string query = string.Join("&", request.Query
            .Select(parameter => Uri.EscapeDataString(parameter.Name) + "=" + Uri.EscapeDataString(parameter.Value))
            .OrderBy(parameter => parameter, StringComparer.Ordinal));
        var canonical = new StringBuilder();
        canonical.Append(request.Method).Append('\n').Append(path).Append('\n').Append(query).Append('\n');
        foreach ((string name, string value) in headers)
        {
            canonical.Append(name).Append(':').Append(value).Append('\n');
        }

        canonical.Append('\n').Append(names).Append('\n').Append(request.PayloadHash);
        string scope = $"{day}/{SigningSample.Region}/{SigningSample.Service}/aws4_request";
        string digest = Hex(SHA256.HashData(Encoding.UTF8.GetBytes(canonical.ToString())));
        string toSign = $"AWS4-HMAC-SHA256\n{time}\n{scope}\n{digest}";
        byte[] key = Encoding.UTF8.GetBytes("AWS4" + SigningSample.Credentials.SecretAccessKey);
        key = Hmac(key, day);
        key = Hmac(key, SigningSample.Region);
        key = Hmac(key, SigningSample.Service);
        key = Hmac(key, "aws4_request");
        return $"AWS4-HMAC-SHA256 Credential={SigningSample.Credentials.AccessKeyId}/{scope}, "
            + $"SignedHeaders={names}, Signature={Hex(Hmac(key, toSign))}";
    }

    private static byte[] Hmac(byte[] key, string text)
    {
        using var hmac = new HMACSHA256(key);
        return hmac.ComputeHash(Encoding.UTF8.GetBytes(text));
    }

    private static string Hex(byte[] bytes) =>
        Convert.ToHexString(bytes).ToLowerInvariant();
}

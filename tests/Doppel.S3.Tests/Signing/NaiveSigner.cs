using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Doppel.S3.Tests.Signing;

/// <summary>Signature Version 4 as its documentation tells it, in strings, sharing nothing with the library.</summary>
internal sealed class NaiveSigner(S3Credentials credentials, string region, string service)
{
    public string CanonicalRequest(
        string method, string host, string path, QueryParameter[] query, RequestHeader[] headers, string payloadHash,
        DateTimeOffset time)
    {
        List<RequestHeader> all =
        [
            new("host", host), new("x-amz-content-sha256", payloadHash), new("x-amz-date", Time(time)), .. headers,
        ];
        if (credentials.SessionToken is not null)
        {
            all.Add(new("x-amz-security-token", credentials.SessionToken));
        }

        var lines = all
            .GroupBy(header => header.Name.ToLowerInvariant())
            .OrderBy(group => group.Key, StringComparer.Ordinal)
            .Select(group => (group.Key, Value: string.Join(',', group.Select(header => Collapsed(header.Value)))))
            .ToList();
        IEnumerable<string> parameters = query
            .Select(given => (Name: Uri.EscapeDataString(given.Name), Value: Uri.EscapeDataString(given.Value)))
            .OrderBy(parameter => parameter.Name, StringComparer.Ordinal)
            .ThenBy(parameter => parameter.Value, StringComparer.Ordinal)
            .Select(parameter => parameter.Name + "=" + parameter.Value);
        return string.Join('\n',
            method,
            string.Join('/', path.Split('/').Select(Uri.EscapeDataString)),
            string.Join('&', parameters),
            string.Concat(lines.Select(line => $"{line.Key}:{line.Value}\n")),
            string.Join(';', lines.Select(line => line.Key)),
            payloadHash);
    }

    public string Signature(string canonicalRequest, DateTimeOffset time)
    {
        string day = time.UtcDateTime.ToString("yyyyMMdd", CultureInfo.InvariantCulture);
        byte[] hash = SHA256.HashData(Encoding.UTF8.GetBytes(canonicalRequest));
        string digest = Convert.ToHexString(hash).ToLowerInvariant();
        string scope = $"{day}/{region}/{service}/aws4_request";
        string toSign = $"AWS4-HMAC-SHA256\n{Time(time)}\n{scope}\n{digest}";
        byte[] key = Encoding.UTF8.GetBytes("AWS4" + credentials.SecretAccessKey);
        foreach (string part in (string[])[day, region, service, "aws4_request", toSign])
        {
            key = HMACSHA256.HashData(key, Encoding.UTF8.GetBytes(part));
        }

        return Convert.ToHexString(key).ToLowerInvariant();
    }

    public string Authorization(string canonicalRequest, DateTimeOffset time)
    {
        string day = time.UtcDateTime.ToString("yyyyMMdd", CultureInfo.InvariantCulture);
        string names = canonicalRequest.Split('\n')[^2];
        return $"AWS4-HMAC-SHA256 Credential={credentials.AccessKeyId}/{day}/{region}/{service}/aws4_request, "
            + $"SignedHeaders={names}, Signature={Signature(canonicalRequest, time)}";
    }

    private static string Time(DateTimeOffset time) =>
        time.UtcDateTime.ToString("yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture);

    private static string Collapsed(string value)
    {
        value = value.Trim(' ', '\t');
        while (value.Contains("  ", StringComparison.Ordinal))
        {
            value = value.Replace("  ", " ", StringComparison.Ordinal);
        }

        return value;
    }
}

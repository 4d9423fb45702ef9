using System.Globalization;
using System.Security.Cryptography;

namespace Doppel.S3.Server;

/// <summary>What is checked before a request is looked at: who sent it, when, and whether it came whole.</summary>
internal sealed class RequestCheck(MemoryS3Options options)
{
    private static readonly TimeSpan s_skewMax = TimeSpan.FromMinutes(15);

    /// <summary>Checks it.</summary>
    /// <exception cref="S3Error">What is wrong with it.</exception>
    public void Check(S3Request request)
    {
        if (request.IsChunked && options.Quirks.RefusesChunkedBodies)
        {
            throw new S3Error(501, "NotImplemented");
        }

        CheckTime(request);
        CheckRegion(request);
        if (options.SecretOf is { } secretOf)
        {
            new SignatureCheck(request, secretOf).Check();
        }

        if (options.Verify?.Invoke(request.Raw) is { } code)
        {
            throw new S3Error(403, code);
        }

        CheckBody(request);
    }

    /// <summary>The checksum that a body came with, or one that is made for it; null for none of both.</summary>
    /// <exception cref="S3Error">It is not that of the body.</exception>
    public StoredChecksum? ChecksumOf(S3Request request, string? otherwise)
    {
        if (options.Quirks.IgnoresChecksums)
        {
            return null;
        }

        string[] given =
            [.. ServerChecksum.Algorithms.Where(one => request.Header(ServerChecksum.HeaderOf(one)) is not null)];
        if (given.Length > 1)
        {
            throw new S3Error(400, "InvalidRequest");
        }

        string? algorithm = given.Length > 0 ? given[0] : request.Header("x-amz-sdk-checksum-algorithm") ?? otherwise;
        if (algorithm is null)
        {
            return null;
        }

        if (!ServerChecksum.Algorithms.Contains(algorithm))
        {
            throw new S3Error(400, "InvalidRequest");
        }

        string value = ServerChecksum.Of(algorithm, request.Body);
        return given.Length > 0 && request.Header(ServerChecksum.HeaderOf(algorithm)) != value
            ? throw new S3Error(400, "BadDigest")
            : new StoredChecksum(algorithm, value);
    }

    private static void CheckBody(S3Request request)
    {
        if (request.Header("Content-MD5") is { } md5 && md5 != Convert.ToBase64String(MD5.HashData(request.Body)))
        {
            throw new S3Error(400, "BadDigest");
        }

        if (request.Raw.Header("x-amz-decoded-content-length") is { } length && request.IsChunked
            && length != request.Body.Length.ToString(CultureInfo.InvariantCulture))
        {
            throw new S3Error(400, "IncompleteBody");
        }

        foreach (string promised in (request.Raw.Header("x-amz-trailer") ?? "")
            .Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            if (request.Header(promised) is null)
            {
                throw new S3Error(400, "MalformedTrailerError");
            }
        }

        if (request.PayloadHash is { Length: 64 } said
            && said != Convert.ToHexStringLower(SHA256.HashData(request.Body)))
        {
            throw new S3Error(400, "XAmzContentSHA256Mismatch");
        }
    }

    private void CheckTime(S3Request request)
    {
        DateTimeOffset now = options.Time.GetUtcNow();
        if (request.Query.GetValueOrDefault("X-Amz-Date") is { } signed)
        {
            int seconds = request.Number("X-Amz-Expires", 0, int.MaxValue);
            if (seconds is < 1 or > 604_800)
            {
                throw new S3Error(400, "AuthorizationQueryParametersError");
            }

            if (now > Time(signed).AddSeconds(seconds))
            {
                throw new S3Error(403, "AccessDenied");
            }
        }
        else if (request.Header("x-amz-date") is { } sent && (now - Time(sent)).Duration() > s_skewMax)
        {
            throw new S3Error(403, "RequestTimeTooSkewed",
                ("RequestTime", sent),
                ("ServerTime", now.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture)),
                ("MaxAllowedSkewMilliseconds", "900000"));
        }
    }

    private void CheckRegion(S3Request request)
    {
        string[] scope = SignatureCheck.ScopeOf(request);
        if (scope.Length == 5 && scope[2] != options.Region)
        {
            throw new S3Error(400, "AuthorizationHeaderMalformed", ("Region", options.Region));
        }
    }

    private static DateTimeOffset Time(string text) => DateTimeOffset.TryParseExact(
        text, "yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal,
        out DateTimeOffset time)
            ? time
            : throw new S3Error(403, "AccessDenied");
}

using System.Security.Cryptography;
using System.Text;

namespace Doppel.S3.Server;

/// <summary>Judges a signature of version 4, in headers or in the address, and those of chunks.</summary>
/// <remarks>It takes path and query as they came: what was encoded wrongly is signed wrongly.</remarks>
internal sealed class SignatureCheck(S3Request request, Func<string, string?> secretOf)
{
    private const string Empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    private readonly RawRequest _raw = request.Raw;

    /// <summary>Key, day, region, service and <c>aws4_request</c>; empty where nothing is signed.</summary>
    public static string[] ScopeOf(S3Request request) =>
        (request.Query.GetValueOrDefault("X-Amz-Credential") ?? Field(request.Raw, "Credential") ?? "")
            .Split('/', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>Judges.</summary>
    /// <exception cref="S3Error">It is missing or wrong.</exception>
    public void Check()
    {
        bool inQuery = request.Asks("X-Amz-Signature");
        string[] scope = ScopeOf(request);
        string? given = inQuery ? request.Query["X-Amz-Signature"] : Field(_raw, "Signature");
        string? names = inQuery ? request.Query.GetValueOrDefault("X-Amz-SignedHeaders") : Field(_raw, "SignedHeaders");
        string? time = inQuery ? request.Query.GetValueOrDefault("X-Amz-Date") : request.Header("x-amz-date");
        if (scope.Length != 5 || given is null || names is null || time is null)
        {
            throw new S3Error(403, "AccessDenied");
        }

        string payload = inQuery ? "UNSIGNED-PAYLOAD" : request.PayloadHash ?? throw new S3Error(400, "InvalidRequest");
        string secret = secretOf(scope[0]) ?? throw new S3Error(403, "InvalidAccessKeyId");
        CheckNames(names.Split(';'));
        if (!time.StartsWith(scope[1], StringComparison.Ordinal))
        {
            throw new S3Error(403, "SignatureDoesNotMatch");
        }

        byte[] key = scope.Skip(1).Aggregate(Encoding.UTF8.GetBytes("AWS4" + secret), Hmac);
        string rest = $"{time}\n{string.Join('/', scope.Skip(1))}\n";
        Expect(given, Hex(Hmac(key, $"AWS4-HMAC-SHA256\n{rest}{Hash(Canonical(names, payload))}")));
        if (payload.StartsWith("STREAMING-AWS4", StringComparison.Ordinal))
        {
            CheckChunks(key, rest, given);
        }
    }

    private void CheckChunks(byte[] key, string rest, string previous)
    {
        foreach (SignedChunk chunk in request.Chunked!.Chunks)
        {
            string signed = $"AWS4-HMAC-SHA256-PAYLOAD\n{rest}{previous}\n{Empty}\n{Hash(chunk.Data.Span)}";
            Expect(chunk.Signature, Hex(Hmac(key, signed)));
            previous = chunk.Signature!;
        }

        List<KeyValuePair<string, string>> trailers = request.Chunked.Trailers;
        if (request.PayloadHash!.EndsWith("-TRAILER", StringComparison.Ordinal))
        {
            string text = string.Concat(trailers.Where(one => one.Key != "x-amz-trailer-signature")
                .Select(one => $"{one.Key.ToLowerInvariant()}:{one.Value}\n"));
            string signed = $"AWS4-HMAC-SHA256-TRAILER\n{rest}{previous}\n{Hash(Encoding.UTF8.GetBytes(text))}";
            Expect(trailers.FirstOrDefault(one => one.Key == "x-amz-trailer-signature").Value, Hex(Hmac(key, signed)));
        }
    }

    // Host must be signed, and so must every x-amz- header that is there.
    private void CheckNames(string[] names)
    {
        IEnumerable<string> needed = _raw.Headers.Select(header => header.Key.ToLowerInvariant())
            .Where(name => name == "host" || name.StartsWith("x-amz-", StringComparison.Ordinal));
        if (needed.Except(names).Any())
        {
            throw new S3Error(403, "AccessDenied");
        }
    }

    private byte[] Canonical(string names, string payload)
    {
        IEnumerable<string[]> parameters = _raw.Query.Split('&', StringSplitOptions.RemoveEmptyEntries)
            .Where(pair => !pair.StartsWith("X-Amz-Signature=", StringComparison.Ordinal))
            .Select(pair => (pair + (pair.Contains('=') ? "" : "=")).Split('=', 2))
            .OrderBy(pair => pair[0], StringComparer.Ordinal).ThenBy(pair => pair[1], StringComparer.Ordinal);
        string query = string.Join('&', parameters.Select(pair => string.Join('=', pair.Select(Encoded))));
        string headers = string.Concat(names.Split(';').Select(name => $"{name}:{Value(name)}\n"));
        string path = string.Join('/', _raw.Path.Split('/').Select(Encoded));
        return Encoding.UTF8.GetBytes($"{_raw.Method}\n{path}\n{query}\n{headers}\n{names}\n{payload}");
    }

    // Servers decode what came and encode it in the one right way.
    private static string Encoded(string text) => Uri.EscapeDataString(Percent.Decode(text));

    private string Value(string name) => string.Join(',', _raw.Headers
        .Where(header => header.Key.Equals(name, StringComparison.OrdinalIgnoreCase))
        .Select(header => string.Join(' ', header.Value.Split(' ', StringSplitOptions.RemoveEmptyEntries))));

    private static string? Field(RawRequest raw, string name) =>
        raw.Header("Authorization") is { } header && header.StartsWith("AWS4-HMAC-SHA256 ", StringComparison.Ordinal)
            ? header["AWS4-HMAC-SHA256 ".Length..].Split(',', StringSplitOptions.TrimEntries)
                .Where(field => field.StartsWith(name + "=", StringComparison.Ordinal))
                .Select(field => field[(name.Length + 1)..]).FirstOrDefault()
            : null;

    private static void Expect(string? given, string right)
    {
        if (given != right)
        {
            throw new S3Error(403, "SignatureDoesNotMatch");
        }
    }

    private static byte[] Hmac(byte[] key, string text) => HMACSHA256.HashData(key, Encoding.UTF8.GetBytes(text));

    private static string Hash(ReadOnlySpan<byte> bytes) => Hex(SHA256.HashData(bytes));

    private static string Hex(byte[] bytes) => Convert.ToHexStringLower(bytes);
}

using System.Globalization;
using System.Security.Cryptography;

namespace Doppel.S3.Server;

/// <summary>A request with everything in it decoded.</summary>
internal sealed class S3Request
{
    public S3Request(RawRequest raw, byte[] body, MemoryS3Options options)
    {
        Raw = raw;
        (Bucket, Key) = Address(raw, options.HostSuffix);
        foreach (string pair in raw.Query.Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            string[] parts = pair.Split('=', 2);
            Query[Percent.Decode(parts[0])] = parts.Length > 1 ? Percent.Decode(parts[1]) : "";
        }

        Chunked = IsChunked ? new AwsChunked(body) : null;
        Body = Chunked?.Body ?? body;
        Md5 = Body.Length > 0 || raw.Method is "PUT" or "POST" ? Md5Of(Body) : "";
    }

    public RawRequest Raw { get; }

    public string Method => Raw.Method;

    /// <summary>Empty for the service itself.</summary>
    public string Bucket { get; }

    /// <summary>Empty for the bucket itself.</summary>
    public string Key { get; }

    public Dictionary<string, string> Query { get; } = [];

    public byte[] Body { get; }

    /// <summary>The MD5 of the body in hex.</summary>
    public string Md5 { get; }

    /// <summary>The chunks it came in; null where it came as it is.</summary>
    public AwsChunked? Chunked { get; }

    public bool IsChunked => PayloadHash?.StartsWith("STREAMING-", StringComparison.Ordinal) == true
        || Raw.HeaderHas("Content-Encoding", "aws-chunked");

    public string? PayloadHash => Header("x-amz-content-sha256");

    public static string Md5Of(byte[] bytes) => Convert.ToHexStringLower(MD5.HashData(bytes));

    public bool Asks(string parameter) => Query.ContainsKey(parameter);

    /// <summary>A header, or what came behind the body in its place.</summary>
    public string? Header(string name) => Raw.Header(name)
        ?? Chunked?.Trailers.FirstOrDefault(pair => pair.Key.Equals(name, StringComparison.OrdinalIgnoreCase)).Value;

    /// <summary>A whole number in the query; the default where it is not there.</summary>
    public int Number(string parameter, int otherwise, int max) => Query.GetValueOrDefault(parameter) switch
    {
        null or "" => otherwise,
        string text when int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) =>
            Math.Min(number, max),
        _ => throw S3Error.InvalidArgument(parameter),
    };

    /// <summary>What an object keeps of the headers.</summary>
    public Dictionary<string, string> KeptHeaders(S3Quirks quirks)
    {
        Dictionary<string, string> kept = new(StringComparer.OrdinalIgnoreCase);
        foreach ((string name, _) in Raw.Headers)
        {
            string lower = name.ToLowerInvariant();
            string value = Raw.Header(name)!;
            if (lower == "content-encoding" && !quirks.KeepsAwsChunked)
            {
                value = string.Join(',', value.Split(',', StringSplitOptions.TrimEntries).Except(["aws-chunked"]));
            }

            bool isKept = lower.StartsWith("x-amz-meta-", StringComparison.Ordinal) || lower is "content-type"
                or "content-encoding" or "content-language" or "content-disposition" or "cache-control" or "expires";
            if (isKept && value.Length > 0)
            {
                kept[lower] = value;
            }
        }

        kept.TryAdd("content-type", "binary/octet-stream");
        int metadataBytes = kept.Where(pair => pair.Key.StartsWith("x-amz-meta-", StringComparison.Ordinal))
            .Sum(pair => pair.Key.Length - "x-amz-meta-".Length + pair.Value.Length);
        return metadataBytes <= 2048 ? kept : throw new S3Error(400, "MetadataTooLarge");
    }

    /// <summary>The tags that came in a header.</summary>
    public Dictionary<string, string> HeaderTags() => (Header("x-amz-tagging") ?? "")
        .Split('&', StringSplitOptions.RemoveEmptyEntries).Select(pair => pair.Split('=', 2))
        .ToDictionary(pair => Form(pair[0]), pair => pair.Length > 1 ? Form(pair[1]) : "");

    private static string Form(string text) => Percent.Decode(text.Replace('+', ' '));

    private static (string Bucket, string Key) Address(RawRequest raw, string? hostSuffix)
    {
        string path = raw.Path.TrimStart();
        if (!path.StartsWith('/'))
        {
            throw new S3Error(400, "InvalidURI");
        }

        string host = (raw.Header("Host") ?? "").Split(':')[0];
        if (hostSuffix is not null && host.EndsWith("." + hostSuffix, StringComparison.OrdinalIgnoreCase))
        {
            return (host[..^(hostSuffix.Length + 1)], Percent.Decode(path[1..]));
        }

        string[] parts = path[1..].Split('/', 2);
        return (Percent.Decode(parts[0]), parts.Length > 1 ? Percent.Decode(parts[1]) : "");
    }
}

using System.Collections.Concurrent;

namespace Doppel.S3.Http;

/// <summary>Knows the address of each bucket, and learns in which region one is.</summary>
internal sealed class ServiceAddress
{
    private const string RegionMark = "{region}";

    // A server that serves more buckets than this to one client makes it work the addresses out again.
    private const int BucketsMax = 1024;

    private readonly ConcurrentDictionary<string, BucketAddress> _buckets = new(StringComparer.Ordinal);
    private readonly string _endpoint;
    private readonly string _region;
    private readonly S3AddressStyle _style;

    internal ServiceAddress(S3ClientOptions options)
    {
        _endpoint = options.Endpoint;
        _region = options.Region;
        _style = options.AddressStyle;
        Uri endpoint = Resolve(_region);
        IsSecure = endpoint.Scheme == Uri.UriSchemeHttps;
        Service = Make(bucket: null, _region);
    }

    /// <summary>Whether requests travel encrypted.</summary>
    internal bool IsSecure { get; }

    /// <summary>Where requests go that are about no bucket.</summary>
    internal BucketAddress Service { get; }

    internal static void Validate(S3ClientOptions options)
    {
        string text = options.Endpoint.Replace(RegionMark, "us-east-1", StringComparison.Ordinal);
        bool isAddress = Uri.TryCreate(text, UriKind.Absolute, out Uri? uri)
            && (uri.Scheme == Uri.UriSchemeHttp || uri.Scheme == Uri.UriSchemeHttps)
            && uri.PathAndQuery == "/" && uri.Fragment.Length == 0 && uri.UserInfo.Length == 0;
        if (!isAddress)
        {
            throw new ArgumentException(
                $"'{options.Endpoint}' is no endpoint. Give scheme, host and port, such as "
                + "https://s3.example.org:9000.",
                nameof(options));
        }
    }

    /// <summary>Where requests about a bucket go.</summary>
    internal BucketAddress Of(string bucket) => _buckets.TryGetValue(bucket, out BucketAddress? known)
        ? known
        : Keep(bucket, Make(bucket, _region));

    /// <summary>Keeps in mind that a bucket is in another region.</summary>
    /// <returns>Its address there.</returns>
    internal BucketAddress Moved(string bucket, string region) => Keep(bucket, Make(bucket, region));

    /// <summary>The address behind a redirect, if requests may be signed for it.</summary>
    /// <remarks>
    /// A signature is good for one host only; what must not leak is the body. So only the endpoint's own host and what
    /// lies below it is believed, and at Amazon all of Amazon; never plain HTTP instead of HTTPS.
    /// </remarks>
    internal BucketAddress? Redirected(string bucket, BucketAddress from, Uri location)
    {
        Uri endpoint = Resolve(from.Region);
        bool isAllowed = location.IsAbsoluteUri
            && (location.Scheme == endpoint.Scheme || location.Scheme == Uri.UriSchemeHttps)
            && (IsBelow(location.IdnHost, endpoint.IdnHost) || (IsAmazon(location) && IsAmazon(endpoint)));
        if (!isAllowed)
        {
            return null;
        }

        bool isVirtualHost = location.IdnHost.StartsWith(bucket + ".", StringComparison.Ordinal);
        string host = HostOf(location);
        return new BucketAddress(
            from.Region, $"{location.Scheme}://{host}", host, isVirtualHost ? "/" : $"/{bucket}/");
    }

    private static bool IsBelow(string host, string parent) =>
        host == parent || host.EndsWith("." + parent, StringComparison.OrdinalIgnoreCase);

    private static bool IsAmazon(Uri uri) =>
        IsBelow(uri.IdnHost, "amazonaws.com") || IsBelow(uri.IdnHost, "amazonaws.com.cn");

    private static string HostOf(Uri uri)
    {
        string host = uri.HostNameType == UriHostNameType.IPv6 ? $"[{uri.IdnHost}]" : uri.IdnHost;
        return uri.IsDefaultPort ? host : $"{host}:{uri.Port}";
    }

    // A dot in a bucket's name would be one too many for the certificates of HTTPS.
    private static bool CanBeInHost(string bucket) => bucket.Length is >= 3 and <= 63
        && bucket.All(c => c is (>= 'a' and <= 'z') or (>= '0' and <= '9') or '-')
        && bucket[0] != '-' && bucket[^1] != '-';

    private Uri Resolve(string region) => new(_endpoint.Replace(RegionMark, region, StringComparison.Ordinal));

    private BucketAddress Make(string? bucket, string region)
    {
        Uri endpoint = Resolve(region);
        string host = HostOf(endpoint);
        bool isInHost = bucket is not null && _style switch
        {
            S3AddressStyle.Path => false,
            S3AddressStyle.VirtualHost => true,
            _ => IsAmazon(endpoint) && CanBeInHost(bucket),
        };
        if (isInHost)
        {
            host = $"{bucket}.{host}";
        }

        string prefix = bucket is null || isInHost ? "/" : $"/{bucket}/";
        return new BucketAddress(region, $"{endpoint.Scheme}://{host}", host, prefix);
    }

    private BucketAddress Keep(string bucket, BucketAddress address)
    {
        if (_buckets.Count >= BucketsMax)
        {
            _buckets.Clear();
        }

        _buckets[bucket] = address;
        return address;
    }
}

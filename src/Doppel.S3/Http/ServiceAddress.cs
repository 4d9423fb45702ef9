using System.Collections.Concurrent;

namespace Doppel.S3;

/// <summary>Determines the address of each bucket, and remembers the region of buckets that are elsewhere.</summary>
internal sealed class ServiceAddress
{
    // A client that uses more buckets than this has to compute their addresses again.
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

    /// <summary>Whether requests are encrypted in transit.</summary>
    internal bool IsSecure { get; }

    /// <summary>The address for requests that do not concern a bucket.</summary>
    internal BucketAddress Service { get; }

    /// <summary>Returns the address for requests to a bucket.</summary>
    internal BucketAddress Of(string bucket) => _buckets.TryGetValue(bucket, out BucketAddress? known)
        ? known
        : Keep(bucket, Make(bucket, _region));

    /// <summary>Records that a bucket is in another region.</summary>
    /// <returns>The address of the bucket in that region.</returns>
    internal BucketAddress Moved(string bucket, string region) => Keep(bucket, Make(bucket, region));

    /// <summary>
    /// Returns the address that a redirect leads to, or null if requests must not be signed for it.
    /// </summary>
    /// <remarks>
    /// A signature is valid for a single host, but the body must not leak. Redirects are therefore accepted only to the
    /// endpoint's own host and its subdomains and, for Amazon S3, to all Amazon hosts; never from HTTPS to plain HTTP.
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

    // A dot in the bucket name would add a level to the host name that HTTPS wildcard certificates do not cover.
    private static bool CanBeInHost(string bucket) => bucket.Length is >= 3 and <= 63
        && bucket.All(c => c is (>= 'a' and <= 'z') or (>= '0' and <= '9') or '-')
        && bucket[0] != '-' && bucket[^1] != '-';

    private Uri Resolve(string region) =>
        new(_endpoint.Replace(S3ClientOptions.RegionMark, region, StringComparison.Ordinal));

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

/// <summary>The address for requests to one bucket, or to the service as a whole. Immutable.</summary>
/// <param name="Region">The region that requests are signed for.</param>
/// <param name="Origin">The scheme, host and port, without a trailing slash.</param>
/// <param name="Host">The value of the <c>Host</c> header.</param>
/// <param name="PathPrefix">The path before each key: <c>/bucket/</c> or <c>/</c>.</param>
internal sealed record BucketAddress(string Region, string Origin, string Host, string PathPrefix);

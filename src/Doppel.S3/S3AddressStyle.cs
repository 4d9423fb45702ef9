namespace Doppel.S3;

/// <summary>Where the name of a bucket stands in an address.</summary>
public enum S3AddressStyle
{
    /// <summary>
    /// In the name of the host at Amazon, if the bucket's name can stand there; in the path everywhere else.
    /// </summary>
    Auto,

    /// <summary>In the path: <c>https://host/bucket/key</c>.</summary>
    Path,

    /// <summary>In the name of the host: <c>https://bucket.host/key</c>.</summary>
    VirtualHost,
}

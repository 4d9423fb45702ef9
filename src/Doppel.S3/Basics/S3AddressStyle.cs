namespace Doppel.S3;

/// <summary>Specifies where the bucket name appears in request URLs.</summary>
public enum S3AddressStyle
{
    /// <summary>
    /// Virtual-host style for Amazon endpoints if the bucket name is valid as a host name; path style otherwise.
    /// </summary>
    Auto,

    /// <summary>Path style: <c>https://host/bucket/key</c>.</summary>
    Path,

    /// <summary>Virtual-host style: <c>https://bucket.host/key</c>.</summary>
    VirtualHost,
}

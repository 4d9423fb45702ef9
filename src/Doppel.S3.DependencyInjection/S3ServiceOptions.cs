namespace Doppel.S3.DependencyInjection;

/// <summary>The options of a registered <see cref="S3Client"/>, which configuration can be bound to.</summary>
/// <remarks>Not thread-safe: set them where the client is registered.</remarks>
public sealed class S3ServiceOptions
{
    /// <summary>
    /// The URL of the server, as for <see cref="S3ClientOptions.Endpoint"/>. Null for that of the environment
    /// (<c>AWS_ENDPOINT_URL_S3</c>, <c>AWS_ENDPOINT_URL</c>) or of the AWS profile, otherwise Amazon S3.
    /// </summary>
    public string? Endpoint { get; set; }

    /// <summary>
    /// The region. Null for that of the environment (<c>AWS_REGION</c>, <c>AWS_DEFAULT_REGION</c>) or of the AWS
    /// profile, otherwise <c>us-east-1</c>.
    /// </summary>
    public string? Region { get; set; }

    /// <summary>
    /// The AWS profile. Null for the one that <c>AWS_PROFILE</c> names, otherwise <c>default</c>. If it is set, only
    /// its credentials are used, not those of the environment.
    /// </summary>
    public string? Profile { get; set; }

    /// <summary>Where the bucket name is in URLs. Default: <see cref="S3AddressStyle.Auto"/>.</summary>
    public S3AddressStyle AddressStyle { get; set; }

    /// <summary>
    /// The credentials. Null to search for them like AWS SDKs do: environment, files, container, instance.
    /// </summary>
    public IS3CredentialsProvider? Credentials { get; set; }

    /// <summary>
    /// Whether requests are sent without a signature, for public buckets. Default: false.
    /// </summary>
    public bool IsAnonymous { get; set; }

    /// <summary>
    /// Changes all other options of the client, such as <c>options => options with { IdleTimeout = … }</c>. It receives
    /// those that follow from the properties above. Null to change nothing.
    /// </summary>
    public Func<S3ClientOptions, S3ClientOptions>? Refine { get; set; }
}

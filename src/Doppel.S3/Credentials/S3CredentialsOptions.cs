using System.Buffers;

namespace Doppel.S3;

/// <summary>
/// Options that specify where credentials and the settings of a client are looked for, and how credentials are
/// requested.
/// </summary>
public sealed record S3CredentialsOptions
{
    private static readonly SearchValues<char> s_pathCharacters = SearchValues.Create(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~/");

    /// <summary>
    /// The profile in the shared files. Default: <c>AWS_PROFILE</c>, otherwise <c>default</c>. If it is set here,
    /// <see cref="S3CredentialsProvider.Default"/> uses only the shared files.
    /// </summary>
    public string? Profile { get; init; }

    /// <summary>
    /// The region of the client, and the one whose STS issues credentials for roles: letters, digits and '-'. Default:
    /// <c>AWS_REGION</c>, then <c>AWS_DEFAULT_REGION</c>, then <c>region</c> of the profile. Without a region, clients
    /// use <c>us-east-1</c> and roles the global STS.
    /// </summary>
    public string? Region { get; init; }

    /// <summary>
    /// The URL of the S3 server, as for <see cref="S3ClientOptions.Endpoint"/>. Providers of credentials ignore it.
    /// Default: <c>AWS_ENDPOINT_URL_S3</c>, then <c>AWS_ENDPOINT_URL</c>, then <c>endpoint_url</c> for <c>s3</c> in the
    /// <c>services</c> of the profile, then <c>endpoint_url</c> of the profile, then Amazon S3.
    /// <c>AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=true</c> skips all but Amazon S3.
    /// </summary>
    public string? Endpoint { get; init; }

    /// <summary>
    /// The address of an STS other than that of AWS: http or https, without user, query and fragment. Default:
    /// <c>AWS_ENDPOINT_URL_STS</c>, then <c>AWS_ENDPOINT_URL</c>, then the STS of the region.
    /// </summary>
    public Uri? StsEndpoint { get; init; }

    /// <summary>
    /// Returns the value of an environment variable, or null if it is not set. Default: the environment of the process.
    /// </summary>
    public Func<string, string?> Environment { get; init; } = System.Environment.GetEnvironmentVariable;

    /// <summary>
    /// Sends the requests. It is not disposed, and should neither follow redirects nor log headers. Default: a handler
    /// of this library without proxy, redirects and cookies.
    /// </summary>
    public HttpMessageInvoker? Http { get; init; }

    /// <summary>The clock for expiration, timeouts and signatures.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Validates the options.</summary>
    /// <exception cref="ArgumentException">An option is not valid; the message says which.</exception>
    public void Validate()
    {
        ArgumentNullException.ThrowIfNull(Environment);
        ArgumentNullException.ThrowIfNull(Time);
        if (Profile is "")
        {
            throw new ArgumentException("Profile is empty. Leave it null for the default.");
        }

        if (Region is not null && !S3.Region.IsValid(Region))
        {
            throw new ArgumentException("Region has letters, digits and '-' only. Leave it null for the default.");
        }

        if (StsEndpoint is not null && !IsEndpoint(StsEndpoint))
        {
            throw new ArgumentException(
                "StsEndpoint is an absolute http or https address without user, query, fragment and encoded letters.");
        }
    }

    internal static bool IsEndpoint(Uri address) =>
        address.IsAbsoluteUri && (address.Scheme == Uri.UriSchemeHttp || address.Scheme == Uri.UriSchemeHttps)
        && address is { UserInfo: "", Query: "", Fragment: "" } && System.Text.Ascii.IsValid(address.Authority)
        && !address.AbsolutePath.AsSpan().ContainsAnyExcept(s_pathCharacters);

    /// <summary>Returns the value of an environment variable, or null if it is unset or empty.</summary>
    internal string? Variable(string name) => Environment(name) is { Length: > 0 } value ? value : null;

    /// <summary>Returns whether endpoints in the environment and in profiles are ignored.</summary>
    internal bool IgnoresEndpoints() => IsTrue(Variable("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"));

    /// <summary>Returns the variable with the endpoint of a service, or null if there is none.</summary>
    /// <param name="service">The service in capital letters.</param>
    internal (string Name, string Value)? EndpointVariable(string service)
    {
        string[] names = IgnoresEndpoints() ? [] : [$"AWS_ENDPOINT_URL_{service}", "AWS_ENDPOINT_URL"];
        foreach (string name in names)
        {
            if (Variable(name) is { } value)
            {
                return (name, value);
            }
        }

        return null;
    }

    /// <summary>Returns whether a variable or setting is switched on.</summary>
    internal static bool IsTrue(string? value) => string.Equals(value, "true", StringComparison.OrdinalIgnoreCase);
}

using System.Buffers;

namespace Doppel.S3.Credentials;

/// <summary>Where credentials are looked for, and by what.</summary>
public sealed record S3CredentialsOptions
{
    private static readonly SearchValues<char> s_pathCharacters = SearchValues.Create(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~/");

    /// <summary>
    /// The profile of the shared files. Default: <c>AWS_PROFILE</c>, else <c>default</c>. When it is set here,
    /// <see cref="S3CredentialsProvider.Default"/> asks the files alone.
    /// </summary>
    public string? Profile { get; init; }

    /// <summary>
    /// The region whose STS is asked for roles: letters, digits and '-'. Default: <c>AWS_REGION</c>, then
    /// <c>AWS_DEFAULT_REGION</c>, then that of the profile; without any the global STS.
    /// </summary>
    public string? Region { get; init; }

    /// <summary>
    /// An STS other than that of AWS, http or https, without user, query and fragment. Default:
    /// <c>AWS_ENDPOINT_URL_STS</c>, then <c>AWS_ENDPOINT_URL</c>, then that of the region.
    /// </summary>
    public Uri? StsEndpoint { get; init; }

    /// <summary>The environment: a name to its value, null where there is none. Default: that of the process.</summary>
    public Func<string, string?> Environment { get; init; } = System.Environment.GetEnvironmentVariable;

    /// <summary>
    /// What sends requests; it is not disposed, and should neither follow redirects nor log headers. Default: a
    /// handler of this library without proxy, redirects and cookies.
    /// </summary>
    public HttpMessageInvoker? Http { get; init; }

    /// <summary>The clock of expiration, time limits and signatures.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Checks that it can be used.</summary>
    /// <exception cref="ArgumentException">Something cannot; the text says what.</exception>
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

    /// <summary>A variable of the environment; null also for an empty one.</summary>
    internal string? Variable(string name) => Environment(name) is { Length: > 0 } value ? value : null;
}

namespace Doppel.App;

/// <summary>The server, the credentials and how long to wait.</summary>
internal sealed class S3ConnectionSettings
{
    internal static readonly TimeSpan RetryForDefault = TimeSpan.FromMinutes(1);

    // Two attempts fit into the time that an outage may last.
    internal static readonly TimeSpan TimeoutDefault = TimeSpan.FromSeconds(25);

    /// <summary>Gets or sets the URL of the server; null if no option specifies it.</summary>
    internal string? Endpoint { get; set; }

    /// <summary>Gets or sets the region; null if no option specifies it.</summary>
    internal string? Region { get; set; }

    /// <summary>Gets or sets the AWS profile; null if no option specifies it.</summary>
    internal string? Profile { get; set; }

    /// <summary>Gets or sets whether the bucket name is in the path of URLs; null if the endpoint decides.</summary>
    internal bool? PathStyle { get; set; }

    internal bool Sign { get; set; } = true;

    /// <summary>Gets or sets whether the user agrees to pay where the requester pays.</summary>
    internal bool RequesterPays { get; set; }

    /// <summary>
    /// Gets whether the profile alone specifies the server, the region and the keys, whatever the environment says.
    /// </summary>
    internal bool IsProfileAlone { get; private init; }

    /// <summary>Gets or sets how long an outage of the server may last.</summary>
    internal TimeSpan RetryFor { get; set; } = RetryForDefault;

    /// <summary>Gets or sets how long a request may make no progress.</summary>
    internal TimeSpan Timeout { get; set; } = TimeoutDefault;

    /// <summary>Returns the settings for an address, which may name a profile.</summary>
    internal S3ConnectionSettings For(S3Location location) => location.Profile is null
        ? this
        : new S3ConnectionSettings
        {
            Profile = location.Profile,
            IsProfileAlone = true,
            PathStyle = PathStyle,
            Sign = Sign,
            RequesterPays = RequesterPays,
            RetryFor = RetryFor,
            Timeout = Timeout,
        };
}

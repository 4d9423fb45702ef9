namespace Doppel.S3;

/// <content>Clients for the server that the environment and AWS profiles specify.</content>
public sealed partial class S3Client
{
    /// <summary>
    /// Creates a client with the configured endpoint, region and credentials: from the environment, then from the
    /// profile in <c>~/.aws</c>. It owns its connections.
    /// </summary>
    /// <remarks>
    /// No request is sent. <see cref="S3CredentialsProvider.Default"/> provides the credentials, and
    /// <see cref="FindOptionsAsync"/> the options; call both to change them.
    /// </remarks>
    /// <param name="where">
    /// What is known already, and where to look for the rest, or null for the environment and files of the process.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The client.</returns>
    /// <exception cref="ArgumentException">The options, the endpoint or the region are not valid.</exception>
    /// <exception cref="S3CredentialsException">The files cannot be read.</exception>
    public static async ValueTask<S3Client> CreateDefaultAsync(
        S3CredentialsOptions? where = null, CancellationToken cancellationToken = default) =>
        new(
            await FindOptionsAsync(where, cancellationToken).ConfigureAwait(false),
            S3CredentialsProvider.Default(where));

    /// <summary>
    /// Returns options with the configured endpoint and region, as specified for
    /// <see cref="S3CredentialsOptions.Endpoint"/> and <see cref="S3CredentialsOptions.Region"/>.
    /// </summary>
    /// <remarks>No request is sent. Files are read only for what is not specified elsewhere.</remarks>
    /// <param name="where">
    /// What is known already, and where to look for the rest, or null for the environment and files of the process.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The options. All others have their defaults, except for the clock, which is the given one.</returns>
    /// <exception cref="ArgumentException">The options are not valid.</exception>
    /// <exception cref="S3CredentialsException">The files cannot be read.</exception>
    public static async ValueTask<S3ClientOptions> FindOptionsAsync(
        S3CredentialsOptions? where = null, CancellationToken cancellationToken = default)
    {
        where ??= new S3CredentialsOptions();
        where.Validate();
        string? region = ProfileResolver.RegionOf(where, profile: null);
        string? endpoint = where.Endpoint ?? where.EndpointVariable("S3")?.Value;
        bool lacksEndpoint = endpoint is null && !where.IgnoresEndpoints();
        if (region is null || lacksEndpoint)
        {
            ProfileSet profiles = await ProfileSet.ReadAsync(where, cancellationToken).ConfigureAwait(false);
            Profile? profile = profiles[ProfileSet.NameOf(where)];
            region ??= profile?["region"];
            endpoint ??= lacksEndpoint ? profiles.EndpointOf(profile) : null;
        }

        var options = new S3ClientOptions { Time = where.Time };
        return options with { Endpoint = endpoint ?? options.Endpoint, Region = region ?? options.Region };
    }
}

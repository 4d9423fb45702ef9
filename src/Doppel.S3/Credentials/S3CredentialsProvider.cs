namespace Doppel.S3.Credentials;

/// <summary>Makes providers of credentials. All but the fixed one keep what they load and renew it in time.</summary>
/// <remarks>
/// Thread-safe. Nothing is read or sent before a provider is asked. Make one and share it: each keeps its own.
/// </remarks>
public static class S3CredentialsProvider
{
    /// <summary>
    /// Whatever is set up, in the order that AWS has: environment, web identity, shared files, container, instance
    /// metadata; with <see cref="S3CredentialsOptions.Profile"/> the shared files alone.
    /// </summary>
    /// <remarks>
    /// The first that answers is asked from then on. One that is set up and does not work ends the search: to go on
    /// would be to act as somebody else.
    /// </remarks>
    /// <param name="options">Where to look; null for the process, its files and network.</param>
    /// <exception cref="ArgumentException">The options cannot be used.</exception>
    public static IS3CredentialsProvider Default(S3CredentialsOptions? options = null)
    {
        options = Valid(options);
        return options.Profile is not null
            ? Refreshing(new ProfileCredentials(options), options)
            : Refreshing(
                new CredentialsChain(
                [
                    new EnvironmentCredentials(options), new EnvironmentWebIdentity(options),
                    new ProfileCredentials(options), new ContainerCredentials(options),
                    new InstanceMetadataCredentials(options),
                ]),
                options);
    }

    /// <summary>Credentials that are known; they stay when they have expired.</summary>
    public static IS3CredentialsProvider Fixed(S3Credentials credentials)
    {
        ArgumentNullException.ThrowIfNull(credentials);
        return new StaticCredentials(credentials, "fixed credentials");
    }

    /// <summary><c>AWS_ACCESS_KEY_ID</c>, <c>AWS_SECRET_ACCESS_KEY</c> and <c>AWS_SESSION_TOKEN</c>.</summary>
    /// <exception cref="ArgumentException">The options cannot be used.</exception>
    public static IS3CredentialsProvider FromEnvironment(S3CredentialsOptions? options = null) =>
        Refreshing(new EnvironmentCredentials(Valid(options)), options);

    /// <summary>
    /// A profile of <c>~/.aws/credentials</c> and <c>~/.aws/config</c>, which <c>AWS_SHARED_CREDENTIALS_FILE</c> and
    /// <c>AWS_CONFIG_FILE</c> put elsewhere: keys, roles by <c>source_profile</c>, <c>credential_source</c> or
    /// <c>web_identity_token_file</c>, and <c>credential_process</c>; neither codes nor browsers.
    /// </summary>
    /// <exception cref="ArgumentException">The options cannot be used.</exception>
    public static IS3CredentialsProvider FromProfile(S3CredentialsOptions? options = null) =>
        Refreshing(new ProfileCredentials(Valid(options)), options);

    /// <summary>The role of a task in ECS or a pod in EKS: <c>AWS_CONTAINER_CREDENTIALS_...</c>.</summary>
    /// <exception cref="ArgumentException">The options cannot be used.</exception>
    public static IS3CredentialsProvider FromContainer(S3CredentialsOptions? options = null) =>
        Refreshing(new ContainerCredentials(Valid(options)), options);

    /// <summary>The role of an EC2 instance, by version 2 of its metadata; never by version 1.</summary>
    /// <exception cref="ArgumentException">The options cannot be used.</exception>
    public static IS3CredentialsProvider FromInstanceMetadata(S3CredentialsOptions? options = null) =>
        Refreshing(new InstanceMetadataCredentials(Valid(options)), options);

    /// <summary>
    /// The role <c>AWS_ROLE_ARN</c> by the token in <c>AWS_WEB_IDENTITY_TOKEN_FILE</c>, as in Kubernetes.
    /// </summary>
    /// <exception cref="ArgumentException">The options cannot be used.</exception>
    public static IS3CredentialsProvider FromWebIdentity(S3CredentialsOptions? options = null) =>
        Refreshing(new EnvironmentWebIdentity(Valid(options)), options);

    /// <summary>
    /// What a program writes: an object of JSON with <c>Version</c> 1, as <c>credential_process</c> has it.
    /// </summary>
    /// <param name="command">
    /// The program and its arguments with blanks in between; quotes hold together, and no shell is asked.
    /// </param>
    /// <param name="options">The clock; the rest does not count.</param>
    /// <exception cref="ArgumentException">The options cannot be used.</exception>
    public static IS3CredentialsProvider FromProcess(string command, S3CredentialsOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(command);
        return Refreshing(new ProcessCredentials(command, "credential process", Valid(options).Time), options);
    }

    /// <summary>A role that somebody else's credentials may assume.</summary>
    /// <param name="source">Who assumes it.</param>
    /// <param name="role">Which.</param>
    /// <param name="options">Which STS, and by what.</param>
    /// <exception cref="ArgumentException">The options cannot be used.</exception>
    public static IS3CredentialsProvider AssumeRole(
        IS3CredentialsProvider source, AssumeRoleOptions role, S3CredentialsOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(role);
        role.Validate();
        options = Valid(options);
        string? region = ProfileResolver.RegionOf(options, profile: null);
        return Refreshing(new AssumeRoleCredentials(source, role, options, region), options);
    }

    /// <summary>
    /// The first of several that answers, and only that from then on; those that are not set up are passed over.
    /// </summary>
    /// <param name="providers">At least one, and each keeps what it loads: <see cref="RefreshingCredentials"/>.</param>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static IS3CredentialsProvider FirstOf(params ReadOnlySpan<IS3CredentialsProvider> providers) =>
        providers.IsEmpty
            ? throw new ArgumentException("At least one provider is needed.", nameof(providers))
            : new CredentialsChain(providers.ToArray());

    /// <summary>
    /// The region that is set up: <see cref="S3CredentialsOptions.Region"/>, <c>AWS_REGION</c>,
    /// <c>AWS_DEFAULT_REGION</c>, or <c>region</c> of the profile; null if there is none.
    /// </summary>
    /// <param name="options">Where to look; null for the process and its files.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="ArgumentException">The options cannot be used.</exception>
    /// <exception cref="S3CredentialsException">The files cannot be read.</exception>
    public static async ValueTask<string?> FindRegionAsync(
        S3CredentialsOptions? options = null, CancellationToken cancellationToken = default)
    {
        options = Valid(options);
        if (ProfileResolver.RegionOf(options, profile: null) is { } nearer)
        {
            return nearer;
        }

        ProfileSet profiles = await ProfileSet.ReadAsync(options, cancellationToken).ConfigureAwait(false);
        return ProfileResolver.RegionOf(options, profiles[ProfileSet.NameOf(options)]);
    }

    private static S3CredentialsOptions Valid(S3CredentialsOptions? options)
    {
        options ??= new S3CredentialsOptions();
        options.Validate();
        return options;
    }

    private static RefreshingCredentials Refreshing(IS3CredentialsProvider source, S3CredentialsOptions? options) =>
        new(source, options?.Time);
}

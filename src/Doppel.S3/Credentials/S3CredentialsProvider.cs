namespace Doppel.S3;

/// <summary>
/// Creates credentials providers. All except the fixed one cache the credentials they load and renew them in time.
/// </summary>
/// <remarks>
/// Thread-safe. Nothing is read or sent until a provider is asked for credentials. Create one provider and share it,
/// because each has its own cache.
/// </remarks>
public static class S3CredentialsProvider
{
    /// <summary>
    /// Creates a provider that uses whatever is configured, in the order of AWS: environment, web identity, shared
    /// files, container, instance metadata. If <see cref="S3CredentialsOptions.Profile"/> is set, only the shared files
    /// are used.
    /// </summary>
    /// <remarks>
    /// Once a source has provided credentials, only that source is used. A source that is configured but does not work
    /// ends the search, because the next one would act under another identity.
    /// </remarks>
    /// <param name="options">
    /// Where to look, or null for the environment, files and network of the process.
    /// </param>
    /// <returns>The provider.</returns>
    /// <exception cref="ArgumentException">The options are not valid.</exception>
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

    /// <summary>Creates a provider of known credentials. It keeps them even after they have expired.</summary>
    /// <param name="credentials">The credentials.</param>
    /// <returns>The provider.</returns>
    public static IS3CredentialsProvider Fixed(S3Credentials credentials)
    {
        ArgumentNullException.ThrowIfNull(credentials);
        return new StaticCredentials(credentials, "fixed credentials");
    }

    /// <summary>
    /// Creates a provider that reads <c>AWS_ACCESS_KEY_ID</c>, <c>AWS_SECRET_ACCESS_KEY</c> and
    /// <c>AWS_SESSION_TOKEN</c>.
    /// </summary>
    /// <param name="options">The environment, or null for that of the process.</param>
    /// <returns>The provider.</returns>
    /// <exception cref="ArgumentException">The options are not valid.</exception>
    public static IS3CredentialsProvider FromEnvironment(S3CredentialsOptions? options = null) =>
        Refreshing(new EnvironmentCredentials(Valid(options)), options);

    /// <summary>
    /// Creates a provider that uses a profile in <c>~/.aws/credentials</c> and <c>~/.aws/config</c>, or in the files
    /// that <c>AWS_SHARED_CREDENTIALS_FILE</c> and <c>AWS_CONFIG_FILE</c> name. It supports keys,
    /// <c>credential_process</c>, and roles with <c>source_profile</c>, <c>credential_source</c> or
    /// <c>web_identity_token_file</c>, but neither MFA codes nor browser sign-in.
    /// </summary>
    /// <param name="options">Where to look, or null for the environment and files of the process.</param>
    /// <returns>The provider.</returns>
    /// <exception cref="ArgumentException">The options are not valid.</exception>
    public static IS3CredentialsProvider FromProfile(S3CredentialsOptions? options = null) =>
        Refreshing(new ProfileCredentials(Valid(options)), options);

    /// <summary>
    /// Creates a provider for the role of an ECS task or EKS pod: <c>AWS_CONTAINER_CREDENTIALS_...</c>.
    /// </summary>
    /// <param name="options">Where to look, or null for the environment and network of the process.</param>
    /// <returns>The provider.</returns>
    /// <exception cref="ArgumentException">The options are not valid.</exception>
    public static IS3CredentialsProvider FromContainer(S3CredentialsOptions? options = null) =>
        Refreshing(new ContainerCredentials(Valid(options)), options);

    /// <summary>
    /// Creates a provider for the role of an EC2 instance. It uses version 2 of the instance metadata, never version 1.
    /// </summary>
    /// <param name="options">Where to look, or null for the environment and network of the process.</param>
    /// <returns>The provider.</returns>
    /// <exception cref="ArgumentException">The options are not valid.</exception>
    public static IS3CredentialsProvider FromInstanceMetadata(S3CredentialsOptions? options = null) =>
        Refreshing(new InstanceMetadataCredentials(Valid(options)), options);

    /// <summary>
    /// Creates a provider for the role <c>AWS_ROLE_ARN</c>, with the token in <c>AWS_WEB_IDENTITY_TOKEN_FILE</c>, as in
    /// Kubernetes.
    /// </summary>
    /// <param name="options">Where to look, or null for the environment and network of the process.</param>
    /// <returns>The provider.</returns>
    /// <exception cref="ArgumentException">The options are not valid.</exception>
    public static IS3CredentialsProvider FromWebIdentity(S3CredentialsOptions? options = null) =>
        Refreshing(new EnvironmentWebIdentity(Valid(options)), options);

    /// <summary>
    /// Creates a provider that runs a program and reads its output: a JSON object with <c>Version</c> 1, as specified
    /// for <c>credential_process</c>.
    /// </summary>
    /// <param name="command">
    /// The program and its arguments, separated by blanks. Quotes group words; no shell is involved.
    /// </param>
    /// <param name="options">The clock. All other options are ignored.</param>
    /// <returns>The provider.</returns>
    /// <exception cref="ArgumentException">The options are not valid.</exception>
    public static IS3CredentialsProvider FromProcess(string command, S3CredentialsOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(command);
        return Refreshing(new ProcessCredentials(command, "credential process", Valid(options).Time), options);
    }

    /// <summary>Creates a provider that assumes a role with other credentials.</summary>
    /// <param name="source">The provider of the credentials that may assume the role.</param>
    /// <param name="role">The role.</param>
    /// <param name="options">The STS to ask, and how, or null for the defaults.</param>
    /// <returns>The provider.</returns>
    /// <exception cref="ArgumentException">The options are not valid.</exception>
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
    /// Creates a provider that uses the first of several providers that has credentials, and from then on only that
    /// one. Providers that are not configured are skipped.
    /// </summary>
    /// <param name="providers">
    /// At least one provider. Each should cache what it loads: <see cref="RefreshingCredentials"/>.
    /// </param>
    /// <returns>The provider.</returns>
    /// <exception cref="ArgumentException">No provider was given.</exception>
    public static IS3CredentialsProvider FirstOf(params ReadOnlySpan<IS3CredentialsProvider> providers) =>
        providers.IsEmpty
            ? throw new ArgumentException("At least one provider is needed.", nameof(providers))
            : new CredentialsChain(providers.ToArray());

    private static S3CredentialsOptions Valid(S3CredentialsOptions? options)
    {
        options ??= new S3CredentialsOptions();
        options.Validate();
        return options;
    }

    private static RefreshingCredentials Refreshing(IS3CredentialsProvider source, S3CredentialsOptions? options) =>
        new(source, options?.Time);
}

/// <summary>Provides credentials that are already known.</summary>
internal sealed class StaticCredentials(S3Credentials credentials, string who) : IS3CredentialsProvider
{
    public ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken) => new(credentials);

    public override string ToString() => who;
}

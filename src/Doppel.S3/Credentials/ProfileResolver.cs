namespace Doppel.S3;

/// <summary>Creates the provider that the settings of a profile describe.</summary>
internal sealed class ProfileResolver(ProfileSet profiles, S3CredentialsOptions options)
{
    private const int DepthMax = 8;
    private const string IdName = "aws_access_key_id";
    private const string SecretName = "aws_secret_access_key";

    private readonly List<string> _above = [];

    internal IS3CredentialsProvider Resolve()
    {
        string name = ProfileSet.NameOf(options);
        Profile? profile = profiles[name];
        bool isAsked = ProfileSet.AskedName(options) is not null;
        if (profile is not null && (isAsked || HasCredentials(profile)))
        {
            return Resolve(profile);
        }

        string why = profile is null
            ? $"there is no profile '{name}' in {profiles.Paths}"
            : $"profile '{name}' in {profiles.Paths} has no credentials";
        throw isAsked
            ? CredentialsErrors.Failed(ProfileSet.Who, why, "Check the name and AWS_PROFILE.")
            : CredentialsErrors.NotConfigured(ProfileSet.Who, why);
    }

    private static bool HasCredentials(Profile profile) =>
        profile[IdName] is not null || profile[SecretName] is not null || profile["role_arn"] is not null
        || profile["credential_process"] is not null || profile["web_identity_token_file"] is not null
        || NeedsBrowser(profile);

    private static bool NeedsBrowser(Profile profile) =>
        profile["sso_session"] is not null || profile["sso_start_url"] is not null
        || profile["login_session"] is not null;

    private IS3CredentialsProvider Resolve(Profile profile)
    {
        if (_above.Contains(profile.Name) || _above.Count == DepthMax)
        {
            string path = string.Join(" -> ", _above.Append(profile.Name));
            throw CredentialsErrors.Failed(
                profile.ToString(), _above.Count == DepthMax
                    ? $"source_profile leads over more than {DepthMax} profiles: {path}"
                    : $"source_profile leads in a circle: {path}",
                "Let the last one have keys.");
        }

        _above.Add(profile.Name);
        return profile["role_arn"] is { } arn ? Role(profile, arn) : Plain(profile);
    }

    private IS3CredentialsProvider Role(Profile profile, string arn)
    {
        string who = profile.ToString();
        if (profile["mfa_serial"] is not null)
        {
            throw CredentialsErrors.Failed(
                who, "mfa_serial needs a code, and this program cannot ask for one", Elsewhere(profile));
        }

        AssumeRoleOptions role = RoleCheck.Make(
            who, arn, profile["role_session_name"], profile["external_id"], profile["duration_seconds"]);
        string? region = RegionOf(options, profile);
        if (profile["web_identity_token_file"] is { } tokenFile)
        {
            return new WebIdentityCredentials(tokenFile, role, options, region);
        }

        return (profile["source_profile"], profile["credential_source"]) switch
        {
            ({ } name, null) => new AssumeRoleCredentials(Source(profile, name), role, options, region),
            (null, { } source) => new AssumeRoleCredentials(Source(profile.ToString(), source), role, options, region),
            _ => throw CredentialsErrors.Failed(
                who, "role_arn wants either source_profile, credential_source or web_identity_token_file",
                "Set one of them."),
        };
    }

    private IS3CredentialsProvider Source(Profile profile, string name) =>
        // A profile may name itself as its source: its own keys then assume its role.
        name == profile.Name
            ? Plain(profile)
            : Resolve(profiles[name] ?? throw CredentialsErrors.Failed(
                profile.ToString(), $"source_profile '{name}' is not there", $"Check {profiles.Paths}."));

    private IS3CredentialsProvider Source(string who, string name) => name switch
    {
        "Environment" => new EnvironmentCredentials(options),
        "Ec2InstanceMetadata" => new InstanceMetadataCredentials(options),
        "EcsContainer" => new ContainerCredentials(options),
        _ => throw CredentialsErrors.Failed(
            who, "credential_source is none that is known", "It is Environment, Ec2InstanceMetadata or EcsContainer."),
    };

    private IS3CredentialsProvider Plain(Profile profile)
    {
        string who = profile.ToString();
        if (profile[IdName] is not null || profile[SecretName] is not null)
        {
            return new StaticCredentials(
                CredentialsCheck.Make(who, profile[IdName], profile[SecretName], profile["aws_session_token"]), who);
        }

        if (profile["credential_process"] is { } command)
        {
            return new ProcessCredentials(command, $"credential_process of {who}", options.Time);
        }

        throw NeedsBrowser(profile)
            ? CredentialsErrors.Failed(who, "it signs in by a browser, which is not done here", Elsewhere(profile))
            : CredentialsErrors.Failed(
                who, "it has no credentials", $"Set {IdName} and {SecretName}, role_arn or credential_process.");
    }

    private static string Elsewhere(Profile profile) => "Let another profile have credential_process ="
        + $" aws configure export-credentials --profile {profile.Name} --format process.";

    /// <summary>Returns the region of the profile, unless the options or the environment override it.</summary>
    internal static string? RegionOf(S3CredentialsOptions options, Profile? profile) =>
        options.Region ?? options.Variable("AWS_REGION") ?? options.Variable("AWS_DEFAULT_REGION")
        ?? profile?["region"];
}

/// <summary>Provides the credentials of a profile in the shared files, and of the sources it refers to.</summary>
internal sealed class ProfileCredentials(S3CredentialsOptions options) : IS3CredentialsProvider
{
    public async ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken)
    {
        ProfileSet profiles = await ProfileSet.ReadAsync(options, cancellationToken).ConfigureAwait(false);
        IS3CredentialsProvider provider = new ProfileResolver(profiles, options).Resolve();
        try
        {
            return await provider.GetAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (S3CredentialsException absent) when (absent.IsNotConfigured)
        {
            // The profile is configured, so no other provider may be asked.
            throw new S3CredentialsException($"{ToString()}: {absent.Message}");
        }
    }

    public override string ToString() => $"profile '{ProfileSet.NameOf(options)}'";
}

namespace Doppel.S3;

/// <summary>Provides the credentials of the role and token file that environment variables name.</summary>
internal sealed class EnvironmentWebIdentity(S3CredentialsOptions options) : IS3CredentialsProvider
{
    private const string Who = "web identity";
    private const string FileName = "AWS_WEB_IDENTITY_TOKEN_FILE";
    private const string RoleName = "AWS_ROLE_ARN";

    public async ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken)
    {
        if (options.Variable(FileName) is not { } tokenFile)
        {
            throw CredentialsErrors.NotConfigured(Who, $"{FileName} is not set");
        }

        string roleArn = options.Variable(RoleName) ?? throw CredentialsErrors.Failed(
            Who, $"{FileName} is set and {RoleName} is not", "Set both, or neither to use something else.");
        AssumeRoleOptions role = RoleCheck.Make(Who, roleArn, options.Variable("AWS_ROLE_SESSION_NAME"));
        string? region = await RegionAsync(cancellationToken).ConfigureAwait(false);
        return await new WebIdentityCredentials(tokenFile, role, options, region).GetAsync(cancellationToken)
            .ConfigureAwait(false);
    }

    public override string ToString() => Who;

    private async ValueTask<string?> RegionAsync(CancellationToken cancellationToken)
    {
        if (ProfileResolver.RegionOf(options, profile: null) is { } nearer)
        {
            return nearer;
        }

        ProfileSet profiles = await ProfileSet.ReadAsync(options, cancellationToken).ConfigureAwait(false);
        return ProfileResolver.RegionOf(options, profiles[ProfileSet.NameOf(options)]);
    }
}

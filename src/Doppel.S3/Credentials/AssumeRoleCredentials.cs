namespace Doppel.S3;

/// <summary>Provides the credentials of a role that other credentials assume.</summary>
internal sealed class AssumeRoleCredentials(
    IS3CredentialsProvider source, AssumeRoleOptions role, S3CredentialsOptions options, string? region)
    : IS3CredentialsProvider
{
    public async ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken)
    {
        string who = ToString();
        S3Credentials signedBy = await SourceAsync(who, cancellationToken).ConfigureAwait(false);
        List<QueryParameter> fields = StsClient.FieldsOf(role);
        if (role.ExternalId is { } externalId)
        {
            fields.Add(new("ExternalId", externalId));
        }

        string?[] secrets = [signedBy.SecretAccessKey, signedBy.SessionToken, role.ExternalId];
        return await new StsClient(options, who, region)
            .AskAsync(who, "AssumeRole", fields, signedBy, secrets, cancellationToken).ConfigureAwait(false);
    }

    public override string ToString() => $"role '{role.RoleArn}'";

    // A role is configured. A source without credentials is therefore an error, and no other provider may be asked.
    private async ValueTask<S3Credentials> SourceAsync(string who, CancellationToken cancellationToken)
    {
        try
        {
            S3Credentials given = await source.GetAsync(cancellationToken).ConfigureAwait(false);
            return CredentialsCheck.Make(who, given.AccessKeyId, given.SecretAccessKey, given.SessionToken);
        }
        catch (S3CredentialsException absent) when (absent.IsNotConfigured)
        {
            throw CredentialsErrors.Failed(
                who, "no source credentials for the role: " + absent.Message.TrimEnd('.'),
                "Configure source_profile or credential_source.");
        }
    }
}

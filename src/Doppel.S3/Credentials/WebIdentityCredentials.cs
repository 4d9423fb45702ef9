namespace Doppel.S3;

/// <summary>
/// Provides the credentials of a role that an external token, such as that of a Kubernetes service account, assumes.
/// </summary>
internal sealed class WebIdentityCredentials(
    string tokenFile, AssumeRoleOptions role, S3CredentialsOptions options, string? region) : IS3CredentialsProvider
{
    public async ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken)
    {
        string who = ToString();

        // Read the file each time: it is rewritten before the token expires.
        string? token = await BoundedRead.ReadFileAsync(who, tokenFile, CredentialsHttp.BytesMax, cancellationToken)
            .ConfigureAwait(false);
        token = token?.Trim();
        if (string.IsNullOrEmpty(token))
        {
            throw CredentialsErrors.Failed(
                who, $"there is no token in '{tokenFile}'", "Check AWS_WEB_IDENTITY_TOKEN_FILE or the profile.");
        }

        List<QueryParameter> fields = StsClient.FieldsOf(role);
        fields.Add(new("WebIdentityToken", token));
        return await new StsClient(options, who, region)
            .AskAsync(who, "AssumeRoleWithWebIdentity", fields, signedBy: null, [token], cancellationToken)
            .ConfigureAwait(false);
    }

    public override string ToString() => $"web identity in role '{role.RoleArn}'";
}

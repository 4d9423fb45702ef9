namespace Doppel.S3;

/// <summary>Provides credentials from the three environment variables.</summary>
internal sealed class EnvironmentCredentials(S3CredentialsOptions options) : IS3CredentialsProvider
{
    private const string Who = "environment";
    private const string IdName = "AWS_ACCESS_KEY_ID";
    private const string SecretName = "AWS_SECRET_ACCESS_KEY";

    public ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken)
    {
        string? id = options.Variable(IdName);
        string? secret = options.Variable(SecretName);
        if (id is null && secret is null)
        {
            throw CredentialsErrors.NotConfigured(Who, $"{IdName} and {SecretName} are not set");
        }

        if (id is null || secret is null)
        {
            (string set, string missing) = id is null ? (SecretName, IdName) : (IdName, SecretName);
            throw CredentialsErrors.Failed(
                Who, $"{set} is set and {missing} is not", "Set both, or neither to use something else.");
        }

        return new(CredentialsCheck.Make(Who, id, secret, options.Variable("AWS_SESSION_TOKEN")));
    }

    public override string ToString() => Who;
}

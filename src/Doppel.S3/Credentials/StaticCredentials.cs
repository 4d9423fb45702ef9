namespace Doppel.S3;

/// <summary>Provides credentials that are already known.</summary>
internal sealed class StaticCredentials(S3Credentials credentials, string who) : IS3CredentialsProvider
{
    public ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken) => new(credentials);

    public override string ToString() => who;
}

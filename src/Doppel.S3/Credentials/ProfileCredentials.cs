namespace Doppel.S3;

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

namespace Doppel.S3;

/// <summary>
/// Asks providers in order until one has credentials, and from then on asks only that one, so that the identity does
/// not change during a run.
/// </summary>
internal sealed class CredentialsChain(IS3CredentialsProvider[] providers) : IS3CredentialsProvider
{
    private volatile IS3CredentialsProvider? _answering;

    public ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken) =>
        _answering is { } known ? known.GetAsync(cancellationToken) : SearchAsync(cancellationToken);

    public void Discard(S3Credentials refused) => _answering?.Discard(refused);

    public override string ToString() =>
        _answering?.ToString() ?? string.Join(", ", providers.Select(provider => provider.ToString()));

    private async ValueTask<S3Credentials> SearchAsync(CancellationToken cancellationToken)
    {
        var reasons = new List<string>();
        foreach (IS3CredentialsProvider provider in providers)
        {
            try
            {
                S3Credentials credentials = await provider.GetAsync(cancellationToken).ConfigureAwait(false);
                return Interlocked.CompareExchange(ref _answering, provider, null) is { } first && first != provider
                    ? await first.GetAsync(cancellationToken).ConfigureAwait(false)
                    : credentials;
            }
            catch (S3CredentialsException absent) when (absent.IsNotConfigured)
            {
                reasons.Add(absent.Message);
            }
            catch (S3CredentialsException failed) when (reasons.Count > 0 && provider is InstanceMetadataCredentials)
            {
                // Nobody configures this source, and other clouds answer at its address too. The user needs to know
                // what can be configured, and this answer is only one reason more.
                reasons.Add(failed.Message);
                throw new S3CredentialsException(NotFound(reasons), failed);
            }
            catch (S3CredentialsException failed) when (reasons.Count > 0)
            {
                string before = string.Concat(reasons.Select(reason => $"\n- {reason}"));
                throw new S3CredentialsException($"{failed.Message}\nAsked before, without an answer:{before}", failed);
            }
        }

        throw new S3CredentialsException(NotFound(reasons)) { IsNotConfigured = true };
    }

    private static string NotFound(IEnumerable<string> reasons) =>
        "No credentials were found." + string.Concat(reasons.Select(reason => $"\n- {reason}"))
        + "\nSet AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile of ~/.aws/config in AWS_PROFILE.";
}

namespace Doppel.S3;

/// <summary>
/// Provides the credentials that sign requests. <see cref="S3CredentialsProvider"/> creates the standard AWS providers.
/// </summary>
/// <remarks>Implementations are thread-safe and never include a secret in text.</remarks>
public interface IS3CredentialsProvider
{
    /// <summary>
    /// Returns the current credentials. It is called for every request, so results are cached: unless credentials have
    /// to be loaded, it completes synchronously and without allocating.
    /// </summary>
    /// <param name="cancellationToken">Cancels only this caller's wait.</param>
    /// <returns>The credentials.</returns>
    /// <exception cref="S3CredentialsException">
    /// No credentials are available; the message gives the cause and the remedy.
    /// </exception>
    ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Reports that a server rejected credentials as expired or invalid. The next call loads them again if that may
    /// help.
    /// </summary>
    /// <param name="refused">
    /// The credentials that <see cref="GetAsync"/> returned. If they are no longer current, nothing happens.
    /// </param>
    void Discard(S3Credentials refused)
    {
    }
}

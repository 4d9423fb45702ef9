namespace Doppel.S3.Credentials;

/// <summary>Knows who signs. <see cref="S3CredentialsProvider"/> makes those that AWS has.</summary>
/// <remarks>Implementations are thread-safe, and no text of theirs shows a secret.</remarks>
public interface IS3CredentialsProvider
{
    /// <summary>
    /// The credentials to sign with now. It is asked for every request, so the answer is kept: it comes at once and
    /// without allocation unless they have to be loaded.
    /// </summary>
    /// <param name="cancellationToken">Ends the waiting of this caller alone.</param>
    /// <exception cref="S3CredentialsException">There are none; the text says why and what to do.</exception>
    ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Tells that a server called credentials expired or invalid: the next call loads anew, where that can help.
    /// </summary>
    /// <param name="refused">What <see cref="GetAsync"/> returned; nothing happens if that is not current.</param>
    void Discard(S3Credentials refused)
    {
    }
}

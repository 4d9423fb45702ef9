using Doppel.S3.Http;
using Doppel.S3.Signing;

namespace Doppel.S3;

/// <content>Addresses for whoever has no credentials.</content>
public sealed partial class S3Client
{
    /// <summary>
    /// Makes an address that is good for a time without credentials. The server is not asked; the time is its own where
    /// an answer has told that the clock here is wrong.
    /// </summary>
    /// <param name="method">The only method that it is good for: GET, PUT, HEAD or DELETE.</param>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Which object, exactly as it is given; it need not be there.</param>
    /// <param name="lifetime">
    /// How long it is good: whole seconds, from one to seven days; with credentials that are lent for a time no
    /// longer than they are.
    /// </param>
    /// <param name="cancellationToken">Ends waiting for credentials that have to be loaded.</param>
    /// <exception cref="ArgumentException">Method or lifetime is none of those; the text says which are.</exception>
    /// <exception cref="InvalidOperationException">The client has no credentials.</exception>
    public async ValueTask<string> PresignAsync(
        HttpMethod method, string bucket, string key, TimeSpan lifetime, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(method);
        CheckKey(bucket, key);
        if (method.Method is not ("GET" or "PUT" or "HEAD" or "DELETE"))
        {
            throw new ArgumentException("An address is made for GET, PUT, HEAD or DELETE.", nameof(method));
        }

        S3Credentials credentials = await _transport.GetCredentialsAsync(cancellationToken).ConfigureAwait(false)
            ?? throw new InvalidOperationException("A client without credentials cannot sign an address.");
        BucketAddress address = _transport.AddressOf(bucket);
        return new RequestSigner(credentials, address.Region).GetPresignedAddress(new PresignRequest
        {
            Scheme = address.Origin.AsSpan(0, address.Origin.IndexOf(':', StringComparison.Ordinal)),
            Method = method.Method,
            Host = address.Host,
            Path = address.PathPrefix + key,
            Time = _transport.Now,
            Lifetime = lifetime,
        });
    }
}

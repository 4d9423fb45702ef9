namespace Doppel.S3;

/// <content>Presigned URLs.</content>
public sealed partial class S3Client
{
    /// <summary>Creates a URL that lets anyone download an object for a limited time. No request is sent.</summary>
    /// <inheritdoc cref="PresignAsync"/>
    public ValueTask<string> PresignGetAsync(
        string bucket, string key, TimeSpan lifetime, CancellationToken cancellationToken = default) =>
        PresignAsync(HttpMethod.Get, bucket, key, lifetime, cancellationToken);

    /// <summary>Creates a URL that lets anyone store an object for a limited time. No request is sent.</summary>
    /// <inheritdoc cref="PresignAsync"/>
    public ValueTask<string> PresignPutAsync(
        string bucket, string key, TimeSpan lifetime, CancellationToken cancellationToken = default) =>
        PresignAsync(HttpMethod.Put, bucket, key, lifetime, cancellationToken);

    /// <summary>
    /// Creates a presigned URL, which gives access to an object for a limited time without credentials. No request is
    /// sent. If an earlier response showed that the local clock is wrong, the server's time is used.
    /// </summary>
    /// <param name="method">The only HTTP method that the URL allows: GET, PUT, HEAD or DELETE.</param>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object, used exactly as given. The object need not exist.</param>
    /// <param name="lifetime">
    /// How long the URL is valid: whole seconds, from one second to seven days, but no longer than temporary
    /// credentials are valid.
    /// </param>
    /// <param name="cancellationToken">Cancels the wait for credentials that have to be loaded.</param>
    /// <returns>The presigned URL.</returns>
    /// <exception cref="ArgumentException">
    /// The method or the lifetime is not allowed; the message lists the allowed values.
    /// </exception>
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
        RequestHeader payer = CallHeaders.RequesterPays;
        BucketAddress address = _transport.AddressOf(bucket);
        return new RequestSigner(credentials, address.Region).GetPresignedAddress(new PresignRequest
        {
            Scheme = address.Origin.AsSpan(0, address.Origin.IndexOf(':', StringComparison.Ordinal)),
            Method = method.Method,
            Host = address.Host,
            Path = address.PathPrefix + key,
            Query = Options.RequesterPays ? [new QueryParameter(payer.Name, payer.Value)] : [],
            Time = _transport.Now,
            Lifetime = lifetime,
        });
    }
}

using Doppel.S3;

namespace Doppel.App;

/// <summary>Holds one client for each server that the buckets of a run are on.</summary>
/// <remarks>Thread-safe, except for <see cref="Dispose"/>.</remarks>
/// <param name="host">The host.</param>
/// <param name="settings">The server and the credentials of buckets without a profile.</param>
internal sealed class BucketClients(AppEnvironment host, S3ConnectionSettings settings) : IDisposable
{
    private readonly Dictionary<string, (S3Client Client, string Server)> _servers = new(StringComparer.Ordinal);
    private readonly Lock _lock = new();

    public void Dispose()
    {
        foreach ((S3Client client, _) in _servers.Values)
        {
            client.Dispose();
        }
    }

    /// <summary>Returns the client for a bucket, given as in the names of its objects.</summary>
    /// <exception cref="UsageException">A setting is invalid.</exception>
    internal S3Client Of(string bucket) => Of(S3Location.Parse($"s3://{bucket}"), out _);

    /// <summary>Returns the client for a bucket. Nothing is sent.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="server">The server, which is the same for all regions of Amazon S3: they share names.</param>
    /// <exception cref="UsageException">A setting is invalid.</exception>
    internal S3Client Of(S3Location bucket, out string server)
    {
        lock (_lock)
        {
            string profile = bucket.Profile ?? "";
            if (!_servers.TryGetValue(profile, out (S3Client Client, string Server) known))
            {
                string endpoint = "";
                S3Client client = S3Connection.OpenAsync(
                    settings.For(bucket), host, outages: null,
                    options =>
                    {
                        endpoint = options.Endpoint;
                        return options;
                    },
                    CancellationToken.None).AsTask().GetAwaiter().GetResult();
                known = (client, ServerOf(endpoint));
                _servers.Add(profile, known);
            }

            server = known.Server;
            return known.Client;
        }
    }

    /// <summary>
    /// Returns whether a bucket keeps the old versions of its objects, as far as the server tells: one request.
    /// </summary>
    internal bool KeepsVersions(S3Location bucket)
    {
        try
        {
            return Of(bucket, out _).GetVersioningAsync(bucket.Bucket).AsTask().GetAwaiter().GetResult()
                != S3Versioning.Off;
        }
        catch (Exception unknown) when (unknown is S3Exception or S3CredentialsException)
        {
            // Acting on the bucket will show what is wrong.
            return false;
        }
    }

    private static string ServerOf(string endpoint)
    {
        const string Amazon = ".amazonaws.com";
        string shown = endpoint.Replace("{region}", "x", StringComparison.Ordinal);
        string server = Uri.TryCreate(shown, UriKind.Absolute, out Uri? uri)
            ? uri.GetLeftPart(UriPartial.Authority)
            : endpoint;
        return server.EndsWith(Amazon, StringComparison.Ordinal) ? Amazon : server;
    }
}

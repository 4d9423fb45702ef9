using Doppel.Cli.Commands;
using Doppel.Cli.Output;
using Doppel.S3;
using Doppel.S3.Credentials;

namespace Doppel.Cli.S3;

/// <summary>Makes a client out of options and environment.</summary>
internal static class S3Connection
{
    private const string RegionDefault = "us-east-1";

    /// <summary>Makes it. Nothing is sent yet; files of AWS may be read for the region.</summary>
    /// <exception cref="UsageException">A setting is wrong.</exception>
    internal static async ValueTask<S3Client> OpenAsync(
        S3Settings settings, CommandHost host, CancellationToken cancellationToken)
    {
        var where = new S3CredentialsOptions
        {
            Profile = settings.Profile,
            Region = settings.Region,
            Environment = host.Environment,
            Time = host.Clock,
        };
        string? region = settings.Region
            ?? await S3CredentialsProvider.FindRegionAsync(where, cancellationToken).ConfigureAwait(false);
        string? endpoint = settings.Endpoint
            ?? Variable(host, "AWS_ENDPOINT_URL_S3") ?? Variable(host, "AWS_ENDPOINT_URL");
        try
        {
            var options = new S3ClientOptions
            {
                Endpoint = endpoint ?? S3ClientOptions.AmazonEndpoint,
                Region = region is null ? RegionDefault : RegionText.Require(region, SourceOfRegion(settings, host)),
                AddressStyle = settings.PathStyle switch
                {
                    true => S3AddressStyle.Path,
                    false => S3AddressStyle.VirtualHost,
                    null => S3AddressStyle.Auto,
                },
                UploadBufferBytesMax = BufferBytes(settings),
                Time = host.Clock,
            };
            return new S3Client(options, settings.Sign ? S3CredentialsProvider.Default(where) : null);
        }
        catch (ArgumentException wrong)
        {
            // Whoever puts a password into an address does not want to see it here.
            string shown = endpoint is null || endpoint.Contains('@', StringComparison.Ordinal)
                ? "" : " " + Quote.Text(endpoint);
            throw new UsageException(
                $"the endpoint{shown} is not valid",
                wrong.ParamName == "options"
                ? "write scheme, host and port, such as https://s3.example.org:9000" : wrong.Message);
        }
    }

    // In the order in which they count.
    private static string SourceOfRegion(S3Settings settings, CommandHost host) =>
        settings.Region is not null ? "--region"
        : Variable(host, "AWS_REGION") is not null ? "$AWS_REGION"
        : Variable(host, "AWS_DEFAULT_REGION") is not null ? "$AWS_DEFAULT_REGION"
        : $"region in {Quote.Text(Variable(host, "AWS_CONFIG_FILE") ?? "~/.aws/config")}";

    // Parts of a stream wait in memory: two at least, or nothing is sent while one is read.
    private static long BufferBytes(S3Settings settings) =>
        Math.Max(2, Math.Min(settings.Parallel, 4)) * (long)(settings.PartBytes ?? S3Transfer.PartBytesDefault);

    private static string? Variable(CommandHost host, string name) =>
        host.Environment(name) is { Length: > 0 } value ? value : null;
}

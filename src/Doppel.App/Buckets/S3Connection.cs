using Doppel.S3;

namespace Doppel.App;

/// <summary>Creates clients from options and environment variables.</summary>
internal static class S3Connection
{
    private static readonly string[] s_serverVariables =
        ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_REGION", "AWS_DEFAULT_REGION"];

    private static readonly TimeSpan s_connectTimeMax = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Creates a client without sending a request. AWS configuration files may be read to find the endpoint and the
    /// region.
    /// </summary>
    /// <param name="settings">The settings from the options.</param>
    /// <param name="host">The host, for environment variables and the clock.</param>
    /// <param name="outages">Receives the outages of the server; null to wait silently.</param>
    /// <param name="refine">Sets further options of the client.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="UsageException">A setting is invalid.</exception>
    internal static async ValueTask<S3Client> OpenAsync(
        S3ConnectionSettings settings,
        AppEnvironment host,
        IProgress<S3Outage>? outages,
        Func<S3ClientOptions, S3ClientOptions> refine,
        CancellationToken cancellationToken)
    {
        string? Variable(string name) =>
            settings.IsProfileAlone && s_serverVariables.Contains(name) ? null : host.Environment(name);
        var where = new S3CredentialsOptions
        {
            Endpoint = settings.Endpoint,
            Profile = settings.Profile,
            Region = settings.Region,
            Environment = Variable,
            Time = host.Clock,
        };
        S3ClientOptions found = await S3Client.FindOptionsAsync(where, cancellationToken).ConfigureAwait(false);
        try
        {
            S3ClientOptions options = found with
            {
                Region = RegionText.Require(found.Region, SourceOfRegion(settings, Variable)),
                AddressStyle = settings.PathStyle switch
                {
                    true => S3AddressStyle.Path,
                    false => S3AddressStyle.VirtualHost,
                    null => S3AddressStyle.Auto,
                },
                RequesterPays = settings.RequesterPays,
                Retry = new S3RetryOptions { TimeMax = settings.RetryFor, Outages = outages },
                IdleTimeout = settings.Timeout,
                ConnectTimeout = settings.Timeout < s_connectTimeMax ? settings.Timeout : s_connectTimeMax,
            };
            return new S3Client(refine(options), settings.Sign ? S3CredentialsProvider.Default(where) : null);
        }
        catch (ArgumentOutOfRangeException wrong)
        {
            throw new UsageException($"the options for the server do not fit together: {wrong.Message}");
        }
        catch (ArgumentException wrong)
        {
            // Do not print an endpoint that may contain a password.
            string shown = found.Endpoint.Contains('@', StringComparison.Ordinal)
                ? "" : " " + Quote.Text(found.Endpoint);
            throw new UsageException(
                $"the endpoint{shown} is not valid",
                wrong.ParamName == "options"
                ? "write scheme, host and port, such as https://s3.example.org:9000" : wrong.Message);
        }
    }

    // In order of precedence.
    private static string SourceOfRegion(S3ConnectionSettings settings, Func<string, string?> environment)
    {
        if (settings.Region is not null)
        {
            return "--region";
        }

        foreach (string name in (ReadOnlySpan<string>)["AWS_REGION", "AWS_DEFAULT_REGION"])
        {
            if (environment(name) is { Length: > 0 })
            {
                return "$" + name;
            }
        }

        string file = environment("AWS_CONFIG_FILE") is { Length: > 0 } named ? named : "~/.aws/config";
        return $"region in {Quote.Text(file)}";
    }
}

/// <summary>Checks region names.</summary>
internal static class RegionText
{
    private const int LettersMax = 63;

    /// <summary>Returns a region if its name is valid.</summary>
    /// <param name="value">The name.</param>
    /// <param name="source">Where the region was set, such as <c>$AWS_REGION</c>; empty if the caller names it.</param>
    /// <exception cref="UsageException">The name is not a valid region name.</exception>
    internal static string Require(string value, string source)
    {
        if (value.Length is > 0 and <= LettersMax && value.All(static c => char.IsAsciiLetterOrDigit(c) || c == '-'))
        {
            return value;
        }

        throw new UsageException(
            $"{source}{(source.Length > 0 ? ": " : "")}{Quote.Text(value)} is not a region",
            "a region has up to 63 letters, digits and '-', such as eu-central-1");
    }
}

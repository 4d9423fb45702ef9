namespace Doppel.CommandLine;

/// <summary>Defines the options of all commands that send requests to an S3 server.</summary>
internal static class S3ConnectionOptions
{
    /// <summary>Gets the options that select the server and the credentials.</summary>
    internal static IReadOnlyList<OptionDefinition<CommandSettings>> Server { get; } =
    [
        new()
        {
            Name = "endpoint",
            ValueName = "URL",
            Category = OptionCategory.Server,
            Summary = "The S3 server, such as https://s3.example.org:9000",
            Text = """
                The URL of the server: scheme, host and, if needed, port, such as https://s3.example.org:9000. The
                default is $AWS_ENDPOINT_URL_S3, then $AWS_ENDPOINT_URL, then endpoint_url of the AWS profile, then
                Amazon S3.
                """,
            Negation = "no-endpoint",
            Apply = (settings, value) => settings.Request.Connection.Endpoint = value,
        },
        new()
        {
            Name = "region",
            ValueName = "NAME",
            Category = OptionCategory.Server,
            Summary = "The region to sign requests for",
            Text = """
                The region to sign requests for and to create buckets in. The default is $AWS_REGION, then
                $AWS_DEFAULT_REGION, then the region of the AWS profile, then us-east-1, which most other servers
                accept.
                """,
            Negation = "no-region",
            Apply = (settings, value) =>
                settings.Request.Connection.Region = value is null ? null : RegionText.Require(value, ""),
        },
        new()
        {
            Name = "aws-profile",
            ValueName = "NAME",
            Category = OptionCategory.Server,
            Summary = "Use the keys of a profile in ~/.aws",
            Text = """
                Use the keys, the region and the endpoint of this profile in ~/.aws/credentials and ~/.aws/config, or in
                the files named by $AWS_SHARED_CREDENTIALS_FILE and $AWS_CONFIG_FILE. Without this option, the keys come
                from the environment ($AWS_ACCESS_KEY_ID, $AWS_SECRET_ACCESS_KEY, $AWS_SESSION_TOKEN), then from the
                profile $AWS_PROFILE, then from an Amazon container or virtual machine. Keys are never printed. An
                address such as s3://work@photos selects a profile itself, whatever the options and variables say.
                """,
            Negation = "no-aws-profile",
            Apply = (settings, value) => settings.Request.Connection.Profile = value,
        },
        OptionDefinition.Switch<CommandSettings>(
            "path-style", OptionCategory.Server, "Put the bucket name in the path, not in the host",
            """
            Put the bucket name in the path of URLs: https://host/bucket/key. --no-path-style puts it in the host name:
            https://bucket.host/key. By default, the host name is used for Amazon S3 if the bucket name allows it, and
            the path everywhere else.
            """,
            (settings, on) => settings.Request.Connection.PathStyle = on),
        OptionDefinition.Switch<CommandSettings>(
            "no-sign", OptionCategory.Server, "Send unsigned requests, for public buckets",
            "Send unsigned requests without looking for credentials. Only public objects can be accessed.",
            (settings, on) => settings.Request.Connection.Sign = !on),
        OptionDefinition.Switch<CommandSettings>(
            "requester-pays", OptionCategory.Server, "Pay for requests to buckets that require it",
            """
            Agree to pay for requests to requester-pays buckets, and for what is downloaded from them. Without this
            option, such buckets deny access. Other buckets ignore it: their owner pays.
            """,
            (settings, on) => settings.Request.Connection.RequesterPays = on),
    ];

    /// <summary>Gets the options of commands that send requests.</summary>
    internal static IReadOnlyList<OptionDefinition<CommandSettings>> Requests { get; } =
    [
        .. Server,
        new()
        {
            Name = "retry-for",
            ValueName = "DURATION",
            Category = OptionCategory.Running,
            Summary = "Longest outage to wait for (default 1m)",
            Text = """
                How long a failing request is retried, and how long an outage of the server may last, from 0s to 1d; the
                default is 1m, and 0s disables retries. During an outage all transfers wait together, and a single
                request at a time checks whether the server works again. If it does not, the run ends. A request that
                fails while others succeed is a problem of its object only.
                """,
            Negation = "no-retry-for",
            Apply = (settings, value) => settings.Request.Connection.RetryFor = value is null
                ? S3ConnectionSettings.RetryForDefault
                : ParseTime(value, TimeSpan.Zero, TimeSpan.FromDays(1), "0s to 1d"),
        },
        new()
        {
            Name = "timeout",
            ValueName = "DURATION",
            Category = OptionCategory.Running,
            Summary = "Longest time without progress (default 25s)",
            Text = """
                How long a request may neither send nor receive a byte, from 1s to 1d; the default is 25s. Copies on the
                server, completions of uploads and deletions may take four times as long. A request that timed out is
                retried, see --retry-for.
                """,
            Negation = "no-timeout",
            Apply = (settings, value) => settings.Request.Connection.Timeout = value is null
                ? S3ConnectionSettings.TimeoutDefault
                : ParseTime(value, TimeSpan.FromSeconds(1), TimeSpan.FromDays(1), "1s to 1d"),
        },
    ];

    /// <summary>Parses a duration within limits.</summary>
    /// <exception cref="UsageException">It is not a duration, or outside of the limits.</exception>
    internal static TimeSpan ParseTime(string value, TimeSpan least, TimeSpan most, string range) =>
        DurationText.TryParse(value, out TimeSpan time) && time >= least && time <= most
            ? time
            : throw new UsageException($"'{value}' is not from {range}", "such as 90s, 15m, 2h or 1h30m");
}

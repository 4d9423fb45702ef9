using Doppel.Cli.S3;
using Doppel.Cli.Values;
using Doppel.Reports;
using Doppel.S3.Checksums;

namespace Doppel.Cli.Options;

/// <summary>The flags of <c>doppel s3</c>.</summary>
internal static class S3Options
{
    internal static OptionDefinition Json { get; } = OptionDefinition.Switch(
        "json", OptionCategory.Output, "One JSON object a line",
        "Write JSON Lines, one object for each result, with names and times as they are.",
        (settings, on) => settings.Format = on ? ReportFormat.Json : ReportFormat.Text);

    /// <summary>Where requests go and who signs them.</summary>
    internal static IReadOnlyList<OptionDefinition> Server { get; } =
    [
        new()
        {
            Name = "endpoint",
            ValueName = "URL",
            Category = OptionCategory.Server,
            Summary = "The server, such as https://s3.example.org:9000",
            Text = """
                The address of the server: scheme, name and, where it is not the usual one, port, such as
                https://s3.example.org:9000. Without it $AWS_ENDPOINT_URL_S3 counts, then $AWS_ENDPOINT_URL, else
                Amazon's S3.
                """,
            Negation = "no-endpoint",
            Apply = (settings, value) => settings.S3.Endpoint = value,
        },
        new()
        {
            Name = "region",
            ValueName = "NAME",
            Category = OptionCategory.Server,
            Summary = "The region that requests are signed for",
            Text = """
                The region that requests are signed for and that buckets are made in. Without it $AWS_REGION counts,
                then $AWS_DEFAULT_REGION, then the profile of AWS, else us-east-1, which most other servers take.
                """,
            Negation = "no-region",
            Apply = (settings, value) => settings.S3.Region = value is null ? null : RegionText.Require(value, ""),
        },
        new()
        {
            Name = "aws-profile",
            ValueName = "NAME",
            Category = OptionCategory.Server,
            Summary = "Whose keys sign: a profile in ~/.aws",
            Text = """
                Sign with the keys of this profile of ~/.aws/credentials and ~/.aws/config, which
                $AWS_SHARED_CREDENTIALS_FILE and $AWS_CONFIG_FILE put elsewhere. Without it the keys are looked for in
                the environment ($AWS_ACCESS_KEY_ID, $AWS_SECRET_ACCESS_KEY, $AWS_SESSION_TOKEN), then in the profile
                $AWS_PROFILE, then where containers and machines of Amazon have them. Keys are never shown.
                """,
            Negation = "no-aws-profile",
            Apply = (settings, value) => settings.S3.Profile = value,
        },
        OptionDefinition.Switch(
            "path-style", OptionCategory.Server, "Put the bucket into the path, not the host",
            """
            Put the name of the bucket into the path of addresses: https://host/bucket/key. --no-path-style puts it into
            the name of the host: https://bucket.host/key. Without either it stands in the host at Amazon, if it can,
            and in the path everywhere else.
            """,
            (settings, on) => settings.S3.PathStyle = on),
        OptionDefinition.Switch(
            "no-sign", OptionCategory.Server, "Send requests without keys, for public buckets",
            "Look for no keys and sign nothing. Only what is public can be reached so.",
            (settings, on) => settings.S3.Sign = !on),
    ];

    internal static OptionDefinition Recursive { get; } = OptionDefinition.Switch(
        "recursive", OptionCategory.Objects, "All that is below",
        """
        All that is below a folder, or below s3://BUCKET/PREFIX. For doppel s3 cp and doppel s3 rm PREFIX is a folder: a
        slash is put behind it where there is none, so that s3://b/log does not mean s3://b/logs/x.
        """,
        (settings, on) => settings.S3.Recursive = on) with
    { Short = 'r' };

    internal static OptionDefinition Overwrite { get; } = OptionDefinition.Switch(
        "overwrite", OptionCategory.Objects, "Replace what is there already",
        """
        Replace files and objects that are there already. Without this flag they are left alone, and told as problems.
        """,
        (settings, on) => settings.S3.Overwrite = on);

    internal static OptionDefinition DryRun { get; } = OptionDefinition.Switch(
        "dry-run", OptionCategory.Objects, "Only tell what would be deleted",
        "Write what would be deleted to standard output, one object a line, and delete nothing.",
        (settings, on) => settings.Act.DryRun = on);

    internal static OptionDefinition Resume { get; } = OptionDefinition.Switch(
        "resume", OptionCategory.Objects, "Go on with an upload that was broken off",
        """
        Go on with the latest upload in parts of the same object that was broken off: what the server has already, by
        size and MD5, is not sent again. An upload that is broken off with this flag stays on the server, where it takes
        room until it is gone on with or aborted; without it, it is aborted. Files larger than a part go in parts then.
        Downloads always go on by themselves with what stands in FILE.s3part.
        """,
        (settings, on) => settings.S3.Resume = on);

    internal static OptionDefinition PartSize { get; } = new()
    {
        Name = "part-size",
        ValueName = "SIZE",
        Category = OptionCategory.Running,
        Summary = "Bytes of one request, 5MiB to 1GiB (default 16MiB)",
        Text = """
            Send and ask for so many bytes with one request, 5MiB to 1GiB, 16MiB by itself; of files that would have
            more than 10,000 parts, more. Files are uploaded in parts from 128 MiB on, with this flag when they are
            larger than a part. An upload from standard input holds four parts in memory.
            """,
        Negation = "no-part-size",
        Apply = (settings, value) => settings.S3.PartBytes = value is null ? null : ParsePartSize(value),
    };

    internal static OptionDefinition Parallel { get; } = new()
    {
        Name = "parallel",
        ValueName = "N",
        Category = OptionCategory.Running,
        Summary = "Requests at once, 1 to 64 (default 4)",
        Text = "Copy so many files, or parts of one file, at once, 1 to 64; 4 by itself.",
        Negation = "no-parallel",
        Apply = (settings, value) => settings.S3.Parallel = value is null ? 4 : Number.Parse(value, 1, 64),
    };

    private static readonly string[] s_checksums = ["none", "crc32", "crc32c", "crc64nvme", "sha1", "sha256"];

    internal static OptionDefinition Checksum { get; } = OptionDefinition.Choice(
        "checksum", OptionCategory.Objects, "ALGORITHM", s_checksums, "Send a checksum that the server compares",
        """
        Send a checksum with what is uploaded, by this algorithm: none (by itself), crc32, crc32c, crc64nvme, sha1 or
        sha256. The server compares it with what came, and keeps it; one that knows no checksums takes no notice, or
        refuses those of standard input.
        """,
        (settings, choice) => settings.S3.Checksum = choice == 0 ? null : (ChecksumAlgorithm)(choice - 1));

    internal static OptionDefinition Range { get; } = new()
    {
        Name = "range",
        ValueName = "FIRST-LAST",
        Category = OptionCategory.Objects,
        Summary = "Only these bytes: 0-99, 100- or =-50",
        Text = """
            Only these bytes of the object, counted from 0, the last one included: 0-99 is the first hundred, 100- all
            from there on, and --range=-50 the last 50.
            """,
        Negation = "no-range",
        Apply = (settings, value) => settings.S3.Range = value is null ? null : S3RangeText.Parse(value),
    };

    internal static OptionDefinition Expires { get; } = new()
    {
        Name = "expires",
        ValueName = "DURATION",
        Category = OptionCategory.Objects,
        Summary = "How long the address is good (default 1h, at most 7d)",
        Text = """
            How long the address is good: 90s, 15m, 2h, 1h30m, at most 7d; one hour by itself. Of keys that are lent for
            a time it is not good any longer than they are.
            """,
        Negation = "no-expires",
        Apply = (settings, value) =>
            settings.S3.Lifetime = value is null ? TimeSpan.FromHours(1) : ParseLifetime(value),
    };

    private static readonly string[] s_methods = ["GET", "PUT", "HEAD", "DELETE"];

    internal static OptionDefinition Method { get; } = OptionDefinition.Choice(
        "method", OptionCategory.Objects, "METHOD", s_methods, "GET (default), PUT, HEAD or DELETE",
        "What the address lets its holder do: GET, the default, downloads, PUT uploads, HEAD looks, DELETE deletes.",
        (settings, choice) => settings.S3.Method = s_methods[choice]);

    private static int ParsePartSize(string value) =>
        SizeText.TryParse(value, out long bytes) && bytes is >= 5 * 1024 * 1024 and <= 1024 * 1024 * 1024
            ? (int)bytes
            : throw new UsageException($"'{value}' is not from 5MiB to 1GiB", SizeText.Hint);

    private static TimeSpan ParseLifetime(string value) =>
        DurationText.TryParse(value, out TimeSpan time)
            && time >= TimeSpan.FromSeconds(1) && time <= TimeSpan.FromDays(7)
            ? time
            : throw new UsageException($"'{value}' is not from 1s to 7d", "such as 90s, 15m, 2h or 1h30m");
}

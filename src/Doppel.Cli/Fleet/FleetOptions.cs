namespace Doppel.Cli;

/// <summary>Defines the options of the commands for a fleet.</summary>
internal static class FleetOptions
{
    // The database of a machine contains its name.
    private const int NameMax = 160;

    /// <summary>Gets the options that select the server and the user.</summary>
    internal static IReadOnlyList<OptionDefinition<CommandSettings>> Server { get; } =
    [
        new()
        {
            Name = "server",
            ValueName = "URL",
            Category = OptionCategory.Server,
            Summary = "The ClickHouse server, such as https://db:8443",
            Text = """
                The URL of the HTTP interface of the ClickHouse server: scheme, host and port, such as
                http://db.example.org:8123 or https://db.example.org:8443. The default is $DOPPEL_FLEET_SERVER. For
                https, the certificate must be valid; $SSL_CERT_FILE can name a file with your own authority.
                """,
            Negation = "no-server",
            Apply = static (settings, value) => settings.Fleet.Connection.Server = value,
        },
        new()
        {
            Name = "user",
            ValueName = "NAME",
            Category = OptionCategory.Server,
            Summary = "User on the server (default: default)",
            Text = "The user on the server. The default is the user that ClickHouse calls default.",
            Negation = "no-user",
            Apply = static (settings, value) => settings.Fleet.Connection.User = value ?? "default",
        },
        new()
        {
            Name = "password-file",
            ValueName = "FILE",
            Category = OptionCategory.Server,
            Completion = ValueCompletion.File,
            Summary = "Read the user's password from FILE",
            Text = """
                Read the password of the user from FILE, without the line break at its end. A FILE that all users of
                this machine may read is rejected. Without this option, no password is sent.
                """,
            Negation = "no-password-file",
            Apply = static (settings, value) => settings.Fleet.Connection.PasswordFile = value,
        },
        new()
        {
            Name = "database",
            ValueName = "NAME",
            Category = OptionCategory.Server,
            Summary = "Database on the server (default: doppel)",
            Text = "The database on the server. Each database is a fleet of its own. The default is doppel.",
            Negation = "no-database",
            Apply = static (settings, value) => settings.Fleet.Connection.Database = value is null
                ? FleetConnection.DatabaseDefault
                : RequireDatabase(value),
        },
        new()
        {
            Name = "retry-for",
            ValueName = "DURATION",
            Category = OptionCategory.Running,
            Summary = "Longest outage to wait for (default 1m)",
            Text = """
                How long the server may be away or overloaded, from 0s to 1d; the default is 1m, and 0s disables
                retries. If it takes longer, the command ends. The next scan continues where this one ended.
                """,
            Negation = "no-retry-for",
            Apply = static (settings, value) => settings.Fleet.Connection.RetryFor = value is null
                ? FleetConnection.RetryForDefault
                : S3ConnectionOptions.ParseTime(value, TimeSpan.Zero, TimeSpan.FromDays(1), "0s to 1d"),
        },
    ];

    /// <summary>Gets the option that names this machine.</summary>
    internal static OptionDefinition<CommandSettings> Host { get; } = new()
    {
        Name = "host",
        ValueName = "NAME",
        Category = OptionCategory.Server,
        Summary = "Name of this machine in the fleet",
        Text = """
            The name of this machine in the fleet, which no other machine may have: letters, digits, '-', '_' and '.'.
            The default is the host name of the system.
            """,
        Negation = "no-host",
        Apply = static (settings, value) =>
            settings.Fleet.HostName = value is null ? null : FleetCall.RequireHost(value),
    };

    private static string RequireDatabase(string value) =>
        value.Length is > 0 and <= NameMax && value.All(static c => char.IsAsciiLetterOrDigit(c) || c == '_')
            ? value
            : throw new UsageException($"'{value}' is not the name of a database", "use letters, digits and '_'");
}

namespace Doppel.Fleet;

/// <summary>Says where the server of a fleet is, and how to reach it.</summary>
public sealed record FleetServer
{
    /// <summary>The name of the database if none is given.</summary>
    public const string DatabaseDefault = "doppel";

    /// <summary>Gets the address of the server's HTTP interface, such as <c>https://db.example.org:8443</c>.</summary>
    public required Uri Address { get; init; }

    /// <summary>Gets the user. Default: the user of the server that is named <c>default</c>.</summary>
    public string User { get; init; } = "default";

    /// <summary>Gets the password. Default: none.</summary>
    public string Password { get; init; } = "";

    /// <summary>Gets the database: ASCII letters, digits and <c>_</c>.</summary>
    public string Database { get; init; } = DatabaseDefault;

    /// <summary>Gets how long a failing request is repeated. Zero for never. Default: one minute.</summary>
    public TimeSpan RetryFor { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>
    /// Gets how long the server may take for an answer, and how long it may pause in one. Default: ten minutes, since a
    /// query over many files takes its time.
    /// </summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Gets the clock. Default: that of the system.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}

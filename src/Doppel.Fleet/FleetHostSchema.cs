using System.Globalization;

namespace Doppel.Fleet;

/// <summary>
/// A database for each host, so that a server whose rights end at databases can keep the names of one from others.
/// </summary>
/// <remarks>
/// The database of a host has its names (<c>files</c>, <c>hosts</c>) and passes everything else on to a database that
/// all hosts share. A third one, for reports, has the names of all hosts. A host needs access to the first two.
/// </remarks>
public static class FleetHostSchema
{
    // A table of the engine Buffer whose limits are 0 passes each insert on at once.
    private const string BufferLimits = "1, 0, 0, 0, 0, 0, 0";

    /// <summary>Gets the tables that all hosts share. They contain sizes and hashes, but no names.</summary>
    private static IReadOnlyList<(string Name, Func<string, string> Create)> Shared { get; } =
    [
        ("rounds", FleetHost.CreateRounds),
        (ProofTables.Questions, ProofTables.CreateQuestions),
        (ProofTables.Answers, ProofTables.CreateAnswers),
        .. FleetTable.All.Where(static table => table.Path is null)
            .Select(static table => (table.Name, (Func<string, string>)table.CreateAs)),
    ];

    /// <summary>Gets the tables that each host has for itself.</summary>
    private static IReadOnlyList<(string Name, Func<string, string> Create)> Own { get; } =
    [
        ("hosts", FleetHost.Create),
        (FleetTable.Files.Name, FleetTable.Files.CreateAs),
    ];

    /// <summary>Returns the name of the database of a host.</summary>
    /// <param name="database">The database for reports.</param>
    /// <param name="host">The name of the host.</param>
    public static string DatabaseOf(string database, string host)
    {
        string name = string.Concat(host.Select(static c => char.IsAsciiLetterOrDigit(c) ? c : '_'));

        // Different hosts have different databases.
        return name == host
            ? $"{database}_{name}"
            : string.Create(CultureInfo.InvariantCulture, $"{database}_{name}_{(uint)FleetHost.IdOf(host):x8}");
    }

    /// <summary>Returns the name of the database that all hosts share.</summary>
    /// <param name="database">The database for reports.</param>
    public static string SharedDatabaseOf(string database) => database + "_shared";

    /// <summary>Prepares a server for one host. What exists already stays as it is.</summary>
    /// <param name="server">The server, with the database for reports.</param>
    /// <param name="host">The name of the host.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <exception cref="FleetException">
    /// The server cannot be reached, or refuses, or the database for reports has tables for all hosts.
    /// </exception>
    public static void Create(FleetServer server, string host, CancellationToken cancellation)
    {
        using var clickHouse = new ClickHouse(server, cancellation);
        foreach ((string? database, string statement) in Statements(server.Database, host))
        {
            using var there = new ClickHouse(server with { Database = database ?? server.Database }, cancellation);
            there.Retry(() => there.Execute(statement, inDatabase: database is not null));
        }

        clickHouse.Retry(() =>
        {
            using RowStream rows = clickHouse.Query(
                $"SELECT count() FROM system.tables WHERE database = '{server.Database}' AND name = 'files' "
                + "AND engine = 'Merge'");
            if (rows.ReadUInt64() == 0)
            {
                throw new FleetException(
                    $"the database {server.Database} has one table with the names of all machines",
                    "use another --database for machines with databases of their own");
            }
        });
    }

    /// <summary>Returns the statements that prepare a server for one host, each with its database.</summary>
    /// <param name="database">The database for reports.</param>
    /// <param name="host">The name of the host.</param>
    public static IReadOnlyList<(string? Database, string Text)> Statements(string database, string host)
    {
        (string own, string shared) = (DatabaseOf(database, host), SharedDatabaseOf(database));
        string number = FleetHost.IdOf(host).ToString(CultureInfo.InvariantCulture);
        List<(string? Database, string Text)> statements =
        [
            .. ((string[])[database, shared, own]).Select(static name =>
                ((string?)null, $"CREATE DATABASE IF NOT EXISTS {name}")),
        ];
        foreach ((string name, Func<string, string> create) in Shared)
        {
            statements.Add((shared, create(name)));
            statements.Add((own, Pass(name, shared, name)));
        }

        foreach ((string name, Func<string, string> create) in Own)
        {
            statements.Add((own, create(name)));
            statements.Add((database, Pass($"{name}_of_{number}", own, name)));
            statements.Add((
                database,
                $"CREATE TABLE IF NOT EXISTS {name} AS {own}.{name} ENGINE = Merge({database}, '^{name}_of_')"));
        }

        foreach (string view in FleetSchema.Views)
        {
            statements.Add((own, view));
            statements.Add((database, view));
        }

        return statements;
    }

    private static string Pass(string name, string database, string table) =>
        $"CREATE TABLE IF NOT EXISTS {name} AS {database}.{table} "
        + $"ENGINE = Buffer({database}, {table}, {BufferLimits})";
}

namespace Doppel.Fleet;

/// <summary>The tables and views of a fleet. docs/fleet.md explains them to those who query them.</summary>
/// <remarks>
/// All of it is SQL that ClickHouse has understood since version 18. Whatever is added later gets a new table or view,
/// so that programs of different versions can work with one server.
/// </remarks>
public static class FleetSchema
{
    /// <summary>Prepares a server. What exists already stays as it is.</summary>
    /// <param name="server">The server.</param>
    /// <param name="cluster">
    /// The cluster of the server's configuration over which the tables are distributed, or null to keep all rows on
    /// this server. The servers of a cluster have to be prepared one after the other.
    /// </param>
    /// <param name="isReplicated">
    /// Whether the shards of the cluster have replicas, so that the tables are replicated. Each server needs the macros
    /// <c>shard</c> and <c>replica</c>, and ZooKeeper or ClickHouse Keeper in its configuration.
    /// </param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <exception cref="FleetException">The server cannot be reached, or refuses.</exception>
    public static void Create(
        FleetServer server, string? cluster, bool isReplicated, CancellationToken cancellation)
    {
        using var clickHouse = new ClickHouse(server, cancellation);
        foreach ((string statement, int index) in
            Statements(server.Database, cluster, isReplicated).Select(static (s, i) => (s, i)))
        {
            clickHouse.Retry(() => clickHouse.Execute(statement, inDatabase: index > 0));
        }
    }

    /// <summary>Returns the statements that prepare a server, in order. The first creates the database.</summary>
    /// <param name="database">The database, in which all statements but the first are executed.</param>
    /// <param name="cluster">See <see cref="Create"/>.</param>
    /// <param name="isReplicated">See <see cref="Create"/>.</param>
    public static IReadOnlyList<string> Statements(string database, string? cluster, bool isReplicated)
    {
        List<string> statements = [$"CREATE DATABASE IF NOT EXISTS {database}"];
        Add("hosts", FleetHost.Create, "host");
        Add("rounds", FleetHost.CreateRounds, "host");
        foreach (FleetTable table in FleetTable.All)
        {
            Add(table.Name, table.CreateAs, "intHash64(size)");
        }

        Add(ProofTables.Questions, ProofTables.CreateQuestions, "intHash64(size)");
        Add(ProofTables.Answers, ProofTables.CreateAnswers, "intHash64(size)");
        statements.AddRange(Views);
        return statements;

        // Rows of one size are on one server, so that each can tell what exists twice by itself.
        void Add(string name, Func<string, string> create, string shard)
        {
            if (cluster is null)
            {
                statements.Add(create(name));
                return;
            }

            string local = create(name + "_local");
            statements.Add(isReplicated
                ? local.Replace(Engine, ReplicatedEngine(name), StringComparison.Ordinal)
                : local);
            statements.Add(
                $"CREATE TABLE IF NOT EXISTS {name} AS {name}_local "
                + $"ENGINE = Distributed({cluster}, {database}, {name}_local, {shard})");
        }

        // The server replaces what is in braces by its own values.
        string ReplicatedEngine(string name) =>
            $"Replicated{Engine}'/clickhouse/tables/{{shard}}/{database}/{name}', '{{replica}}', ";
    }

    // How tables of one server begin their engine.
    private const string Engine = "ReplacingMergeTree(";

    // One row for each file of a group, and what removing all but one of them would free, in equal shares.
    internal static IReadOnlyList<string> Views { get; } =
    [
        """
        CREATE VIEW IF NOT EXISTS groups AS
        SELECT size, digest, uniqExact(device, inode) AS copies, uniqExact(host) AS hosts,
            size * (copies - 1) AS redundant_bytes
        FROM files FINAL WHERE links > 0 GROUP BY size, digest HAVING copies > 1
        """,
        """
        CREATE VIEW IF NOT EXISTS copies AS
        SELECT size, digest, host, device, inode, path, owner, modified, copies, hosts,
            redundant_bytes / copies AS redundant_share
        FROM (
            SELECT size, digest, host, device, inode, min(path) AS path, any(owner) AS owner,
                toDateTime(intDiv(any(modified), 1000000000)) AS modified
            FROM files FINAL WHERE links > 0 GROUP BY size, digest, host, device, inode
        ) ALL INNER JOIN groups USING (size, digest)
        """,
        """
        CREATE VIEW IF NOT EXISTS redundant_by_host AS
        SELECT name, count() AS files, toUInt64(sum(redundant_share)) AS redundant_bytes
        FROM copies ALL INNER JOIN (SELECT host, name FROM hosts FINAL) USING (host) GROUP BY name
        """,
        """
        CREATE VIEW IF NOT EXISTS redundant_by_folder AS
        SELECT name, replaceRegexpOne(path, '/[^/]*$', '') AS folder, count() AS files,
            toUInt64(sum(redundant_share)) AS redundant_bytes
        FROM copies ALL INNER JOIN (SELECT host, name FROM hosts FINAL) USING (host) GROUP BY name, folder
        """,
        """
        CREATE VIEW IF NOT EXISTS redundant_by_owner AS
        SELECT name, owner, count() AS files, toUInt64(sum(redundant_share)) AS redundant_bytes
        FROM copies ALL INNER JOIN (SELECT host, name FROM hosts FINAL) USING (host) GROUP BY name, owner
        """,
        """
        CREATE VIEW IF NOT EXISTS redundant_by_month AS
        SELECT toStartOfMonth(modified) AS month, count() AS files,
            toUInt64(sum(redundant_share)) AS redundant_bytes
        FROM copies GROUP BY month
        """,
    ];
}

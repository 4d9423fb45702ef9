namespace Doppel.Fleet.Tests;

/// <summary>What the users of docs/fleet.md can do, and what they cannot.</summary>
public sealed class FleetRightsTests
{
    private const int Settled = 3;

    /// <summary>Nobody but web2 and those who read reports may see it.</summary>
    private const string Secret = "/data/salaries-of-web2";

    [Fact]
    public void Machines_with_databases_of_their_own_find_what_they_have_in_common()
    {
        using var secured = new SecuredServer();
        var machines = new Machines(secured);
        machines.ScanAll(Settled);
        Assert.Equal(
            [
                "3: [host:web1/data/a] [host:web1/data/b]",
                $"9000: [host:web1/data/both] [host:web2{Secret}]",
            ],
            machines.Report("reader", SecuredServer.Database));
        Assert.Equal(["web1", "web2"], machines.Names("reader", SecuredServer.Database));

        // A machine sees itself.
        Assert.Equal(["3: [host:web1/data/a] [host:web1/data/b]"], machines.Report("web1", "doppel_web1"));
        Assert.Equal(["web1"], machines.Names("web1", "doppel_web1"));
        Assert.Empty(machines.Report("web2", "doppel_web2"));

        // It knows when others have learned something, without their names.
        Assert.Equal("2", secured.Try("SELECT count() FROM rounds FINAL", "web1"));

        Assert.Equal(0, machines.Scan("web1").RowsSent);
        Assert.True(FleetHost.Forget(
            secured.As("default", "doppel_web2"), "web2", TestContext.Current.CancellationToken));
        Assert.Equal(
            ["3: [host:web1/data/a] [host:web1/data/b]"], machines.Report("reader", SecuredServer.Database));
    }

    [Fact]
    public void A_machine_can_read_no_names_of_others()
    {
        using var secured = new SecuredServer();
        new Machines(secured).ScanAll(Settled);
        string[] tables = secured.Server
            .Execute("SELECT name FROM system.tables WHERE database = 'system'").Split('\n');
        Assert.Contains("processes", tables);
        string number = FleetHost.IdOf("web2").ToString(System.Globalization.CultureInfo.InvariantCulture);
        string[] statements =
        [
            .. ((string[])["files", "hosts", "copies", "groups", "redundant_by_folder", "sizes", "ends", "contents"])
                .SelectMany(static name => (string[])
                [
                    $"SELECT * FROM {name}",
                    $"SELECT * FROM doppel.{name}",
                    $"SELECT * FROM doppel_web2.{name}",
                    $"SELECT * FROM merge('doppel', '{name}')",
                    $"SELECT * FROM merge('doppel_web2', '{name}')",
                    $"SELECT * FROM cluster('local', doppel_web2, {name})",
                    $"SELECT * FROM cluster('local', doppel, {name})",
                ]),
            .. tables.Select(static name => $"SELECT * FROM system.{name} LIMIT 10000"),
            $"SELECT * FROM remote('127.0.0.1:{secured.Server.TcpPort}', doppel, files)",
            $"SELECT * FROM remote('127.0.0.2:{secured.Server.TcpPort}', doppel, files)",
            $"SELECT * FROM remote('localhost:{secured.Server.TcpPort}', doppel_web2, files)",
            $"SELECT * FROM url('{secured.Server.Address}?query=SELECT+path+FROM+doppel.files', 'TSV', 'path String')",
            $"SELECT * FROM doppel.files_of_{number}",
            "SHOW DATABASES",
            "SHOW TABLES FROM doppel",
            "SHOW PROCESSLIST",
            "SHOW CREATE TABLE doppel.files",
            "INSERT INTO files SELECT * FROM doppel_web2.files",
            "SELECT path FROM files UNION ALL SELECT path FROM doppel_web2.files",
            "SELECT (SELECT max(path) FROM doppel_web2.files)",
        ];
        Assert.All(statements, statement =>
        {
            string answer = secured.Try(statement, "web1");
            Assert.DoesNotContain("salaries", answer);
            Assert.True(
                answer.StartsWith("refused: ", StringComparison.Ordinal) || !answer.Contains("web2"),
                $"{statement}: {answer}");
        });

        // These statements find the names for whoever may see them.
        Assert.Contains("salaries", secured.Server.Execute("SELECT * FROM doppel.files"));
        Assert.Contains("salaries", secured.Server.Execute("SELECT * FROM merge('doppel_web2', 'files')"));
        Assert.Contains("web1", secured.Try("SELECT * FROM hosts", "web1"));
    }

    [Theory]
    [InlineData("DROP TABLE files")]
    [InlineData("DROP DATABASE doppel_shared")]
    [InlineData("TRUNCATE TABLE sizes")]
    [InlineData("ALTER TABLE doppel_shared.sizes DELETE WHERE 1")]
    [InlineData("RENAME TABLE files TO other")]
    [InlineData("CREATE TABLE other (a UInt8) ENGINE = Memory")]
    [InlineData("CREATE TEMPORARY TABLE other (a UInt8)")]
    [InlineData("CREATE VIEW other AS SELECT * FROM files")]
    [InlineData("DETACH TABLE files")]
    [InlineData("OPTIMIZE TABLE files")]
    [InlineData("SET allow_ddl = 1")]
    [InlineData("SYSTEM SHUTDOWN")]
    [InlineData("INSERT INTO doppel_web2.files (host) VALUES (1)")]
    [InlineData("INSERT INTO doppel.files (host) VALUES (1)")]
    public void A_machine_cannot_change_what_belongs_to_others(string statement)
    {
        Assert.StartsWith("refused: Code: ", s_server.Value.Try(statement, "web1"));
        Assert.Equal("1", s_server.Value.Try("SELECT 1", "web1"));
    }

    [Fact]
    public void Errors_about_rights_say_what_is_not_allowed()
    {
        SecuredServer secured = s_server.Value;
        FleetException database = Assert.Throws<FleetException>(() => FleetHost.ReadAll(
            secured.As("web1", "doppel_web2"), TestContext.Current.CancellationToken));
        Assert.Contains(
            "does not allow this to the user web1: Access denied to database doppel_web2", database.Message);
        Assert.Equal("docs/fleet.md says which rights are needed", database.Hint);
        FleetException create = Assert.Throws<FleetException>(() => FleetHostSchema.Create(
            secured.As("web1", SecuredServer.Database), "web3", TestContext.Current.CancellationToken));
        Assert.Contains("does not allow this to the user web1", create.Message);

        // Nobody repeats what cannot succeed.
        var clock = new CountingClock();
        FleetException password = Assert.Throws<FleetException>(() => FleetHost.ReadAll(
            secured.As("web1", "doppel_web1") with
            {
                Password = "wrong",
                RetryFor = TimeSpan.FromMinutes(10),
                Time = clock,
            },
            TestContext.Current.CancellationToken));
        Assert.EndsWith("rejects the user web1 or the password", password.Message);
        Assert.Equal(1, clock.Asked);
    }

    [Fact]
    public void A_database_for_all_machines_does_not_become_one_for_each()
    {
        var fleet = new Fleet();
        FleetException error = Assert.Throws<FleetException>(() => FleetHostSchema.Create(
            fleet.Server, "web1", TestContext.Current.CancellationToken));
        Assert.EndsWith("has one table with the names of all machines", error.Message);
    }

    [Fact]
    public void Different_machines_have_different_databases()
    {
        Assert.Equal("doppel_web1", FleetHostSchema.DatabaseOf("doppel", "web1"));
        string[] names = ["web-1", "web.1", "web_1", "WEB_1"];
        Assert.Equal(
            names.Length, names.Select(static name => FleetHostSchema.DatabaseOf("doppel", name)).Distinct().Count());
    }

    private static readonly Lazy<SecuredServer> s_server = new(static () =>
    {
        var secured = new SecuredServer();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => secured.Dispose();
        new Machines(secured).ScanAll(1);
        return secured;
    });

    private sealed class Machines
    {
        private readonly SecuredServer _secured;
        private readonly Dictionary<string, HostDisk> _disks = [];

        internal Machines(SecuredServer secured)
        {
            _secured = secured;
            foreach (string name in (string[])["web1", "web2"])
            {
                _disks[name] = new HostDisk();
                FleetHostSchema.Create(
                    secured.As("default", SecuredServer.Database), name, TestContext.Current.CancellationToken);
            }

            _disks["web1"].Add("/data/a", "one"u8.ToArray());
            _disks["web1"].Add("/data/b", "one"u8.ToArray());
            _disks["web1"].Add("/data/both", new byte[9000]);
            _disks["web2"].Add(Secret, new byte[9000]);
            _disks["web2"].Add("/data/only here", new byte[9001]);
        }

        internal FleetScanResult Scan(string name) => Fleet.ScanDisk(
            _disks[name],
            new FleetScanOptions { Server = _secured.As(name, $"doppel_{name}"), Host = name });

        internal void ScanAll(int times)
        {
            for (int i = 0; i < times; i++)
            {
                Assert.All(_disks.Keys, name => Assert.True(Scan(name).Complete));
            }
        }

        internal List<string> Report(string user, string database) =>
            Fleet.ReportOf(new FleetReportOptions { Server = _secured.As(user, database) });

        internal IEnumerable<string> Names(string user, string database) => FleetHost.ReadAll(
            _secured.As(user, database), TestContext.Current.CancellationToken).Select(static host => host.Name);
    }
}

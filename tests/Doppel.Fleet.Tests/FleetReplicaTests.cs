using System.Globalization;
using Doppel.Testing;
using Doppel.Testing.Servers;

namespace Doppel.Fleet.Tests;

/// <summary>A fleet on two shards with two replicas each, as docs/fleet.md configures them.</summary>
public sealed class FleetReplicaTests
{
    private const string Cluster = "replicas";
    private const int Settled = 3;

    // Explicit, since ZooKeeper is on few machines.
    [Fact(Explicit = true)]
    public void Any_replica_can_go_away_and_come_back()
    {
        Assert.SkipUnless(ZooKeeperServer.IsInstalled, "needs ZooKeeper: apt install zookeeper");
        using var keeper = new ZooKeeperServer();
        ClickHouseServer[] servers = Start(keeper);
        try
        {
            var fleet = new Fleet(servers[0], Cluster, isReplicated: true);
            foreach (ClickHouseServer server in servers.Skip(1))
            {
                FleetSchema.Create(
                    fleet.Server with { Address = server.Address }, Cluster, isReplicated: true,
                    TestContext.Current.CancellationToken);
            }

            var random = new Random(TestRun.SeedOffset);
            IReadOnlyList<byte[]> contents = HostDisk.Contents(random);
            for (int host = 0; host < 4; host++)
            {
                HostDisk disk = fleet.AddHost($"host-{host}");
                for (int i = 0; i < 40; i++)
                {
                    disk.Change(random, contents);
                }
            }

            Settle(fleet, servers);
            foreach (ClickHouseServer victim in servers)
            {
                // What only this one has comes back with it.
                WaitUntilEqual(fleet, servers);
                victim.Kill();
                foreach (HostDisk disk in fleet.Hosts.Values)
                {
                    disk.Change(random, contents);
                }

                Settle(fleet, [.. servers.Where(server => server != victim)]);
                victim.Start();
                Settle(fleet, servers);
            }
        }
        finally
        {
            Array.ForEach(servers, static server => server.Dispose());
        }
    }

    // Proofs rely on it: each of two hosts must see what the other one has written before it.
    [Fact(Explicit = true)]
    public void With_a_quorum_every_replica_has_a_row_when_its_insert_ends()
    {
        Assert.SkipUnless(ZooKeeperServer.IsInstalled, "needs ZooKeeper: apt install zookeeper");
        using var keeper = new ZooKeeperServer();
        ClickHouseServer[] servers = Start(keeper, "<insert_quorum>2</insert_quorum>");
        try
        {
            var fleet = new Fleet(servers[0], Cluster, isReplicated: true);
            foreach (ClickHouseServer server in servers.Skip(1))
            {
                FleetSchema.Create(
                    fleet.Server with { Address = server.Address }, Cluster, isReplicated: true,
                    TestContext.Current.CancellationToken);
            }

            using var client = new ClickHouse(fleet.Server, TestContext.Current.CancellationToken);
            string database = fleet.Server.Database;
            for (int row = 1; row <= 50; row++)
            {
                client.Execute($"INSERT INTO questions (host, size, number) VALUES (1, {row}, {row})");
                string[] counts = [.. servers.Select(server =>
                    server.Execute($"SELECT count() FROM questions_local WHERE number = {row}", database))];
                Assert.Equal(counts[0], counts[1]);
                Assert.Equal(counts[2], counts[3]);
                Assert.Equal(["0", "0", "1", "1"], counts.Order());
            }
        }
        finally
        {
            Array.ForEach(servers, static server => server.Dispose());
        }
    }

    // Scans all hosts, each through some server, and reads the report through all of them.
    private static void Settle(Fleet fleet, ClickHouseServer[] servers)
    {
        FleetServer[] through = [.. servers.Select(server => fleet.Server with { Address = server.Address })];
        int scans = 0;
        for (int i = 0; i < Settled; i++)
        {
            foreach (string host in fleet.Hosts.Keys)
            {
                WaitUntilEqual(fleet, servers);
                Assert.True(fleet.Scan(host, through[scans++ % through.Length]).Complete);
            }
        }

        WaitUntilEqual(fleet, servers);
        List<string> expected = fleet.Expected();
        Assert.All(through, server => Assert.Equal(
            expected, Fleet.ReportOf(new FleetReportOptions { Server = server })));
        foreach (string host in fleet.Hosts.Keys)
        {
            Assert.Equal(0, fleet.Scan(host, through[scans++ % through.Length]).RowsSent);
        }
    }

    // Replicas fetch what the others have a moment later.
    private static void WaitUntilEqual(Fleet fleet, ClickHouseServer[] servers)
    {
        string database = fleet.Server.Database;
        foreach (ClickHouseServer server in servers)
        {
            string tables = server.Execute(
                $"SELECT name FROM system.tables WHERE database = '{database}' AND engine LIKE 'Replicated%'");
            foreach (string table in tables.Split('\n'))
            {
                server.Execute($"SYSTEM SYNC REPLICA {database}.{table}");
            }
        }
    }

    private static ClickHouseServer[] Start(ZooKeeperServer keeper, string settings = "")
    {
        int[] ports = [.. Enumerable.Range(0, 4).Select(static _ => ClickHouseServer.FreePort())];
        string cluster = string.Concat(Enumerable.Range(0, 2).Select(shard =>
            $"<shard><internal_replication>true</internal_replication>{Replica(ports[2 * shard])}"
            + $"{Replica(ports[(2 * shard) + 1])}</shard>"));
        return
        [
            .. ports.Select((port, number) => new ClickHouseServer(new ClickHouseOptions
            {
                TcpPort = port,
                Config = string.Create(CultureInfo.InvariantCulture, $"""
                    <remote_servers><{Cluster}>{cluster}</{Cluster}></remote_servers>
                    <zookeeper><node><host>127.0.0.1</host><port>{keeper.Port}</port></node></zookeeper>
                    <macros><shard>{number / 2}</shard><replica>{number % 2}</replica></macros>
                    <interserver_http_host>127.0.0.1</interserver_http_host>
                    <interserver_http_port>{ClickHouseServer.FreePort()}</interserver_http_port>
                    """),
                Files = new Dictionary<string, string>
                {
                    ["users.d/replicas.xml"] = $"""
                        <yandex><profiles><default><load_balancing>in_order</load_balancing>{settings}</default>
                        </profiles></yandex>
                        """,
                },
            })),
        ];

        static string Replica(int port) => string.Create(
            CultureInfo.InvariantCulture, $"<replica><host>127.0.0.1</host><port>{port}</port></replica>");
    }
}

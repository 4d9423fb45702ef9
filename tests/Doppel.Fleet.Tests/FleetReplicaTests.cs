using Doppel.Testing;
using Doppel.Testing.Servers;

namespace Doppel.Fleet.Tests;

/// <summary>A fleet on two shards with two replicas each.</summary>
public sealed class FleetReplicaTests
{
    private const int Settled = 3;

    // Explicit, since ZooKeeper is on few machines.
    [Fact(Explicit = true)]
    public void Any_replica_can_crash_and_come_back()
    {
        using var shards = new Shards(shards: 2, replicas: 2);
        Fleet fleet = shards.Fleet;
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

        Settle(shards, shards.Servers);
        foreach (ClickHouseServer victim in shards.Servers)
        {
            // What only this one has comes back with it.
            WaitUntilEqual(fleet, shards.Servers);
            victim.Kill();
            foreach (HostDisk disk in fleet.Hosts.Values)
            {
                disk.Change(random, contents);
            }

            Settle(shards, [.. shards.Servers.Where(server => server != victim)]);
            victim.Start();
            Settle(shards, shards.Servers);
        }
    }

    // Proofs rely on it: each of two hosts must see what the other one has written before it.
    [Fact(Explicit = true)]
    public void With_a_quorum_every_replica_has_a_row_when_its_insert_ends()
    {
        using var shards = new Shards(shards: 2, replicas: 2, profile: "<insert_quorum>2</insert_quorum>");
        using var client = new ClickHouse(shards.Fleet.Server, TestContext.Current.CancellationToken);
        for (int row = 1; row <= 50; row++)
        {
            client.Execute($"INSERT INTO questions (host, size, number) VALUES (1, {row}, {row})");
            string[] counts = [.. shards.Servers.Select(server => server.Execute(
                $"SELECT count() FROM questions_local WHERE number = {row}", shards.Fleet.Server.Database))];
            Assert.Equal(counts[0], counts[1]);
            Assert.Equal(counts[2], counts[3]);
            Assert.Equal(["0", "0", "1", "1"], counts.Order());
        }
    }

    // Scans all hosts, each through some server, and reads the report through all of them.
    private static void Settle(Shards shards, IReadOnlyList<ClickHouseServer> servers)
    {
        Fleet fleet = shards.Fleet;
        FleetServer[] through = [.. servers.Select(shards.Through)];
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
    private static void WaitUntilEqual(Fleet fleet, IReadOnlyList<ClickHouseServer> servers)
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
}

using System.Globalization;
using Doppel.Testing;
using Doppel.Testing.Servers;

namespace Doppel.Fleet.Tests;

/// <summary>Servers that share the rows of a fleet, each with the same configuration.</summary>
internal sealed class Shards : IDisposable
{
    internal const string Cluster = "three";

    private const int Count = 3;

    internal Shards()
    {
        if (!ClickHouseServer.IsInstalled)
        {
            _ = new Fleet();
        }

        int[] ports = [.. Enumerable.Range(0, Count).Select(static _ => ClickHouseServer.FreePort())];
        string shards = string.Concat(ports.Select(static port => string.Create(
            CultureInfo.InvariantCulture,
            $"<shard><replica><host>127.0.0.1</host><port>{port}</port></replica></shard>")));
        string config = $"<remote_servers><{Cluster}>{shards}</{Cluster}></remote_servers>";
        Servers =
        [
            .. ports.AsParallel().AsOrdered().Select(port => new ClickHouseServer(
                new ClickHouseOptions { TcpPort = port, Config = config })),
        ];
        Fleet = new Fleet(Servers[0], Cluster);
        foreach (ClickHouseServer server in Servers.Skip(1))
        {
            FleetSchema.Create(
                Through(server), Cluster, isReplicated: false, TestContext.Current.CancellationToken);
        }
    }

    internal IReadOnlyList<ClickHouseServer> Servers { get; }

    /// <summary>A fleet whose hosts use the first server unless told otherwise.</summary>
    internal Fleet Fleet { get; }

    public void Dispose()
    {
        foreach (ClickHouseServer server in Servers)
        {
            server.Dispose();
        }
    }

    /// <summary>The same fleet through one of the servers.</summary>
    internal FleetServer Through(ClickHouseServer server) => Fleet.Server with { Address = server.Address };

    /// <summary>Scans all hosts several times, each time through another server.</summary>
    internal void ScanAll(int times)
    {
        int scans = 0;
        for (int i = 0; i < times; i++)
        {
            foreach (string host in Fleet.Hosts.Keys)
            {
                Assert.True(Fleet.Scan(host, Through(Servers[scans++ % Count])).Complete);
            }
        }
    }
}

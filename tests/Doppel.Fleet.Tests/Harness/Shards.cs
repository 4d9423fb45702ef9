using System.Globalization;
using Doppel.Testing.Servers;

namespace Doppel.Fleet.Tests;

/// <summary>Servers of a cluster that share the rows of a fleet, as docs/fleet.md configures them.</summary>
internal sealed class Shards : IDisposable
{
    private const string Cluster = "shards";

    private readonly ZooKeeperServer? _keeper;

    /// <summary>Starts the servers: those of the first shard first.</summary>
    /// <param name="shards">The number of shards.</param>
    /// <param name="replicas">The number of servers of each shard. Several need ZooKeeper.</param>
    /// <param name="profile">Elements of the profile of the users of replicas.</param>
    internal Shards(int shards = 3, int replicas = 1, string profile = "")
    {
        if (!ClickHouseServer.IsInstalled)
        {
            _ = new Fleet();
        }

        Assert.SkipUnless(replicas == 1 || ZooKeeperServer.IsInstalled, "needs ZooKeeper: apt install zookeeper");
        _keeper = replicas > 1 ? new ZooKeeperServer() : null;
        int[] ports = [.. Enumerable.Range(0, shards * replicas).Select(static _ => LocalServer.FreePort())];
        string cluster = string.Concat(ports.Chunk(replicas).Select(shard =>
            $"<shard>{(replicas > 1 ? "<internal_replication>true</internal_replication>" : "")}"
            + string.Concat(shard.Select(static port => string.Create(
                CultureInfo.InvariantCulture, $"<replica><host>127.0.0.1</host><port>{port}</port></replica>")))
            + "</shard>"));
        ClickHouseOptions[] options =
        [
            .. ports.Select(port => new ClickHouseOptions
            {
                TcpPort = port,
                Config = $"<remote_servers><{Cluster}>{cluster}</{Cluster}></remote_servers>",
            }),
        ];
        if (_keeper is not null)
        {
            options = [.. options.Select((one, i) => Replica(one, _keeper, i / replicas, i % replicas, profile))];
        }

        Servers = [.. options.AsParallel().AsOrdered().Select(static one => new ClickHouseServer(one))];
        Fleet = new Fleet(Servers[0], Cluster, isReplicated: replicas > 1);
        foreach (ClickHouseServer server in Servers.Skip(1))
        {
            FleetSchema.Create(
                Through(server), Cluster, isReplicated: replicas > 1, TestContext.Current.CancellationToken);
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

        _keeper?.Dispose();
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
                Assert.True(Fleet.Scan(host, Through(Servers[scans++ % Servers.Count])).Complete);
            }
        }
    }

    private static ClickHouseOptions Replica(
        ClickHouseOptions options, ZooKeeperServer keeper, int shard, int replica, string profile)
    {
        string config = string.Create(CultureInfo.InvariantCulture, $"""
            <zookeeper><node><host>127.0.0.1</host><port>{keeper.Port}</port></node></zookeeper>
            <macros><shard>{shard}</shard><replica>{replica}</replica></macros>
            <interserver_http_host>127.0.0.1</interserver_http_host>
            <interserver_http_port>{LocalServer.FreePort()}</interserver_http_port>
            """);
        string users = $"""
            <yandex><profiles><default><load_balancing>in_order</load_balancing>{profile}</default>
            </profiles></yandex>
            """;
        return options with
        {
            Config = options.Config + config,
            Files = new Dictionary<string, string> { ["users.d/replicas.xml"] = users },
        };
    }
}

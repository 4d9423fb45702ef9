using System.Globalization;
using System.Text;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Testing.Servers;

namespace Doppel.Fleet.Tests;

/// <summary>A fleet of hosts in memory, with a database of its own on the server of all tests.</summary>
internal sealed class Fleet
{
    private static readonly Lazy<ClickHouseServer?> s_server = new(Start);
    private static int s_fleets;

    internal Fleet(ClickHouseServer? own = null, string? cluster = null, bool isReplicated = false)
    {
        if ((own ?? s_server.Value) is not { } server)
        {
            Assert.SkipUnless(TestRun.IsBuildServer, "needs clickhouse-server: apt install clickhouse-server");
            throw new InvalidOperationException("clickhouse-server is missing");
        }

        ClickHouse = server;
        Server = new FleetServer
        {
            Address = server.Address,
            Database = string.Create(CultureInfo.InvariantCulture, $"fleet_{Interlocked.Increment(ref s_fleets)}"),
        };
        FleetSchema.Create(Server, cluster, isReplicated, TestContext.Current.CancellationToken);
    }

    internal ClickHouseServer ClickHouse { get; }

    internal FleetServer Server { get; init; }

    /// <summary>The disk of each host, by name.</summary>
    internal SortedDictionary<string, HostDisk> Hosts { get; } = new(StringComparer.Ordinal);

    /// <summary>The buckets and saved volumes, by name.</summary>
    internal SortedDictionary<string, FleetList> Lists { get; } = new(StringComparer.Ordinal);

    internal FleetList AddList(string name, string address, bool hasSource = true)
    {
        var list = new FleetList { Address = address, HasSource = hasSource };
        Lists.Add(name, list);
        return list;
    }

    internal FleetScanResult ScanList(string name)
    {
        FindRoot root = Lists[name].List();
        using var volume = (SavedVolume)root.Volume;
        return FleetScan.Run(
            new FindOptions { Roots = [root], Threads = 1 }, new FleetScanOptions { Server = Server, Host = name },
            progress: null, TestContext.Current.CancellationToken);
    }

    internal HostDisk AddHost(string name)
    {
        var disk = new HostDisk();
        Hosts.Add(name, disk);
        return disk;
    }

    internal FleetScanResult Scan(string host, FleetServer? through = null, FleetScanOptions? options = null) =>
        ScanDisk(
            Hosts[host],
            (options ?? new FleetScanOptions { Server = Server, Host = host }) with { Server = through ?? Server });

    internal static FleetScanResult ScanDisk(HostDisk disk, FleetScanOptions options) => FleetScan.Run(
        OptionsOf(disk),
        options,
        progress: null,
        TestContext.Current.CancellationToken);

    internal static FindOptions OptionsOf(HostDisk disk) => new()
    {
        Roots = [new FindRoot(disk.Volume, "/data"u8.ToArray())],
        Threads = 1,
        Catalog = disk.Catalog,
    };

    /// <summary>Scans all hosts one after the other, several times.</summary>
    internal void ScanAll(int times)
    {
        for (int i = 0; i < times; i++)
        {
            foreach (string host in Hosts.Keys)
            {
                Assert.True(Scan(host).Complete);
            }

            foreach (string list in Lists.Keys)
            {
                Assert.True(ScanList(list).Complete);
            }
        }
    }

    /// <summary>The groups of a report: sizes and sorted copies, each as its sorted names.</summary>
    internal List<string> Report(FleetReportOptions? options = null) =>
        ReportOf(options ?? new FleetReportOptions { Server = Server });

    internal static List<string> ReportOf(FleetReportOptions options)
    {
        using FleetReport report = FleetReport.Open(options, TestContext.Current.CancellationToken);
        List<ReportGroup> groups = [.. report.ReadGroups()];
        Assert.Equal(groups.Count, report.Totals.Groups);
        Assert.Equal(groups.Sum(static group => group.Copies.Count - 1), report.Totals.RedundantFiles);
        Assert.Equal(groups.Sum(static group => group.RedundantBytes), report.Totals.RedundantBytes);
        Assert.Equal(
            groups.OrderByDescending(static group => group.RedundantBytes)
                .ThenBy(static group => group.Copies[0].Names[0]).Select(static group => group.Digest),
            groups.Select(static group => group.Digest));
        return Sorted(groups.Select(static group => Show(
            group.Size, group.Copies.Select(static copy => copy.Names.Select(static name => name.ToString())))));
    }

    /// <summary>What a report must say, from the contents of all disks alone.</summary>
    internal List<string> Expected()
    {
        Dictionary<string, Dictionary<MemoryNode, List<string>>> contents = [];
        foreach ((string host, HostDisk disk) in Hosts)
        {
            foreach ((string path, MemoryNode node) in disk.Files)
            {
                string content = Convert.ToHexString(node.Content);
                contents.TryAdd(content, []);
                contents[content].TryAdd(node, []);
                contents[content][node].Add($"host:{host}{path}");
            }
        }

        return Sorted(contents.Where(static one => one.Value.Count > 1)
            .Select(static one => Show(one.Key.Length / 2, one.Value.Values)));
    }

    private static List<string> Sorted(IEnumerable<string> texts) => [.. texts.Order(StringComparer.Ordinal)];

    internal static string Show(long size, IEnumerable<IEnumerable<string>> copies)
    {
        var text = new StringBuilder().Append(CultureInfo.InvariantCulture, $"{size}:");
        foreach (string copy in Sorted(copies.Select(static names => string.Join(" = ", Sorted(names)))))
        {
            text.Append(CultureInfo.InvariantCulture, $" [{copy}]");
        }

        return text.ToString();
    }

    private static ClickHouseServer? Start()
    {
        if (!ClickHouseServer.IsInstalled)
        {
            return null;
        }

        var server = new ClickHouseServer();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => server.Dispose();
        return server;
    }
}

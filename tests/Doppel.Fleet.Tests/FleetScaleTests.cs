using System.Diagnostics;
using System.Globalization;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Testing.Servers;

namespace Doppel.Fleet.Tests;

/// <summary>Many files on ten hosts: counts are compared with a naive one, and what it takes is printed.</summary>
public sealed class FleetScaleTests
{
    private const int Hosts = 10;
    private const int Settled = 3;

    // All files of this host are alone in the fleet. Of those of the others, every fifth is not.
    private const int HostAlone = Hosts - 1;
    private const int OneInShared = 5;

    [Fact]
    public void Ten_hosts_report_as_many_groups_as_a_naive_count_finds()
    {
        int files = TestRun.Count(reduced: 5000, full: 1_000_000);
        int pool = files * 3 / 2;
        ulong seed = (ulong)TestRun.SeedOffset;
        if (!ClickHouseServer.IsInstalled)
        {
            _ = new Fleet();
        }

        using var server = new ClickHouseServer();
        var fleet = new Fleet(server);
        int[] copies = new int[pool];
        for (int host = 0; host < HostAlone; host++)
        {
            for (int file = 0; file < files; file += OneInShared)
            {
                copies[ContentOf(host, file)]++;
            }
        }

        for (int round = 0; round < Settled; round++)
        {
            for (int host = 0; host < Hosts; host++)
            {
                FleetScanResult result = Scan(fleet, host, files, ContentOf);
                Print($"scan {round + 1} of host {host}: {result.Seconds:0.0} s, {result.RowsSent} rows and "
                    + $"{result.BytesSent} bytes sent, {result.BytesReceived} received, {result.Requests} requests");
                Assert.Equal(files, result.Files);
                if (host == HostAlone)
                {
                    Assert.Equal(0, result.Opened);
                    Assert.InRange(result.BytesSent, 0, 24L * files);
                }
            }
        }

        PrintTables(fleet);
        long groups = copies.LongCount(static count => count > 1);
        long redundant = copies.Sum(static count => Math.Max(0L, count - 1));
        var watch = Stopwatch.StartNew();
        Assert.Equal(
            groups.ToString(CultureInfo.InvariantCulture),
            fleet.ClickHouse.Execute("SELECT count() FROM groups", fleet.Server.Database));
        Print($"SELECT count() FROM groups: {watch.Elapsed.TotalSeconds:0.0} s");
        watch.Restart();
        fleet.ClickHouse.Execute("SELECT * FROM redundant_by_folder FORMAT Null", fleet.Server.Database);
        Print($"SELECT * FROM redundant_by_folder: {watch.Elapsed.TotalSeconds:0.0} s");

        watch.Restart();
        using FleetReport report = FleetReport.Open(
            new FleetReportOptions { Server = fleet.Server }, TestContext.Current.CancellationToken);
        Print($"totals of a report: {watch.Elapsed.TotalSeconds:0.0} s");
        Assert.Equal((groups, redundant), (report.Totals.Groups, report.Totals.RedundantFiles));
        (long read, long names) = (0, 0);
        foreach (ReportGroup group in report.ReadGroups())
        {
            read++;
            names += group.Copies.Count;
        }

        Assert.Equal((groups, groups + redundant), (read, names));
        Print($"a whole report of {groups} groups and {names} files: {watch.Elapsed.TotalSeconds:0.0} s");
        Print($"most memory: server {Megabytes(server.PeakBytes)} MB, "
            + $"this process {Megabytes(ClickHouseServer.PeakBytesOf("self"))} MB");

        int ContentOf(int host, int file) =>
            host == HostAlone || file % OneInShared != 0
                ? -1
                : (int)(Mixed(((ulong)host << 40) ^ (ulong)file ^ (seed << 50)) % (ulong)pool);
    }

    private static FleetScanResult Scan(Fleet fleet, int host, int files, Func<int, int, int> contentOf)
    {
        var volume = new GeneratedVolume(host, files, file => contentOf(host, file));
        return FleetScan.Run(
            new FindOptions { Roots = [new FindRoot(volume, "/data"u8.ToArray())] },
            new FleetScanOptions { Server = fleet.Server, Host = $"h{host}" },
            progress: null,
            TestContext.Current.CancellationToken);
    }

    private static void PrintTables(Fleet fleet)
    {
        string database = fleet.Server.Database;
        Print("table, rows, bytes on disk, bytes of the index in memory:\n" + fleet.ClickHouse.Execute(
            "SELECT table, sum(rows), sum(bytes_on_disk), sum(primary_key_bytes_in_memory) FROM system.parts "
            + $"WHERE active AND database = '{database}' GROUP BY table ORDER BY table"));
    }

    private static long Megabytes(long bytes) => bytes / 1_000_000;

    private static void Print(string line) => TestContext.Current.TestOutputHelper?.WriteLine(line);

    // SplitMix64, by Sebastiano Vigna.
    private static ulong Mixed(ulong value)
    {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
        return value ^ (value >> 31);
    }
}

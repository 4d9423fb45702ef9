using System.Globalization;
using Doppel.Testing;

namespace Doppel.Fleet.Tests;

/// <summary>What a fleet reports after its hosts were scanned, whatever happened before.</summary>
public sealed class FleetScanTests
{
    /// <summary>After this many scans of every host, everybody knows what everybody has.</summary>
    private const int Settled = 3;

    [Fact]
    public void Three_scans_of_each_host_find_what_one_search_of_all_would()
    {
        int count = TestRun.Count(reduced: 4, full: 200);
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + count; seed++)
        {
            var random = new Random(seed);
            var fleet = new Fleet();
            IReadOnlyList<byte[]> contents = HostDisk.Contents(random);
            int hosts = random.Next(1, 5);
            for (int host = 0; host < hosts; host++)
            {
                HostDisk disk = fleet.AddHost($"host-{host}");
                for (int i = random.Next(40); i > 0; i--)
                {
                    disk.Change(random, contents);
                }
            }

            // Scans at any time, in any order.
            for (int i = random.Next(6); i > 0; i--)
            {
                string host = $"host-{random.Next(hosts)}";
                fleet.Scan(host);
                fleet.Hosts[host].Change(random, contents);
            }

            fleet.ScanAll(Settled);
            AssertEqual(seed, fleet);
        }
    }

    [Fact]
    public void A_group_within_one_host_is_found_by_its_first_scan()
    {
        var fleet = new Fleet();
        HostDisk disk = fleet.AddHost("only");
        disk.Add("/data/a", new byte[9000]);
        disk.Add("/data/b", new byte[9000]);
        disk.Add("/data/c", new byte[10]);
        fleet.Scan("only");
        Assert.Equal(["9000: [host:only/data/a] [host:only/data/b]"], fleet.Report());
    }

    [Fact]
    public void Files_of_unique_size_are_not_read_are_not_named_and_need_24_bytes_sent()
    {
        int count = TestRun.Count(reduced: 20_000, full: 200_000);
        var fleet = new Fleet();
        HostDisk one = fleet.AddHost("one");
        HostDisk two = fleet.AddHost("two");
        for (int i = 0; i < count; i++)
        {
            (i % 2 == 0 ? one : two).Volume.AddFile(
                string.Create(CultureInfo.InvariantCulture, $"/data/{i}"), 1 + i, NoContent);
        }

        long sent = 0;
        foreach (string host in (string[])["one", "two", "one", "two"])
        {
            FleetScanResult result = fleet.Scan(host);
            Assert.Equal((0, 0, 0), (result.Opened, result.BytesRead, result.Problems.Count));
            sent += result.BytesSent;
        }

        Assert.InRange(sent, 0, 24L * count);
        Assert.Equal("0", fleet.ClickHouse.Execute("SELECT count() FROM files", fleet.Server.Database));
        Assert.Empty(fleet.Report());
    }

    [Fact]
    public void A_scan_without_changes_sends_no_rows()
    {
        var random = new Random(TestRun.SeedOffset);
        var fleet = new Fleet();
        IReadOnlyList<byte[]> contents = HostDisk.Contents(random);
        foreach (string host in (string[])["one", "two"])
        {
            HostDisk disk = fleet.AddHost(host);
            for (int i = 0; i < 60; i++)
            {
                disk.Change(random, contents);
            }
        }

        fleet.ScanAll(Settled);
        Assert.Equal(0, fleet.Scan("one").RowsSent);
        Assert.Equal(0, fleet.Scan("two").RowsSent);
    }

    [Fact]
    public void Files_that_a_host_no_longer_has_are_no_longer_counted()
    {
        var fleet = new Fleet();
        foreach (string host in (string[])["one", "two", "three"])
        {
            fleet.AddHost(host).Add("/data/file", new byte[100_000]);
        }

        fleet.ScanAll(Settled);
        Assert.Equal(["100000: [host:one/data/file] [host:three/data/file] [host:two/data/file]"], fleet.Report());
        fleet.Hosts["three"].Volume.Remove("/data/file");
        fleet.Scan("three");
        Assert.Equal(["100000: [host:one/data/file] [host:two/data/file]"], fleet.Report());
        Assert.True(FleetHost.Forget(fleet.Server, "two", TestContext.Current.CancellationToken));
        Assert.Empty(fleet.Report());
        Assert.Equal(
            ["one", "three"],
            FleetHost.ReadAll(fleet.Server, TestContext.Current.CancellationToken).Select(static host => host.Name));
        Assert.False(FleetHost.Forget(fleet.Server, "two", TestContext.Current.CancellationToken));

        // One that was forgotten by mistake comes back with its next scan.
        fleet.Scan("two");
        fleet.Scan("one");
        Assert.Equal(["100000: [host:one/data/file] [host:two/data/file]"], fleet.Report());
    }

    [Fact]
    public void Groups_can_be_limited_to_large_files_and_to_those_of_several_hosts()
    {
        var fleet = new Fleet();
        HostDisk one = fleet.AddHost("one");
        HostDisk two = fleet.AddHost("two");
        one.Add("/data/here", new byte[50]);
        one.Add("/data/here too", new byte[50]);
        one.Add("/data/small", "small"u8.ToArray());
        two.Add("/data/small", "small"u8.ToArray());
        fleet.ScanAll(Settled);
        Assert.Equal(2, fleet.Report().Count);
        Assert.Equal(
            ["5: [host:one/data/small] [host:two/data/small]"],
            fleet.Report(new FleetReportOptions { Server = fleet.Server, BetweenHosts = true }));
        Assert.Equal(
            ["50: [host:one/data/here] [host:one/data/here too]"],
            fleet.Report(new FleetReportOptions { Server = fleet.Server, SizeMin = 6 }));
    }

    [Fact]
    public void File_names_of_arbitrary_bytes_round_trip()
    {
        var fleet = new Fleet();
        HostDisk disk = fleet.AddHost("one");
        byte[][] names =
        [
            [.. "/data/"u8, 0xFF, 0xFE, (byte)'\n', (byte)'\'', (byte)'\\', (byte)'\t'],
            [.. "/data/"u8, .. Enumerable.Repeat((byte)'x', 250)],
        ];
        foreach (byte[] name in names)
        {
            disk.Volume.AddFile(name, "equal");
        }

        fleet.Scan("one");
        using FleetReport report = FleetReport.Open(
            new FleetReportOptions { Server = fleet.Server }, TestContext.Current.CancellationToken);
        Assert.Equal(
            names.Select(static name => Convert.ToHexString([.. "host:one"u8, .. name])).Order(),
            report.ReadGroups().Single().Copies
                .Select(static copy => Convert.ToHexString(copy.Names[0].Bytes)).Order());
    }

    internal static void AssertEqual(int seed, Fleet fleet)
    {
        List<string> expected = fleet.Expected();
        List<string> actual = fleet.Report();
        Assert.True(
            expected.SequenceEqual(actual),
            $"seed {seed}\nmissing:\n{string.Join('\n', expected.Except(actual))}\n"
            + $"wrong:\n{string.Join('\n', actual.Except(expected))}");
    }

    private static void NoContent(long offset, Span<byte> buffer) =>
        throw new InvalidOperationException("It was read.");
}

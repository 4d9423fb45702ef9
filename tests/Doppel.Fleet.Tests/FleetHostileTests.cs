using System.Globalization;
using Doppel.Reports;
using Doppel.Testing;

namespace Doppel.Fleet.Tests;

/// <summary>Whoever may insert rows may insert any. Scans and reports of others go on.</summary>
public sealed class FleetHostileTests
{
    private const int Settled = 3;
    private const int EndBytes = 4096;
    private const string VersionMax = "4294967295";

    [Fact]
    public void False_rows_stop_neither_scans_nor_reports()
    {
        var fleet = new Fleet();
        var random = new Random(TestRun.SeedOffset);
        IReadOnlyList<byte[]> contents = HostDisk.Contents(random);
        foreach (string host in (string[])["one", "two"])
        {
            HostDisk disk = fleet.AddHost(host);
            for (int i = 0; i < 60; i++)
            {
                disk.Change(random, contents);
            }
        }

        fleet.ScanAll(1);
        InsertSizesAndHashes(fleet);
        InsertHosts(fleet);
        InsertFiles(fleet);
        for (int i = 0; i < Settled; i++)
        {
            foreach (string host in fleet.Hosts.Keys)
            {
                FleetScanResult result = fleet.Scan(host);
                Assert.True(result.Complete);
                Assert.Empty(result.Problems);
            }
        }

        // All true groups are there, and of the false ones only those of hosts that exist.
        using FleetReport report = FleetReport.Open(
            new FleetReportOptions { Server = fleet.Server }, TestContext.Current.CancellationToken);
        List<ReportGroup> groups = [.. report.ReadGroups()];
        Assert.Equal(groups.Count, report.Totals.Groups);
        Assert.Equal(long.MaxValue, report.Totals.RedundantBytes);
        Assert.Equal(long.MaxValue, report.Totals.Files);
        Assert.Equal(long.MaxValue, groups[0].RedundantBytes);
        Assert.All(groups, static group => Assert.InRange(group.Size, 1, long.MaxValue));
        string[] names = [.. groups.SelectMany(static group => group.Copies)
            .SelectMany(static copy => copy.Names).Select(static name => name.ToString())];
        Assert.All(names, static name => Assert.Matches("^host:(one|two|evil)/", name));
        Assert.Contains(names, static name => name.Length > 1_000_000);
        Assert.Contains("host:evil/data/\e[2J\n\r\t", names);
        List<string> known = [.. groups.Select(static group => string.Join(' ', group.Copies.SelectMany(
            static copy => copy.Names.Select(static name => name.ToString())).Order(StringComparer.Ordinal)))];
        List<string> expected = [.. fleet.Expected().Select(static group => string.Join(' ', group
            .Split(": ", 2)[1].Split(["[", "] [", "]", " = "], StringSplitOptions.RemoveEmptyEntries)
            .Order(StringComparer.Ordinal)))];
        Assert.NotEmpty(expected);
        Assert.Empty(expected.Except(known));

        IReadOnlyList<FleetHost> hosts = FleetHost.ReadAll(fleet.Server, TestContext.Current.CancellationToken);
        Assert.Equal(["evil", "one", "two"], hosts.Select(static host => host.Name));
        Assert.Equal(long.MaxValue, hosts[0].Bytes);
        Assert.True(FleetHost.Forget(fleet.Server, "evil", TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_scan_reads_no_file_twice_whatever_others_claim(bool claimsEnds)
    {
        var fleet = new Fleet();
        var random = new Random(TestRun.SeedOffset);
        HostDisk disk = fleet.AddHost("honest");
        (long small, long large, int largeFiles) = (0, 0, 0);
        for (int i = 0; i < 50; i++)
        {
            byte[] content = new byte[random.Next(1, 60_000)];
            random.NextBytes(content);
            disk.Add(string.Create(CultureInfo.InvariantCulture, $"/data/{i}"), content);
            bool isLarge = content.Length > 2 * EndBytes;
            largeFiles += isLarge ? 1 : 0;
            large += isLarge ? content.Length : 0;
            small += isLarge ? 0 : content.Length;
        }

        disk.Add("/data/alone", new byte[100_000]);
        fleet.Scan("honest");
        Insert(
            fleet,
            "sizes (size, host, files, version) SELECT DISTINCT size, 666, 255, 1 FROM sizes WHERE size < 90000");
        FleetScanResult first = fleet.Scan("honest");
        Assert.InRange(first.BytesRead, 1, small + (2L * EndBytes * largeFiles));
        Insert(
            fleet,
            claimsEnds
                ? "ends (size, ends, host, files, version) SELECT size, ends, 666, 9, 1 FROM ends"
                : "ends (size, ends, host, files, version) SELECT size, '0123456789abcdef', 666, 9, 1 FROM ends");
        FleetScanResult second = fleet.Scan("honest");
        Assert.InRange(
            second.BytesRead, 1, small + (2L * EndBytes * largeFiles) + (claimsEnds ? large : 0));
        Assert.Equal(claimsEnds, second.BytesRead > first.BytesRead);
        Assert.True(second.Complete);
    }

    private static void Insert(Fleet fleet, string rows) =>
        fleet.ClickHouse.Execute("INSERT INTO " + rows, fleet.Server.Database);

    // Version 18 has no function for this.
    private static string Repeated(string text, int count) => string.Create(
        CultureInfo.InvariantCulture, $"arrayStringConcat(arrayMap(i -> '{text}', range({count})))");

    // In the name of a stranger, of a machine that exists, and of no one.
    private static void InsertSizesAndHashes(Fleet fleet)
    {
        foreach (ulong host in (ulong[])[FleetHost.IdOf("one"), FleetHost.IdOf("evil"), 77])
        {
            foreach (string size in (string[])["0", "1", "9223372036854775807", "9223372036854775808",
                "18446744073709551615"])
            {
                Insert(fleet, $"sizes VALUES ({size}, {host}, 255, {VersionMax})");
                Insert(fleet, $"ends VALUES ({size}, 'false', {host}, 4294967295, {VersionMax})");
                Insert(fleet, $"contents VALUES ({size}, unhex('FF00'), {host}, 4294967295, 1)");
                Insert(fleet, $"listed VALUES ({size}, 'false', {host}, 4294967295, 255, '', {VersionMax})");
                Insert(fleet, $"listed VALUES ({size}, 'untrue', {host}, 1, 4, 'sixteen bytes...', {VersionMax})");
            }

            Insert(
                fleet,
                $"listed SELECT number % 70001, reinterpretAsString(number), {host}, 3, number % 256, '', 1 "
                + "FROM system.numbers LIMIT 300000");

            Insert(fleet, $"sizes SELECT number, {host} + 1, 2, 1 FROM system.numbers LIMIT 300000");
            Insert(
                fleet,
                $"contents SELECT number % 70001, reinterpretAsString(number), {host}, 3, 1 FROM system.numbers "
                + "LIMIT 300000");
        }

        Insert(fleet, "rounds SELECT number, 1 FROM system.numbers LIMIT 100000");
    }

    private static void InsertHosts(Fleet fleet)
    {
        const string Columns =
            "hosts (host, name, version, machine, began, ended, files, bytes, problems, roots, program) ";
        const string Most = "18446744073709551615";
        Host(FleetHost.IdOf("evil"), "'evil'", "[unhex('2F1B5B324A'), unhex('FFFE')]", "unhex('1B5B324A')");
        Host(1, "'one'", "['/data']", "''");
        Host(2, "'o\\'); DROP TABLE hosts'", "['/data']", "''");
        Host(3, "unhex('1B5B324AFF00')", "['/data']", "''");
        Host(4, Repeated("x", 2_000_000), "['/data']", "''");
        Host(FleetHost.IdOf("evil2"), "'evil2'", $"[{Repeated("/x", 2_000_000)}]", "''");
        Host(FleetHost.IdOf("evil3"), "'evil3'", "arrayMap(i -> '/x', range(100000))", "''");
        Host(FleetHost.IdOf("evil4"), "'evil4'", "['/data']", Repeated("x", 2_000_000));

        void Host(ulong host, string name, string roots, string program) => Insert(
            fleet,
            $"{Columns} SELECT {host}, {name}, {VersionMax}, 1, {VersionMax}, {VersionMax}, {Most}, {Most}, {Most}, "
            + $"{roots}, {program}");
    }

    private static void InsertFiles(Fleet fleet)
    {
        string[] paths =
        [
            "unhex('2F646174612F1B5B324A0A0D09')", "unhex('FFFE00C3')", "''", "'no slash'", Repeated("/x", 510_000),
            Repeated("/x", 1_000_000), "'/data/\\'); DROP TABLE files'",
        ];
        foreach (ulong host in (ulong[])[FleetHost.IdOf("one"), FleetHost.IdOf("evil"), 77])
        {
            int inode = 0;
            foreach (string size in (string[])["1", "5000", "9223372036854775807", "18446744073709551615"])
            {
                foreach (string path in paths)
                {
                    string time = inode % 2 == 0 ? "-9223372036854775808" : "9223372036854775807";
                    Insert(
                        fleet,
                        $"files SELECT {size}, 'false', {host}, {path}, 4294967295, 18446744073709551615, {inode++}, "
                        + $"18446744073709551615, {VersionMax}, {VersionMax}, {VersionMax}, {time}, {inode % 256}, 1");
                }
            }
        }
    }
}

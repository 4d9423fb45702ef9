using System.Globalization;
using Doppel.Testing;
using Doppel.Testing.Servers;

namespace Doppel.Fleet.Tests;

/// <summary>A fleet whose rows are divided among three servers.</summary>
public sealed class FleetShardTests
{
    private const int Settled = 3;

    [Fact]
    public void Three_shards_report_what_one_server_would()
    {
        using var shards = new Shards();
        var random = new Random(TestRun.SeedOffset);
        IReadOnlyList<byte[]> contents = HostDisk.Contents(random);
        for (int host = 0; host < 4; host++)
        {
            Fill(shards.Fleet.AddHost($"host-{host}"), random, contents);
        }

        for (int round = 0; round < TestRun.Count(reduced: 2, full: 20); round++)
        {
            shards.ScanAll(Settled);
            FleetScanTests.AssertEqual(TestRun.SeedOffset, shards.Fleet);
            foreach (string host in shards.Fleet.Hosts.Keys)
            {
                Assert.Equal(0, shards.Fleet.Scan(host, shards.Through(shards.Servers[round % 3])).RowsSent);
                shards.Fleet.Hosts[host].Change(random, contents);
            }
        }

        // Each server has a part, and the views show the same through all of them.
        string database = shards.Fleet.Server.Database;
        Assert.All(shards.Servers, server => Assert.NotEqual(
            "0", server.Execute("SELECT count() FROM sizes_local", database)));
        foreach (string view in (string[])["groups", "copies", "redundant_by_host", "redundant_by_folder"])
        {
            string[] rows = [.. shards.Servers.Select(server => string.Join('\n', server.Execute(
                $"SELECT * FROM {view}", database).Split('\n').Order(StringComparer.Ordinal)))];
            Assert.NotEqual("", rows[0]);
            Assert.All(rows, row => Assert.Equal(rows[0], row));
        }
    }

    [Fact]
    public async Task A_shard_that_dies_in_a_scan_is_an_error_and_after_its_return_nothing_counts_twice()
    {
        using var shards = new Shards();
        Fleet fleet = shards.Fleet;
        ClickHouseServer victim = shards.Servers[2];
        var random = new Random(TestRun.SeedOffset);
        IReadOnlyList<byte[]> contents = HostDisk.Contents(random);
        Fill(fleet.AddHost("one"), random, contents);
        Fill(fleet.AddHost("two"), random, contents);
        shards.ScanAll(1);

        // The scan has sent all sizes when it reads this file, and nothing else.
        bool[] killed = [false];
        byte[] content = new byte[9000];
        fleet.Hosts["one"].Add("/data/last", content);
        fleet.Hosts["two"].Add("/data/last", content);
        fleet.Scan("two");
        fleet.Hosts["one"].Volume.AddFile("/data/trigger", content.Length, (_, buffer) =>
        {
            if (!killed[0])
            {
                killed[0] = true;
                victim.Kill();
            }

            buffer.Fill(1);
        });
        FleetServer impatient = fleet.Server with { RetryFor = TimeSpan.Zero };
        FleetException error = Assert.Throws<FleetException>(() => fleet.Scan("one", impatient));
        Assert.True(killed[0]);
        Assert.StartsWith($"a server in the cluster behind {Address(fleet)} is unreachable: ", error.Message);
        Assert.Equal("start that server; the next scan completes what is missing", error.Hint);
        FleetException report = Assert.Throws<FleetException>(
            () => fleet.Report(new FleetReportOptions { Server = impatient }));
        Assert.StartsWith($"a server in the cluster behind {Address(fleet)} is unreachable: ", report.Message);

        // A scan that may wait goes on when the server is back.
        using var proxy = new CuttingProxy(fleet.Server.Address);
        FleetServer patient = fleet.Server with { Address = proxy.Address, RetryFor = TimeSpan.FromMinutes(10) };
        Task<FleetScanResult> waiting = Task.Run(
            () => fleet.Scan("one", patient), TestContext.Current.CancellationToken);
        Assert.True(SpinWait.SpinUntil(() => proxy.Answered > 0 || waiting.IsCompleted, TimeSpan.FromMinutes(1)));
        Assert.False(waiting.IsCompleted);
        victim.Start();
        Assert.True((await waiting).Complete);

        fleet.Hosts["one"].Volume.Remove("/data/trigger");
        shards.ScanAll(Settled);
        FleetScanTests.AssertEqual(TestRun.SeedOffset, fleet);
        int names = fleet.Expected().Sum(static group => group.Split("host:").Length - 1);
        Assert.Equal(
            names.ToString(CultureInfo.InvariantCulture),
            fleet.ClickHouse.Execute("SELECT count() FROM files FINAL WHERE links > 0", fleet.Server.Database));
    }

    private static string Address(Fleet fleet) => fleet.Server.Address.ToString().TrimEnd('/');

    private static void Fill(HostDisk disk, Random random, IReadOnlyList<byte[]> contents)
    {
        for (int i = 0; i < 60; i++)
        {
            disk.Change(random, contents);
        }
    }
}

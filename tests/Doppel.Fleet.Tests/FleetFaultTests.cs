using Doppel.Testing;
using Doppel.Testing.Servers;

namespace Doppel.Fleet.Tests;

/// <summary>Whatever happens to server, network or scan: later scans end right, and nothing counts twice.</summary>
public sealed class FleetFaultTests
{
    private const int Settled = 3;

    [Fact]
    public void Scans_that_were_cut_off_anywhere_leave_nothing_wrong_behind()
    {
        int count = TestRun.Count(reduced: 2, full: 150);
        int failed = 0;
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + count; seed++)
        {
            var random = new Random(seed);
            Fleet fleet = RandomFleet(random, out IReadOnlyList<byte[]> contents);
            using var proxy = new CuttingProxy(fleet.Server.Address);
            FleetServer through = fleet.Server with { Address = proxy.Address, RetryFor = TimeSpan.Zero };
            for (int i = 0; i < 8; i++)
            {
                string host = fleet.Hosts.Keys.ElementAt(random.Next(fleet.Hosts.Count));
                fleet.Hosts[host].Change(random, contents);
                proxy.CutAfter(random.Next(1, 20_000));
                try
                {
                    fleet.Scan(host, through);
                }
                catch (FleetException)
                {
                    failed++;
                }
            }

            fleet.ScanAll(Settled);
            FleetScanTests.AssertEqual(seed, fleet);
        }

        Assert.True(failed > count, $"only {failed} scans failed");
    }

    [Fact]
    public void A_scan_survives_cut_connections_by_itself()
    {
        var random = new Random(TestRun.SeedOffset);
        Fleet fleet = RandomFleet(random, out _);
        using var proxy = new CuttingProxy(fleet.Server.Address);
        FleetServer through = fleet.Server with { Address = proxy.Address };
        for (int i = 0; i < 3 * Settled; i++)
        {
            foreach (string host in fleet.Hosts.Keys)
            {
                proxy.CutAfter(random.Next(1, 6_000));
                Assert.True(fleet.Scan(host, through).Complete);
            }
        }

        Assert.True(proxy.Cuts > Settled, $"only {proxy.Cuts} connections were cut");
        FleetScanTests.AssertEqual(TestRun.SeedOffset, fleet);
    }

    [Fact]
    public async Task A_scan_continues_once_the_server_is_back_after_a_crash()
    {
        if (!ClickHouseServer.IsInstalled)
        {
            _ = new Fleet();
        }

        using var server = new ClickHouseServer();
        var fleet = new Fleet(server);
        foreach (string host in (string[])["one", "two"])
        {
            HostDisk disk = fleet.AddHost(host);
            for (int i = 0; i < 5000; i++)
            {
                disk.Add($"/data/{i}", [(byte)i, (byte)(i >> 8), .. new byte[i % 200]]);
            }
        }

        for (int i = 0; i < 2; i++)
        {
            Task scans = Task.Run(() => fleet.ScanAll(Settled), TestContext.Current.CancellationToken);
            await Task.Delay(TimeSpan.FromMilliseconds(100 + (400 * i)), TestContext.Current.CancellationToken);
            server.Kill();
            await Task.Delay(TimeSpan.FromMilliseconds(500), TestContext.Current.CancellationToken);
            server.Start();
            await scans;
            FleetScanTests.AssertEqual(0, fleet);
        }
    }

    [Fact]
    public void A_server_that_is_away_is_an_error_that_says_so()
    {
        var fleet = new Fleet();
        fleet.AddHost("one");
        FleetServer away = fleet.Server with { Address = new Uri("http://127.0.0.1:1"), RetryFor = TimeSpan.Zero };
        FleetException error = Assert.Throws<FleetException>(() => fleet.Scan("one", away));
        Assert.Equal("cannot reach http://127.0.0.1:1: Connection refused", error.Message);
    }

    [Fact]
    public async Task Two_scans_of_one_host_at_a_time_leave_nothing_wrong_behind()
    {
        int count = TestRun.Count(reduced: 2, full: 60);
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + count; seed++)
        {
            var random = new Random(seed);
            Fleet fleet = RandomFleet(random, out IReadOnlyList<byte[]> contents);
            string host = fleet.Hosts.Keys.First();
            Task first = Task.Run(() => fleet.Scan(host), TestContext.Current.CancellationToken);
            await Task.Delay(random.Next(30), TestContext.Current.CancellationToken);
            fleet.Hosts[host].Change(random, contents);
            Task second = Task.Run(() => fleet.Scan(host), TestContext.Current.CancellationToken);
            await first;
            await second;
            fleet.ScanAll(Settled);
            FleetScanTests.AssertEqual(seed, fleet);
        }
    }

    [Fact]
    public void A_machine_with_a_new_name_does_not_count_twice()
    {
        const ulong Machine = 7;
        var fleet = new Fleet();
        HostDisk disk = fleet.AddHost("old");
        disk.Add("/data/file", "content"u8.ToArray());
        fleet.Scan("old", options: Options("old"));
        fleet.Hosts.Add("new", disk);
        FleetException error = Assert.Throws<FleetException>(() => fleet.Scan("new", options: Options("new")));
        Assert.StartsWith("this machine was scanned as old before", error.Message, StringComparison.Ordinal);
        Assert.Empty(fleet.Report());

        FleetHost.Forget(fleet.Server, "old", TestContext.Current.CancellationToken);
        fleet.Scan("new", options: Options("new"));
        Assert.Empty(fleet.Report());

        // Two machines under one name are told apart, too.
        FleetScanOptions other = Options("new") with { Machine = Machine + 1 };
        Assert.True(fleet.Scan("new", options: other).OtherMachine);

        FleetScanOptions Options(string host) => new() { Server = fleet.Server, Host = host, Machine = Machine };
    }

    [Fact]
    public void The_times_of_hosts_are_those_of_the_server()
    {
        var fleet = new Fleet();
        fleet.AddHost("one").Add("/data/file", "content"u8.ToArray());
        fleet.Scan("one", fleet.Server with { Time = new ManualClock() });
        FleetHost host = Assert.Single(FleetHost.ReadAll(fleet.Server, TestContext.Current.CancellationToken));
        var now = DateTimeOffset.FromUnixTimeSeconds(long.Parse(
            fleet.ClickHouse.Execute("SELECT toUInt32(now())"), System.Globalization.CultureInfo.InvariantCulture));
        Assert.InRange(host.Began, now - TimeSpan.FromMinutes(5), now);
        Assert.InRange(host.Ended!.Value, host.Began, now);
    }

    private static Fleet RandomFleet(Random random, out IReadOnlyList<byte[]> contents)
    {
        var fleet = new Fleet();
        contents = HostDisk.Contents(random);
        for (int host = 0; host < 3; host++)
        {
            HostDisk disk = fleet.AddHost($"host-{host}");
            for (int i = 0; i < 40; i++)
            {
                disk.Change(random, contents);
            }
        }

        return fleet;
    }
}

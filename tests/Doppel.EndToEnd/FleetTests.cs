using System.Globalization;
using System.Text.Json;
using Doppel.Testing.Servers;
using Microsoft.Win32.SafeHandles;

namespace Doppel.EndToEnd;

/// <summary>Many machines, each with its own network and file system, compare their files through one server.</summary>
public sealed class FleetTests
{
    // Scans that run at the same time see what others have told one step later.
    private const int ScansUntilSettled = 4;

    private const int SizeMin = 256;
    private const int SizeMax = 2 * 1024 * 1024;

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(40);

    [Fact]
    public void Eight_machines_find_what_one_search_would_and_read_little_else()
    {
        const int Hosts = 8;
        NeedServer();
        Needs.Program("mkfs.ext4", "e2fsprogs");
        int files = TestRun.Count(reduced: 100, full: 125_000);
        using var tree = new TempTree();
        using var network = new NetworkHosts(Hosts);
        using var server = new ClickHouseServer(NetworkHosts.Address);
        var mounts = new List<Mount>();
        try
        {
            for (int host = 0; host < Hosts; host++)
            {
                long room = TestRun.IsFull ? 16L << 10 : 1L << 20;
                ByteName image = tree.AddSparseFile($"image-{host}", (64L << 20) + (files * room));
                Tool.Run("mkfs.ext4", "-q", "-N", $"{files + 1000}", image).MustSucceed();
                mounts.Add(Mount.Make(tree, $"m{host}", "-o", "loop", image));
            }

            Fill(tree, Hosts, files, new Random(TestRun.SeedOffset));
            Tool.Run(Start(server, "init")).MustSucceed();
            long[] read = new long[Hosts];
            JsonElement[] last = [];
            for (int round = 0; round < ScansUntilSettled; round++)
            {
                last = ScanAll(tree, network, server, Hosts);
                for (int host = 0; host < Hosts; host++)
                {
                    read[host] += last[host].GetProperty("bytes_read").GetInt64();
                }
            }

            for (int host = 0; host < Hosts; host++)
            {
                // Holes are shared and not read.
                long shared = last[host].GetProperty("bytes_shared").GetInt64();
                Assert.InRange(read[host], TestRun.IsFull ? 1 : shared, (long)(1.05 * shared));
            }

            AssertSameGroups(tree, server, Hosts);
        }
        finally
        {
            mounts.ForEach(static mount => mount.Dispose());
        }
    }

    [Fact]
    public void A_scan_that_waits_answers_what_others_find()
    {
        NeedServer();
        using var server = new ClickHouseServer();
        using var tree = new TempTree();
        Tool.Run(Start(server, "init")).MustSucceed();
        tree.AddFile("one/a", "content");
        tree.AddFile("one/pair", "something else");
        tree.AddFile("one/pair 2", "something else");
        tree.AddFile("two/b", "content");
        using var one = ChildProcess.Start(Start(
            server, "scan", "--host", "one", "--wait", "1h", "--json", "--catalog", "none", tree["one"]));

        // Its first round is over when its own pair is reported.
        Assert.True(SpinWait.SpinUntil(
            () => Report(server).Contains("host:one", StringComparison.Ordinal) || !one.Runs, s_limit));
        Assert.True(SpinWait.SpinUntil(
            () => Report(server).Contains("host:two", StringComparison.Ordinal) || Again(), s_limit));
        one.Signal(2);
        ProcessEnd end = one.WaitForEnd();
        Assert.Equal(130, end.ExitCode);
        Assert.InRange(JsonSerializer.Deserialize<JsonElement>(end.Output).GetProperty("rounds").GetInt32(), 2, 100);

        bool Again()
        {
            Assert.True(one.Runs);
            Tool.Run(Start(server, "scan", "--host", "two", "--catalog", "none", tree["two"])).MustSucceed();
            return false;
        }
    }

    private static void NeedServer() => Needs.Program("clickhouse-server", "clickhouse-server");

    private static ProcessStart Start(ClickHouseServer server, string command, params ByteName[] arguments) =>
        DoppelProgram.Start(["fleet", command, "--server", server.Address.ToString(), .. arguments]) with
        {
            TimeLimit = s_limit,
        };

    private static string Report(ClickHouseServer server) =>
        Tool.Run(Start(server, "report", "--format", "fdupes")).MustSucceed().OutputText;

    private static JsonElement[] ScanAll(TempTree tree, NetworkHosts network, ClickHouseServer server, int hosts)
    {
        ChildProcess[] scans =
        [
            .. Enumerable.Range(0, hosts).Select(host => ChildProcess.Start(network.On(host, Start(
                server, "scan", "--host", $"h{host}", "--json", "--catalog", tree[$"c{host}"], tree[$"m{host}"])))),
        ];
        return [.. scans.Select(static scan =>
        {
            using (scan)
            {
                ProcessEnd end = scan.WaitForEnd().MustSucceed();
                TestContext.Current.TestOutputHelper?.WriteLine(end.OutputText.TrimEnd());
                return JsonSerializer.Deserialize<JsonElement>(end.Output);
            }
        })];
    }

    // A search of all folders is the judge.
    private static void AssertSameGroups(TempTree tree, ClickHouseServer server, int hosts)
    {
        ProcessStart search = DoppelProgram.Start(
            [
                "find", "--format", "fdupes", "--catalog", "none",
                .. Enumerable.Range(0, hosts).Select(host => tree[$"m{host}"]),
            ])
            with
        { TimeLimit = s_limit };
        string found = Tool.Run(search).MustSucceed().OutputText;
        string reported = Report(server);
        for (int host = 0; host < hosts; host++)
        {
            reported = reported.Replace($"host:h{host}/", "/", StringComparison.Ordinal);
        }

        Assert.Equal(GroupsOf(found), GroupsOf(reported));
    }

    private static List<string> GroupsOf(string fdupes) =>
    [
        .. fdupes.Split("\n\n", StringSplitOptions.RemoveEmptyEntries)
            .Select(static group => string.Join('\n', group.Trim().Split('\n').Order(StringComparer.Ordinal)))
            .Order(StringComparer.Ordinal),
    ];

    // Half of the contents are on one host only. A million files are sparse, since the disk has no room for them.
    private static void Fill(TempTree tree, int hosts, int files, Random random)
    {
        int[] made = new int[hosts];
        for (long content = 1; made.Sum() < hosts * files; content++)
        {
            long size = (long)(SizeMin * Math.Exp(random.NextDouble() * Math.Log((double)SizeMax / SizeMin)));
            int copies = random.Next(2) == 0 ? 1 : random.Next(2, 5);
            for (int copy = 0; copy < copies; copy++)
            {
                int host = random.Next(hosts);
                if (made[host] < files)
                {
                    Make(tree, host, made[host]++, size, content);
                }
            }
        }
    }

    private static void Make(TempTree tree, int host, int number, long size, long content)
    {
        string path = string.Create(CultureInfo.InvariantCulture, $"m{host}/{number / 1000}/{number}");
        Directory.CreateDirectory(Path.GetDirectoryName($"{tree[path]}")!);
        using SafeFileHandle file = File.OpenHandle($"{tree[path]}", FileMode.CreateNew, FileAccess.Write);
        if (TestRun.IsFull)
        {
            RandomAccess.SetLength(file, size);
            RandomAccess.Write(file, BitConverter.GetBytes(content), content % 3 == 0 ? size / 2 : 0);
            return;
        }

        byte[] bytes = new byte[size];
        bytes.AsSpan().Fill(1);
        BitConverter.TryWriteBytes(bytes.AsSpan(content % 3 == 0 ? (int)size / 2 : 0), content);
        RandomAccess.Write(file, bytes, 0);
    }
}

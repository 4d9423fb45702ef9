using System.Globalization;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Fleet.Tests;

/// <summary>Buckets and saved volumes in a fleet: their files are never read.</summary>
public sealed class FleetListTests
{
    /// <summary>After this many scans of everything, everybody knows what everybody has.</summary>
    private const int Settled = 4;

    [Fact]
    public void Groups_are_those_of_the_contents_as_far_as_digests_can_be_compared()
    {
        int count = TestRun.Count(reduced: 3, full: 200);
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + count; seed++)
        {
            var random = new Random(seed);
            var fleet = new Fleet();
            IReadOnlyList<byte[]> contents = HostDisk.Contents(random);
            for (int host = random.Next(3); host >= 0; host--)
            {
                HostDisk disk = fleet.AddHost($"host-{host}");
                for (int i = random.Next(30); i > 0; i--)
                {
                    disk.Change(random, contents);
                }
            }

            Fill(fleet.AddList("bucket", "s3://bucket"), random, contents, DigestAlgorithm.Md5);
            Fill(fleet.AddList("other", "s3://other"), random, contents, DigestAlgorithm.Md5);
            Fill(fleet.AddList("drawer", "catalog:drawer"), random, contents, DigestAlgorithm.Xxh3);
            fleet.ScanAll(1);
            foreach (FleetList list in fleet.Lists.Values.Where(_ => random.Next(2) == 0))
            {
                Change(list, random, contents);
            }

            fleet.ScanAll(Settled);
            AssertEqual(seed, Expected(fleet), fleet.Report());
            foreach (string name in fleet.Lists.Keys)
            {
                FleetScanResult again = fleet.ScanList(name);
                Assert.Equal(
                    (seed, 0, 0, 0, 0),
                    (seed, again.RowsSent, again.Opened, again.BytesRead, again.Undecided));
            }
        }
    }

    [Fact]
    public void A_group_says_by_which_hash_function_it_was_compared()
    {
        var fleet = new Fleet();
        byte[] shared = [.. Enumerable.Repeat((byte)1, 20_000)];
        byte[] listed = [.. Enumerable.Repeat((byte)2, 30_000)];
        byte[] onDisks = [.. Enumerable.Repeat((byte)3, 40_000)];
        byte[] saved = [.. Enumerable.Repeat((byte)4, 50_000)];
        HostDisk disk = fleet.AddHost("one");
        FleetList bucket = fleet.AddList("bucket", "s3://bucket");
        FleetList drawer = fleet.AddList("drawer", "catalog:drawer");
        disk.Add("/data/shared", shared);
        bucket.Add("/shared", shared, DigestAlgorithm.Md5);
        bucket.Add("/listed", listed, DigestAlgorithm.Sha256);
        bucket.Add("/listed too", listed, DigestAlgorithm.Sha256);
        disk.Add("/data/a", onDisks);
        disk.Add("/data/b", onDisks);
        disk.Add("/data/saved", saved);
        drawer.Add("/saved", saved, DigestAlgorithm.Xxh3);
        fleet.ScanAll(Settled);
        using FleetReport report = FleetReport.Open(
            new FleetReportOptions { Server = fleet.Server }, TestContext.Current.CancellationToken);
        Assert.Equal(
            [
                (Proof.Digest, Xxh3.Hash128(saved), "host:drawer/saved host:one/data/saved"),
                (Proof.Digest, Xxh3.Hash128(onDisks), "host:one/data/a host:one/data/b"),
                (Proof.Sha256, null, "host:bucket/listed host:bucket/listed too"),
                (Proof.Md5, Xxh3.Hash128(shared), "host:bucket/shared host:one/data/shared"),
            ],
            report.ReadGroups().Select(static group => (
                group.Proof, group.Digest, string.Join(' ', group.Copies.Select(static copy => copy.Names[0])))));
        Assert.Equal(["host:bucket/", "host:drawer/", "host:one/data"], report.Roots.Select(static root => $"{root}"));
        Assert.Equal(
            ["s3://bucket", "catalog:drawer", "/data"], report.Hosts.SelectMany(static host => host.Roots)
                .Select(static root => root.ToString()));
    }

    [Fact]
    public void Files_with_a_missing_or_wrong_digest_in_a_list_are_asked_for_only_where_it_can_matter()
    {
        var random = new Random(TestRun.SeedOffset);
        byte[][] contents = [.. Enumerable.Range(0, 4).Select(i => Content(random, 10_000 + (1000 * i)))];
        var fleet = new Fleet();
        HostDisk disk = fleet.AddHost("one");
        FleetList bucket = fleet.AddList("bucket", "s3://bucket");
        disk.Add("/data/0", contents[0]);
        disk.Add("/data/1", contents[1]);
        disk.Add("/data/2", contents[2]);
        bucket.Add("/encrypted", contents[0], algorithm: null);
        bucket.AddWrong("/wrong", contents[1], contents[3]);
        bucket.Add("/known", contents[2], DigestAlgorithm.Md5);
        bucket.Add("/alone", contents[3], algorithm: null);
        bucket.OnlyBySource.UnionWith(["/encrypted", "/wrong", "/alone"]);
        fleet.ScanAll(Settled + 1);
        Assert.Equal(
            [
                "10000: [host:bucket/encrypted] [host:one/data/0]", "11000: [host:bucket/wrong] [host:one/data/1]",
                "12000: [host:bucket/known] [host:one/data/2]",
            ],
            fleet.Report());
        Assert.Equal(0, fleet.ScanList("bucket").Undecided);
        int asked = bucket.Asked;
        fleet.ScanList("bucket");
        Assert.Equal(2, bucket.Asked - asked);
        bucket.QuestionsMax = 1;
        FleetScanResult limited = fleet.ScanList("bucket");
        Assert.Equal((1, 0), (limited.Unanswered, limited.Undecided));
        bucket.QuestionsMax = 0;
        limited = fleet.ScanList("bucket");
        Assert.Equal((2, 1), (limited.Unanswered, limited.Undecided));
    }

    [Fact]
    public void A_digest_that_nobody_shares_sends_one_row_and_a_list_without_a_source_is_asked_nothing()
    {
        const int Count = 50;
        var random = new Random(TestRun.SeedOffset);
        var fleet = new Fleet();
        fleet.AddHost("one").Add("/data/a", Content(random, 10_000));
        FleetList list = fleet.AddList("list", "catalog:list", hasSource: false);
        for (int i = 0; i < Count; i++)
        {
            string path = string.Create(CultureInfo.InvariantCulture, $"/{i}");
            list.Add(path, Content(random, 10_000), DigestAlgorithm.Md5);
        }

        list.Add("/unknown", Content(random, 10_000), algorithm: null);
        fleet.ScanAll(Settled);
        FleetScanResult last = fleet.ScanList("list");
        Assert.Equal((0, 1), (last.Unanswered, last.Undecided));
        string[] counts = [.. ((string[])["listed", "contents", "files"]).Select(table => fleet.ClickHouse.Execute(
            $"SELECT count() FROM {table} FINAL WHERE host = {FleetHost.IdOf("list")}", fleet.Server.Database))];
        Assert.Equal(["50", "0", "0"], counts);
    }

    [Fact]
    public void Two_contents_with_one_digest_are_not_mixed_up()
    {
        var fleet = new Fleet();
        HostDisk one = fleet.AddHost("one");
        HostDisk two = fleet.AddHost("two");
        FleetList bucket = fleet.AddList("bucket", "s3://bucket");
        (byte[] first, byte[] second) = Collision();
        one.Add("/data/first", first);
        two.Add("/data/second", second);
        bucket.Add("/either", first, DigestAlgorithm.Md5);
        fleet.ScanAll(Settled);
        Assert.Empty(fleet.Report());
        Assert.Equal(1, fleet.ScanList("bucket").Undecided);

        // Both on one machine.
        two.Volume.Remove("/data/second");
        one.Add("/data/second", second);
        fleet.ScanAll(Settled);
        Assert.Empty(fleet.Report());
        one.Volume.Remove("/data/second");
        fleet.ScanAll(Settled);
        Assert.Equal([$"{first.Length}: [host:bucket/either] [host:one/data/first]"], fleet.Report());
    }

    [Fact]
    public void A_name_belongs_to_one_machine_bucket_or_saved_volume()
    {
        var fleet = new Fleet();
        fleet.AddHost("name").Add("/data/a", [1]);
        fleet.AddList("name", "s3://name").Add("/a", [1], DigestAlgorithm.Md5);
        fleet.Scan("name");
        FleetException refused = Assert.Throws<FleetException>(() => fleet.ScanList("name"));
        Assert.Equal("name is the name of a machine in this fleet", refused.Message);
        Assert.Equal("--host NAME gives s3://name another name", refused.Hint);
        Assert.True(FleetHost.Forget(fleet.Server, "name", TestContext.Current.CancellationToken));
        fleet.ScanList("name");
        refused = Assert.Throws<FleetException>(() => fleet.Scan("name"));
        Assert.Equal("name is the name of s3://name in this fleet", refused.Message);
        Assert.Equal("--host NAME gives this machine another name", refused.Hint);
    }

    [Fact]
    public void Digests_of_a_damaged_file_are_forgotten_once_it_is_accepted()
    {
        var random = new Random(TestRun.SeedOffset);
        (byte[] old, byte[] now) = (Content(random, 5000), Content(random, 5000));
        using var tree = new TempTree();
        using var catalog = ContentCatalog.Open($"{tree.Folder}/catalog");
        var disk = new HostDisk { Catalog = catalog };
        disk.Add("/data/file", old);
        MemoryNode node = disk.Files["/data/file"];
        node.Modified = node.Changed = new FileTime(1000, 0);
        var fleet = new Fleet();
        fleet.Hosts.Add("one", disk);
        fleet.AddList("bucket", "s3://bucket").Add("/old", old, DigestAlgorithm.Md5);
        fleet.ScanAll(Settled);
        Assert.Equal(["5000: [host:bucket/old] [host:one/data/file]"], fleet.Report());

        node.Content = now;
        node.Modified = node.Changed = new FileTime(1000, 0);
        VerifyResult verified = Verifier.Verify(
            Fleet.OptionsOf(disk), accepted: true, cancellation: TestContext.Current.CancellationToken);
        Assert.Single(verified.Corrupt);
        fleet.ScanAll(Settled);
        Assert.Empty(fleet.Report());
        fleet.Lists["bucket"].Add("/now", now, DigestAlgorithm.Md5);
        fleet.ScanAll(Settled);
        Assert.Equal(["5000: [host:bucket/now] [host:one/data/file]"], fleet.Report());
    }

    [Fact]
    public void A_list_cannot_be_a_reference_since_it_proves_nothing()
    {
        var fleet = new Fleet();
        fleet.AddHost("one").Add("/data/a", [1]);
        fleet.AddList("bucket", "s3://photos").Add("/a", [1], DigestAlgorithm.Md5);
        fleet.ScanAll(Settled);
        FleetException refused = Assert.Throws<FleetException>(() => fleet.Report(
            new FleetReportOptions { Server = fleet.Server, Here = "one", References = ["bucket"] }));
        Assert.Equal("bucket is s3://photos, which cannot prove that it still has a file", refused.Message);
    }

    private static byte[] Content(Random random, int size)
    {
        byte[] content = new byte[size];
        random.NextBytes(content);
        return content;
    }

    private static void Fill(FleetList list, Random random, IReadOnlyList<byte[]> contents, DigestAlgorithm algorithm)
    {
        for (int i = random.Next(30); i > 0; i--)
        {
            list.Add(PathOf(random), contents[random.Next(contents.Count)], algorithm);
        }
    }

    private static void Change(FleetList list, Random random, IReadOnlyList<byte[]> contents)
    {
        DigestAlgorithm algorithm = list.Address.StartsWith("s3:", StringComparison.Ordinal)
            ? DigestAlgorithm.Md5
            : DigestAlgorithm.Xxh3;
        foreach ((string path, _) in list.Files.Where(_ => random.Next(3) == 0).ToList())
        {
            list.Remove(path);
        }

        Fill(list, random, contents, algorithm);
    }

    private static string PathOf(Random random) =>
        string.Create(CultureInfo.InvariantCulture, $"/{random.Next(4)}/{random.Next(1000)}");

    // What a report must say. An MD5 and an XXH3-128 without a content have nothing in common.
    private static List<string> Expected(Fleet fleet)
    {
        Dictionary<string, Dictionary<object, List<string>>> all = [];
        foreach ((string host, HostDisk disk) in fleet.Hosts)
        {
            foreach ((string path, MemoryNode node) in disk.Files)
            {
                Add(Convert.ToHexString(node.Content), node, $"host:{host}{path}");
            }
        }

        HashSet<string> onDisks = [.. all.Keys];
        foreach ((string name, FleetList list) in fleet.Lists)
        {
            foreach ((string path, byte[] content) in list.Files)
            {
                string key = Convert.ToHexString(content);
                Add(
                    onDisks.Contains(key) ? key : $"{key} {list.Address[..2]}", (name, path), $"host:{name}{path}");
            }
        }

        return
        [
            .. all.Where(static one => one.Value.Count > 1)
                .Select(static one => Fleet.Show(one.Key.Split(' ')[0].Length / 2, one.Value.Values))
                .Order(StringComparer.Ordinal),
        ];

        void Add(string content, object file, string name)
        {
            all.TryAdd(content, []);
            all[content].TryAdd(file, []);
            all[content][file].Add(name);
        }
    }

    private static void AssertEqual(int seed, List<string> expected, List<string> actual) => Assert.True(
        expected.SequenceEqual(actual),
        $"seed {seed}\nmissing:\n{string.Join('\n', expected.Except(actual))}\n"
        + $"wrong:\n{string.Join('\n', actual.Except(expected))}");

    // Two messages with the same MD5, as published by Wang and others in 2004.
    private static (byte[] First, byte[] Second) Collision()
    {
        byte[] first = Convert.FromHexString(
            "d131dd02c5e6eec4693d9a0698aff95c2fcab58712467eab4004583eb8fb7f8955ad340609f4b30283e488832571415a"
            + "085125e8f7cdc99fd91dbdf280373c5bd8823e3156348f5bae6dacd436c919c6dd53e2b487da03fd02396306d248cda0"
            + "e99f33420f577ee8ce54b67080a80d1ec69821bcb6a8839396f9652b6ff72a70");
        byte[] second = [.. first];
        foreach (int at in (int[])[19, 45, 59, 83, 109, 123])
        {
            second[at] ^= 0x80;
        }

        return (first, second);
    }
}

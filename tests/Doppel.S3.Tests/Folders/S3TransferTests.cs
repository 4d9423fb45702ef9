using System.Globalization;
using System.Net;
using Doppel.S3.Server;
using Doppel.S3.Transfer;
using Doppel.Testing;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.S3.Tests.Folders;

/// <summary>What the transfers of folders and files promise to programs.</summary>
public sealed class S3TransferTests
{
    private const int MiB = 1024 * 1024;

    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    public static TheoryData<Way, S3Existing, bool> Cases => new(
        from way in Enum.GetValues<Way>()
        from existing in Enum.GetValues<S3Existing>()
        from deletes in (bool[])[false, true]
        select (way, existing, deletes));

    // The oracle is the documentation of S3Existing and S3TransferStep, name by name.
    [Theory, MemberData(nameof(Cases))]
    public async Task Each_name_ends_as_the_options_say(Way way, S3Existing existing, bool deletes)
    {
        for (int i = 0; i < TestRun.Count(reduced: 5, full: 200); i++)
        {
            int seed = TestRun.SeedOffset + i;
            var random = new Random(seed);
            await using var world = new TransferWorld();
            Dictionary<string, string> source = RandomFiles(random);
            Dictionary<string, string> target = RandomFiles(random);
            Prepare(world, way, source, target);
            var options = new S3TransferOptions { Existing = existing, Deletes = deletes, DeletesAll = true };
            string[] expected = [.. source.Keys.Union(target.Keys).Select(Step).OfType<string>()
                .Order(StringComparer.Ordinal)];

            S3Transfer plan = world.Transfer(options with { IsDryRun = true });
            await RunAsync(plan, way, world);
            Assert.Equal(expected, world.Take());
            Assert.Equal(target, Found(world, way));

            S3Transfer transfer = world.Transfer(options);
            S3TransferTotals totals = await RunAsync(transfer, way, world);
            Assert.True(expected.SequenceEqual(world.Take()), $"seed {seed}");
            Assert.Equal(
                source.Union(target.Where(file => !source.ContainsKey(file.Key) && !deletes)).Select(file =>
                    existing == S3Existing.Keep && target.TryGetValue(file.Key, out string? kept)
                        ? new(file.Key, kept) : file).Order(ByName),
                Found(world, way).Order(ByName));
            Assert.Equal(transfer.Totals, totals);
            Assert.Equal(Transferred(expected), totals.Files);
            Assert.Equal(
                source.Where(file => expected.Contains($"{StepOf(way)} {file.Key}"))
                    .Sum(static file => file.Value.Length / 2),
                totals.Bytes);
            Assert.Equal(totals.Bytes, totals.BytesExpected);
            Assert.Equal(totals.Files, totals.FilesExpected);
            Assert.Equal(0, totals.Problems + totals.NotDeleted + totals.NotVerified);

            string? Step(string name) => (source.GetValueOrDefault(name), target.GetValueOrDefault(name)) switch
            {
                (null, _) => deletes ? $"Deleted {name}" : null,
                (_, null) => $"{StepOf(way)} {name}",
                _ when existing == S3Existing.Keep => $"Kept {name}",
                var (from, to) when existing == S3Existing.ReplaceDifferent && from == to => $"Unchanged {name}",
                _ => $"{StepOf(way)} {name}",
            };
        }

        static long Transferred(string[] lines) => lines.Count(static line =>
            line.Split(' ')[0] is not ("Kept" or "Unchanged" or "Deleted"));
    }

    [Theory]
    [InlineData(Way.Up)]
    [InlineData(Way.Down)]
    public async Task Nothing_is_deleted_against_the_caller_or_after_a_problem(Way way)
    {
        await using var world = new TransferWorld();
        Prepare(world, way, new() { ["a"] = "00" }, new() { ["b"] = "01", ["c"] = "0203" });
        IReadOnlyList<S3TransferEntry> asked = [];
        var options = new S3TransferOptions
        {
            Deletes = true,
            ConfirmsDeletion = gone =>
            {
                asked = gone;
                return ValueTask.FromResult(false);
            },
        };
        S3TransferTotals totals = await RunAsync(world.Transfer(options), way, world);
        Assert.Equal([("b", 1L), ("c", 2L)], asked.Select(static one => (one.Name, one.Bytes)));
        Assert.Equal((0, 2), (totals.Deleted, totals.NotDeleted));

        world.Server.On(
            static request => request.Path.EndsWith('a') && request.Method is "PUT" or "GET" or "HEAD",
            Fault.Status(403, "AccessDenied"));
        asked = [];
        totals = await RunAsync(
            world.Transfer(options with { Existing = S3Existing.Replace, ConfirmsDeletion = null }), way, world);
        Assert.Equal((1, 0, 2), (totals.Problems, totals.Deleted, totals.NotDeleted));
        Assert.Equal(["a", "b", "c"], Found(world, way).Keys.Order());
    }

    [Theory]
    [InlineData(Way.Up)]
    [InlineData(Way.Down)]
    [InlineData(Way.Across)]
    public async Task A_failure_of_one_is_its_own_and_one_of_all_ends_the_run(Way way)
    {
        await using var world = new TransferWorld();
        Dictionary<string, string> files = Enumerable.Range(0, 20)
            .ToDictionary(static i => i.ToString("D2", CultureInfo.InvariantCulture), static i => $"{i:X2}");
        Prepare(world, way, files, []);
        world.Server.On(
            static request => request.Path.EndsWith("/07", StringComparison.Ordinal),
            Fault.Status(403, "AccessDenied"));
        S3TransferTotals totals = await RunAsync(world.Transfer(), way, world);
        Assert.Equal((19, 1), (totals.Files, totals.Problems));
        S3TransferItem problem = Assert.Single(world.Items, static item => item.Step == S3TransferStep.Problem);
        Assert.Equal("07", problem.Name);
        Assert.Equal(HttpStatusCode.Forbidden, Assert.IsType<S3Exception>(problem.Failure).StatusCode);
        Assert.EndsWith("/07", problem.Place, StringComparison.Ordinal);

        using S3Client stranger = world.ClientWith("wrong");
        S3Exception all = await Assert.ThrowsAsync<S3Exception>(
            async () => await RunAsync(world.Transfer(client: stranger), way, world));
        Assert.True(all.AffectsAllRequests);
    }

    [Fact]
    public async Task A_missing_bucket_or_folder_ends_the_run()
    {
        await using var world = new TransferWorld();
        world.Tree.AddFile("up/a", "a");
        S3Exception missing = await Assert.ThrowsAsync<S3Exception>(async () =>
            await world.Transfer().UploadFolderAsync(world.PathOf("up"), "nowhere", "", s_cancellation));
        Assert.Equal("NoSuchBucket", missing.Code);
        await Assert.ThrowsAsync<DirectoryNotFoundException>(async () => await world.Transfer()
            .UploadFolderAsync(world.PathOf("up/nowhere"), TransferWorld.Bucket, "", s_cancellation));
        await Assert.ThrowsAsync<IOException>(async () => await world.Transfer()
            .DownloadFolderAsync(TransferWorld.Bucket, "", world.PathOf("no/where"), s_cancellation));
    }

    [Fact]
    public async Task A_folder_of_a_bucket_is_not_copied_into_itself_or_deleted_by_its_copy()
    {
        await using var world = new TransferWorld();
        world.Put("a/", new Dictionary<string, string> { ["x/f"] = "00", ["g"] = "01" });
        await Assert.ThrowsAsync<ArgumentException>(async () => await world.Transfer()
            .CopyFolderAsync(TransferWorld.Bucket, "a", TransferWorld.Bucket, "a/b", s_cancellation));
        await Assert.ThrowsAsync<ArgumentException>(async () => await world
            .Transfer(new S3TransferOptions { Deletes = true })
            .CopyFolderAsync(TransferWorld.Bucket, "a/x", TransferWorld.Bucket, "a", s_cancellation));
        await world.Transfer()
            .CopyFolderAsync(TransferWorld.Bucket, "a/x", TransferWorld.Bucket, "a", s_cancellation);
        Assert.Equal(["f", "g", "x/f"], world.Objects("a/").Keys.Order());
    }

    [Fact]
    public async Task Folder_marker_objects_become_folders_once()
    {
        await using var world = new TransferWorld();
        world.Put("", new Dictionary<string, string>
        {
            ["p/"] = "",
            ["p/empty/"] = "",
            ["p/full/"] = "",
            ["p/full/a"] = "00",
        });
        string down = world.PathOf("down");
        await world.Transfer().DownloadFolderAsync(TransferWorld.Bucket, "p", down, s_cancellation);
        Assert.Equal(["Downloaded empty/", "Downloaded full/", "Downloaded full/a"], world.Take());
        Assert.True(Directory.Exists(Path.Join(down, "empty")));
        await world.Transfer(new S3TransferOptions { Deletes = true })
            .DownloadFolderAsync(TransferWorld.Bucket, "p", down, s_cancellation);
        Assert.Equal(["Unchanged empty/", "Unchanged full/", "Unchanged full/a"], world.Take());
        await world.Transfer(new S3TransferOptions { Deletes = true })
            .UploadFolderAsync(down, TransferWorld.Bucket, "p", s_cancellation);
        Assert.Equal(["Unchanged full/a"], world.Take());
        Assert.Equal(["", "empty/", "full/", "full/a"], world.Objects("p/").Keys.Order());
    }

    [Fact]
    public async Task Copies_in_one_piece_are_compared_by_checksum_with_an_original_in_parts()
    {
        await using var world = new TransferWorld();
        byte[] content = new byte[11 * MiB];
        new Random(1).NextBytes(content);
        world.Tree.AddFile("up/big", content);
        var parts = new S3UploadOptions { PartBytes = 5 * MiB, SingleBytesMax = 5 * MiB };
        await world.Transfer(new S3TransferOptions { Upload = parts })
            .UploadFolderAsync(world.PathOf("up"), TransferWorld.Bucket, "from", s_cancellation);
        await CopyAsync();
        world.Take();
        Assert.Equal(1, (await CopyAsync()).Unchanged);

        // Newer, of the same size, and different.
        content[^1] ^= 1;
        await world.Client.PutObjectAsync(TransferWorld.Other, "to/big", content, options: null, s_cancellation);
        Assert.Equal(1, (await CopyAsync()).Files);
        Assert.Equal(world.Objects("from/"), world.Objects("to/", TransferWorld.Other));

        ValueTask<S3TransferTotals> CopyAsync() => world.Transfer()
            .CopyFolderAsync(TransferWorld.Bucket, "from", TransferWorld.Other, "to", s_cancellation);
    }

    [Theory]
    [InlineData(S3Existing.Keep, S3TransferStep.Kept, S3TransferStep.Kept)]
    [InlineData(S3Existing.Replace, S3TransferStep.Uploaded, S3TransferStep.Downloaded)]
    [InlineData(S3Existing.ReplaceDifferent, S3TransferStep.Unchanged, S3TransferStep.Unchanged)]
    public async Task A_single_file_says_what_became_of_it(S3Existing existing, S3TransferStep up, S3TransferStep down)
    {
        await using var world = new TransferWorld();
        string file = world.Tree.AddFile("a", "one").ToString();
        string copy = world.PathOf("copy");
        S3Transfer transfer = world.Transfer(new S3TransferOptions { Existing = existing });
        Assert.Equal(S3TransferStep.Uploaded, await UpAsync());
        Assert.Equal(up, await UpAsync());
        Assert.Equal(S3TransferStep.Downloaded, await DownAsync("k"));
        Assert.Equal(down, await DownAsync("k"));
        Assert.Equal("one", await File.ReadAllTextAsync(copy, s_cancellation));
        Assert.Equal(File.GetLastWriteTimeUtc(file), File.GetLastWriteTimeUtc(copy));

        bool keeps = existing == S3Existing.Keep;
        await File.WriteAllTextAsync(file, "two", s_cancellation);
        Assert.Equal(keeps ? S3TransferStep.Kept : S3TransferStep.Uploaded, await UpAsync());
        Assert.Equal(keeps ? S3TransferStep.Kept : S3TransferStep.Downloaded, await DownAsync("k"));
        Assert.Equal(keeps ? "one" : "two", await File.ReadAllTextAsync(copy, s_cancellation));
        Assert.Equal(keeps ? S3TransferStep.Kept : S3TransferStep.Problem, await DownAsync("missing"));
        S3TransferItem copied = await transfer.CopyObjectAsync(
            TransferWorld.Bucket, "k", TransferWorld.Other, "k", s_cancellation);
        Assert.Equal((S3TransferStep.Copied, "s3://other/k"), (copied.Step, copied.Place));
        using var stream = new MemoryStream([1, 2, 3]);
        S3TransferItem piped = await transfer.UploadStreamAsync(stream, TransferWorld.Bucket, "piped", s_cancellation);
        Assert.Equal(S3TransferStep.Uploaded, piped.Step);
        Assert.Equal("010203", world.Objects("piped")[""]);

        async Task<S3TransferStep> UpAsync() =>
            (await transfer.UploadFileAsync(file, TransferWorld.Bucket, "k", s_cancellation)).Step;
        async Task<S3TransferStep> DownAsync(string key) =>
            (await transfer.DownloadFileAsync(TransferWorld.Bucket, key, copy, s_cancellation)).Step;
    }

    [Fact]
    public async Task Objects_that_could_not_be_verified_are_reported_with_their_address()
    {
        await using var world = new TransferWorld(new MemoryS3Options
        {
            AddsChecksums = false,
            Quirks = new S3Quirks { IgnoresChecksums = true },
        });
        world.Put("", new Dictionary<string, string> { ["a"] = "00", ["empty"] = "" });
        world.Server.On(
            static _ => true, Fault.Edit(static answer => answer.With("x-amz-server-side-encryption", "aws:kms")));
        S3TransferTotals totals = await world.Transfer()
            .DownloadFolderAsync(TransferWorld.Bucket, "", world.PathOf("down"), s_cancellation);
        Assert.Equal((2, 1), (totals.Files, totals.NotVerified));
        S3TransferItem item = Assert.Single(world.Items, static item => item.Step == S3TransferStep.NotVerified);
        Assert.Equal(("s3://bucket/a", 1L), (item.Place, item.Bytes));
    }

    [Theory]
    [InlineData(Way.Up)]
    [InlineData(Way.Across)]
    public async Task Existing_objects_are_found_by_listing_where_that_takes_fewer_requests(Way way)
    {
        await using var world = new TransferWorld();
        var keep = new S3TransferOptions { Existing = S3Existing.Keep };
        Dictionary<string, string> files = Enumerable.Range(0, 30)
            .ToDictionary(static i => $"{i}", static i => $"{i:X2}");
        Prepare(world, way, files, new() { ["7"] = "FF" });
        Assert.Equal((0, 29), await CountAsync(expectedKept: 1));
        Assert.Equal((0, 0), await CountAsync(expectedKept: 30));

        // Whoever may write, but not list, is asked about each object.
        world.Server.On(
            static request => request.Query.Contains("prefix=to", StringComparison.Ordinal),
            Fault.Status(403, "AccessDenied"));
        Assert.Equal((30, 0), await CountAsync(expectedKept: 30));

        async Task<(int Heads, int Puts)> CountAsync(int expectedKept)
        {
            int before = world.Server.Requests.Count;
            S3TransferTotals totals = await RunAsync(world.Transfer(keep), way, world);
            Assert.Equal((expectedKept, 0), (totals.Kept, totals.Problems));
            RawRequest[] sent = [.. world.Server.Requests.Skip(before)];
            int heads = sent.Count(static one =>
                one.Method == "HEAD" && one.Path.Contains("/to/", StringComparison.Ordinal));
            return (heads, sent.Count(static one => one.Method == "PUT"));
        }
    }

    [Fact]
    public async Task A_large_target_is_not_listed_to_the_end()
    {
        await using var world = new TransferWorld();
        for (int i = 0; i < 12_000; i++)
        {
            world.Memory.Put(TransferWorld.Bucket, $"to/{i}", [1]);
        }

        world.Fill("local", new Dictionary<string, string> { ["0"] = "00", ["new"] = "01" });
        S3TransferTotals totals = await RunAsync(
            world.Transfer(new S3TransferOptions { Existing = S3Existing.Keep }), Way.Up, world);
        Assert.Equal((1, 1), (totals.Files, totals.Kept));
        Assert.Equal("01", Convert.ToHexString(world.Memory.Find(TransferWorld.Bucket, "to/0")!.Body));
        Assert.InRange(world.Server.Requests.Count, 10, 15);
    }

    [Fact]
    public async Task A_filter_leaves_out_both_sides()
    {
        await using var world = new TransferWorld();
        world.Fill("up", new Dictionary<string, string> { ["a.jpg"] = "00", ["b.txt"] = "01" });
        world.Put("p/", new Dictionary<string, string> { ["old.jpg"] = "02", ["old.txt"] = "03" });
        await world.Transfer(new S3TransferOptions
        {
            Deletes = true,
            Filter = static entry => entry.Name.EndsWith(".jpg", StringComparison.Ordinal),
        }).UploadFolderAsync(world.PathOf("up"), TransferWorld.Bucket, "p/", s_cancellation);
        Assert.Equal(["a.jpg", "old.txt"], world.Objects("p/").Keys.Order());
    }

    private static Comparer<KeyValuePair<string, string>> ByName => Comparer<KeyValuePair<string, string>>.Create(
        static (left, right) => string.CompareOrdinal(left.Key, right.Key));

    private static S3TransferStep StepOf(Way way) => way switch
    {
        Way.Up => S3TransferStep.Uploaded,
        Way.Down => S3TransferStep.Downloaded,
        _ => S3TransferStep.Copied,
    };

    private static void Prepare(
        TransferWorld world, Way way, Dictionary<string, string> source, Dictionary<string, string> target)
    {
        if (way == Way.Up)
        {
            world.Fill("local", source);
            world.Put("to/", target);
            return;
        }

        world.Put("from/", source);
        if (way == Way.Down)
        {
            world.Fill("local", target);
        }
        else
        {
            world.Put("to/", target);
        }
    }

    private static ValueTask<S3TransferTotals> RunAsync(S3Transfer transfer, Way way, TransferWorld world) => way switch
    {
        Way.Up => transfer.UploadFolderAsync(world.PathOf("local"), TransferWorld.Bucket, "to", s_cancellation),
        Way.Down => transfer.DownloadFolderAsync(TransferWorld.Bucket, "from", world.PathOf("local"), s_cancellation),
        _ => transfer.CopyFolderAsync(TransferWorld.Bucket, "from/", TransferWorld.Bucket, "to/", s_cancellation),
    };

    private static Dictionary<string, string> Found(TransferWorld world, Way way) =>
        way == Way.Down ? world.Files("local") : world.Objects("to/");

    // Few names and contents, so that all cases meet.
    private static Dictionary<string, string> RandomFiles(Random random)
    {
        var files = new Dictionary<string, string>(StringComparer.Ordinal);
        for (int i = random.Next(12); i > 0; i--)
        {
            string folder = random.Next(2) == 0 ? "" : "ü/";
            files[$"{folder}{random.Next(8)} +&"] = Convert.ToHexString(new byte[random.Next(3)])
                + random.Next(2).ToString("X2", CultureInfo.InvariantCulture);
        }

        return files;
    }
}

/// <summary>From where to where.</summary>
public enum Way
{
    /// <summary>From a folder to a bucket.</summary>
    Up,

    /// <summary>From a bucket to a folder.</summary>
    Down,

    /// <summary>From a bucket to a bucket.</summary>
    Across,
}

using System.Text;
using Doppel.S3.Server;
using Doppel.S3.Transfer;
using Doppel.Testing;

namespace Doppel.S3.Tests.Folders;

/// <summary>What a transfer deletes while other programs work on the target.</summary>
public sealed class DeletionTests
{
    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;
    private static readonly string[] s_folders = ["", "a/", "a/b/", "c/"];

    // The oracle is the promise: what was listed goes if nothing has touched it, and nothing else goes.
    [Theory]
    [InlineData(Way.Up)]
    [InlineData(Way.Down)]
    public async Task Only_what_is_still_as_it_was_listed_is_deleted(Way way)
    {
        foreach (bool ignoresETags in way == Way.Up ? (bool[])[false, true] : [false])
        {
            await using var world = new TransferWorld(new MemoryS3Options
            {
                Quirks = new S3Quirks { IgnoresConditionalDelete = ignoresETags },
            });
            for (int i = 0; i < TestRun.Count(reduced: 25, full: 10_000); i++)
            {
                int seed = TestRun.SeedOffset + i;
                await CheckAsync(world, way, new Random(seed), seed);
            }
        }
    }

    [Theory]
    [InlineData(Way.Up)]
    [InlineData(Way.Down)]
    public async Task An_empty_source_deletes_nothing_unless_wanted(Way way)
    {
        await using var world = new TransferWorld();
        world.Tree.AddFolder("local");
        Put(world, way, "x", "1");
        Put(world, way, "y", "2");
        S3TransferTotals totals = await RunAsync(world, way, new S3TransferOptions { Deletes = true });
        Assert.Equal((1, 0, 2), (totals.Problems, totals.Deleted, totals.NotDeleted));
        Assert.Equal(["x", "y"], Names(world, way));
        Assert.Contains(world.Items, static item => item.Reason == FolderRun.EmptySource);

        totals = await RunAsync(
            world, way, new S3TransferOptions { Deletes = true, DeletesAll = true, DeletionsMax = 1 });
        Assert.Equal((1, 0, 2), (totals.Problems, totals.Deleted, totals.NotDeleted));
        Assert.Equal(["x", "y"], Names(world, way));

        totals = await RunAsync(
            world, way, new S3TransferOptions { Deletes = true, DeletesAll = true, DeletionsMax = 2 });
        Assert.Equal((0, 2), (totals.Problems, totals.Deleted));
        Assert.Empty(Names(world, way));
    }

    [Fact]
    public async Task A_filter_protects_files_that_only_the_folder_has()
    {
        await using var world = new TransferWorld();
        world.Memory.Put(TransferWorld.Bucket, "from/kept.jpg", [1]);
        Put(world, Way.Down, "notes.txt", "mine");
        Put(world, Way.Down, "sub/more.txt", "mine");
        Put(world, Way.Down, "old.jpg", "old");
        S3TransferTotals totals = await RunAsync(world, Way.Down, new S3TransferOptions
        {
            Deletes = true,
            Filter = static entry => entry.Name.EndsWith(".jpg", StringComparison.Ordinal),
        });
        Assert.Equal((0, 1), (totals.Problems, totals.Deleted));
        Assert.Equal(["kept.jpg", "notes.txt", "sub/more.txt"], Names(world, Way.Down));
    }

    [Fact]
    public async Task A_link_in_the_place_of_an_uploaded_folder_is_not_followed()
    {
        await using var world = new TransferWorld();
        world.Tree.AddFile("local/a/first", "public");
        world.Tree.AddFile("local/sub/x", "public");
        world.Tree.AddFile("secret/x", "secret");
        string sub = world.PathOf("local/sub");
        bool isSwapped = false;
        S3TransferTotals totals = await RunAsync(world, Way.Up, new S3TransferOptions
        {
            Parallelism = 1,
            Filter = entry =>
            {
                if (entry.Name == "sub/x" && !isSwapped)
                {
                    isSwapped = true;
                    Directory.Move(sub, sub + ".aside");
                    Directory.CreateSymbolicLink(sub, world.PathOf("secret"));
                }

                return true;
            },
        });
        Assert.True(isSwapped);
        Assert.Equal(1, totals.Problems);
        Assert.DoesNotContain(
            world.Memory.Keys(TransferWorld.Bucket),
            key => Encoding.UTF8.GetString(world.Memory.Find(TransferWorld.Bucket, key)!.Body) == "secret");
    }

    // Nothing says then what it contains, and the bucket may have the last copies of that.
    [Fact]
    public async Task A_folder_that_becomes_a_link_while_it_is_listed_stops_all_deletions()
    {
        await using var world = new TransferWorld();
        world.Tree.AddFile("local/a/first", "1");
        world.Tree.AddFile("local/sub/x", "2");
        Put(world, Way.Up, "sub/x", "2");
        Put(world, Way.Up, "only here", "3");
        string sub = world.PathOf("local/sub");
        S3TransferTotals totals = await RunAsync(world, Way.Up, new S3TransferOptions
        {
            Deletes = true,
            Existing = S3Existing.Keep,
            Filter = entry =>
            {
                if (entry is { Name: "a/first", Path: not null } && Directory.Exists(sub))
                {
                    Directory.Delete(sub, recursive: true);
                    Directory.CreateSymbolicLink(sub, world.PathOf("nowhere"));
                }

                return true;
            },
        });
        Assert.Equal((1, 0), (totals.Problems, totals.Deleted));
        Assert.Equal(["a/first", "only here", "sub/x"], Names(world, Way.Up));
    }

    private static async Task CheckAsync(TransferWorld world, Way way, Random random, int seed)
    {
        string local = world.PathOf("local");
        string outside = world.PathOf("outside");
        Reset(local);
        Reset(outside);
        foreach (string key in world.Memory.Keys(TransferWorld.Bucket))
        {
            world.Memory.Remove(TransferWorld.Bucket, key);
        }

        // The source has one file, which the target has, too, so that nothing is transferred.
        world.Memory.Put(TransferWorld.Bucket, "from/same", [1]);
        world.Memory.Put(TransferWorld.Bucket, "to/same", [1]);
        await File.WriteAllBytesAsync(Path.Join(local, "same"), [1], s_cancellation);
        string[] listed =
        [
            .. Enumerable.Range(0, random.Next(1, 6)).Select(i => $"{s_folders[random.Next(s_folders.Length)]}{i}"),
        ];
        listed.ToList().ForEach(name => Put(world, way, name, "listed " + name));
        HashSet<string> touched = [];
        var options = new S3TransferOptions
        {
            Deletes = true,
            Existing = S3Existing.Keep,
            ConfirmsDeletion = gone =>
            {
                Assert.Equal(listed.Order(StringComparer.Ordinal), gone.Select(static one => one.Name));
                for (int changes = random.Next(4); changes > 0; changes--)
                {
                    Change(world, way, random, listed[random.Next(listed.Length)], touched);
                }

                return ValueTask.FromResult(true);
            },
        };
        string[] before = [];
        options = options with
        {
            ConfirmsDeletion = Then(options.ConfirmsDeletion, () => before = All(world, way)),
        };
        S3TransferTotals totals = await RunAsync(world, way, options);
        string[] after = All(world, way);
        string[] gone = [.. before.Except(after)];
        string[] expected = [.. listed.Except(touched).Select(static name => $"{name}=listed {name}")];
        Assert.True(
            expected.Order(StringComparer.Ordinal).SequenceEqual(gone.Order(StringComparer.Ordinal)),
            $"seed {seed}: gone {string.Join(", ", gone)}; expected {string.Join(", ", expected)}");
        Assert.Empty(after.Except(before));
        Assert.Equal(expected.Length, totals.Deleted);
        Assert.Equal(totals.Problems > 0, listed.Intersect(touched).Any());
    }

    private static Func<IReadOnlyList<S3TransferEntry>, ValueTask<bool>> Then(
        Func<IReadOnlyList<S3TransferEntry>, ValueTask<bool>>? first, Action then) => async gone =>
        {
            bool isWanted = await first!(gone);
            then();
            return isWanted;
        };

    // What another program does between the list and the deletion. Names that may no longer go are noted.
    private static void Change(TransferWorld world, Way way, Random random, string name, HashSet<string> touched)
    {
        if (way == Way.Up)
        {
            touched.Add(name);
            world.Memory.Remove(TransferWorld.Bucket, "to/" + name);
            if (random.Next(3) > 0)
            {
                world.Memory.Put(TransferWorld.Bucket, "to/" + name, Encoding.UTF8.GetBytes($"new {random.Next()}"));
            }

            return;
        }

        string local = world.PathOf("local");
        string path = Path.Join(local, name);
        if (!File.Exists(path) || new FileInfo(path).LinkTarget is not null)
        {
            return;
        }

        switch (random.Next(6))
        {
            case 0:
                File.AppendAllText(path, "more");
                break;
            case 1:
                File.WriteAllText(path + ".new", "listed " + name);
                File.Move(path + ".new", path, overwrite: true);
                break;
            case 2:
                File.SetLastWriteTimeUtc(path, DateTime.UnixEpoch.AddDays(random.Next(10_000)));
                break;
            case 3:
                File.Delete(path);
                File.CreateSymbolicLink(path, Path.Join(world.PathOf("outside"), "precious"));
                break;
            case 4:
                File.Delete(path);
                break;
            default:
                SwapFolder(world, name, touched);
                return;
        }

        touched.Add(name);
    }

    // All files of the folder get another path, and its name leads to files of the same names outside.
    private static void SwapFolder(TransferWorld world, string name, HashSet<string> touched)
    {
        int slash = name.IndexOf('/', StringComparison.Ordinal);
        if (slash < 0)
        {
            return;
        }

        string local = world.PathOf("local");
        string top = name[..slash];
        string folder = Path.Join(local, top);
        if (new DirectoryInfo(folder).LinkTarget is not null)
        {
            return;
        }

        foreach (string file in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
        {
            string below = Path.GetRelativePath(local, file);
            touched.Add(below);
            string there = Path.Join(world.PathOf("outside"), below);
            Directory.CreateDirectory(Path.GetDirectoryName(there)!);
            File.Copy(file, there, overwrite: true);
            File.SetLastWriteTimeUtc(there, File.GetLastWriteTimeUtc(file));
        }

        Directory.Move(folder, Path.Join(world.PathOf("outside"), top + ".aside"));
        Directory.CreateSymbolicLink(folder, Path.Join(world.PathOf("outside"), top));
    }

    private static void Reset(string folder)
    {
        if (Directory.Exists(folder))
        {
            Directory.Delete(folder, recursive: true);
        }

        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Join(folder, "precious"), "precious");
        if (folder.EndsWith("local", StringComparison.Ordinal))
        {
            File.Delete(Path.Join(folder, "precious"));
        }
    }

    private static void Put(TransferWorld world, Way way, string name, string content)
    {
        if (way == Way.Up)
        {
            world.Memory.Put(TransferWorld.Bucket, "to/" + name, Encoding.UTF8.GetBytes(content));
            return;
        }

        string path = Path.Join(world.PathOf("local"), name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, content);
    }

    // Everything that could be lost, on both sides of the target's border.
    private static string[] All(TransferWorld world, Way way) => way == Way.Up
        ?
        [
            .. world.Memory.Keys(TransferWorld.Bucket)
                .Where(static key => key.StartsWith("to/", StringComparison.Ordinal))
                .Select(key => $"{key[3..]}={Text(world.Memory.Find(TransferWorld.Bucket, key)!.Body)}"),
        ]
        :
        [
            .. Files(world.PathOf("local")).Select(static one => $"{one.Name}={one.Text}"),
            .. Files(world.PathOf("outside")).Select(static one => $"outside/{one.Name}={one.Text}"),
        ];

    private static string Text(byte[] bytes) => Encoding.UTF8.GetString(bytes);

    // Links are not followed.
    private static IEnumerable<(string Name, string Text)> Files(string folder) =>
        new DirectoryInfo(folder).EnumerateFileSystemInfos("*", new EnumerationOptions
        {
            RecurseSubdirectories = true,
            AttributesToSkip = FileAttributes.ReparsePoint,
        }).OfType<FileInfo>().Select(
            one => (Path.GetRelativePath(folder, one.FullName), File.ReadAllText(one.FullName)));

    private static string[] Names(TransferWorld world, Way way) =>
        [.. All(world, way).Select(static one => one.Split('=')[0]).Order(StringComparer.Ordinal)];

    private static ValueTask<S3TransferTotals> RunAsync(TransferWorld world, Way way, S3TransferOptions options)
    {
        Directory.CreateDirectory(world.PathOf("outside"));
        Directory.CreateDirectory(world.PathOf("local"));
        world.Items.Clear();
        S3Transfer transfer = world.Transfer(options);
        return way == Way.Up
            ? transfer.UploadFolderAsync(world.PathOf("local"), TransferWorld.Bucket, "to", s_cancellation)
            : transfer.DownloadFolderAsync(TransferWorld.Bucket, "from", world.PathOf("local"), s_cancellation);
    }
}

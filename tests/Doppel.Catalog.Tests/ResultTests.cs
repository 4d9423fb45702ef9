using System.Text;
using Doppel.Pooling;
using Doppel.Testing;
using Doppel.Testing.Trees;

namespace Doppel.Catalog.Tests;

/// <summary>Results that a catalog keeps: whole, or not at all.</summary>
public sealed class ResultTests : IDisposable
{
    private const int KeptMax = 16;

    private readonly TempTree _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_latest_result_of_a_key_is_kept()
    {
        using (ContentCatalog catalog = Open())
        {
            Assert.Null(Found(catalog, 1));
            Keep(catalog, 1, "first"u8);
            Keep(catalog, UInt128.MaxValue, "other"u8);
            Keep(catalog, 1, "second"u8);
            Keep(catalog, 2, []);
        }

        using ContentCatalog again = Open();
        Assert.Equal("second", Found(again, 1));
        Assert.Equal("other", Found(again, UInt128.MaxValue));
        Assert.Null(Found(again, 2));
        Assert.Empty(again.Problems);
        Assert.Equal(2, Results().Length);
    }

    [Fact]
    public void The_oldest_results_are_removed()
    {
        using ContentCatalog catalog = Open();
        for (int i = 0; i < KeptMax + 3; i++)
        {
            Keep(catalog, (UInt128)i, Encoding.UTF8.GetBytes($"result {i}"));
            foreach (string path in Results())
            {
                File.SetLastWriteTimeUtc(path, File.GetLastWriteTimeUtc(path).AddMinutes(-1));
            }
        }

        for (int i = 0; i < KeptMax + 3; i++)
        {
            Assert.Equal(i < 3 ? null : $"result {i}", Found(catalog, (UInt128)i));
        }
    }

    [Fact]
    public void A_process_that_is_killed_leaves_nothing_for_good()
    {
        bool isStopped = true;
        for (int calls = 0; isStopped; calls++)
        {
            using var files = new StoppingFiles(calls, tear: 0.5);
            try
            {
                using var catalog = ContentCatalog.Open(_folder.Folder, new CatalogOptions { Files = files });
                Keep(catalog, 1, "killed"u8);
            }
            catch (StoppedException)
            {
                // Another process goes on.
            }

            isStopped = files.IsStopped;
            files.Dispose();
            using ContentCatalog next = Open();
            Keep(next, 1, "next"u8);
            Assert.Equal("next", Found(next, 1));
            Assert.Equal(Results(), Directory.GetFiles(Path.GetDirectoryName(Assert.Single(Results()))!));
        }
    }

    [Fact]
    public void All_results_together_take_a_part_of_the_limit()
    {
        using ContentCatalog catalog = ContentCatalog.Open(
            _folder.Folder, new CatalogOptions { BytesMax = CatalogOptions.BytesMaxMin });
        byte[] large = new byte[100_000];
        for (int i = 0; i < 5; i++)
        {
            Keep(catalog, (UInt128)i, large);
            Assert.NotNull(Found(catalog, (UInt128)i));
            Assert.InRange(Results().Sum(path => new FileInfo(path).Length), 1, CatalogOptions.BytesMaxMin / 4);
        }

        Keep(catalog, 9, new byte[(CatalogOptions.BytesMaxMin / 4) + 1]);
        Assert.Null(Found(catalog, 9));
    }

    [Fact]
    public void Damaged_results_and_those_under_the_name_of_another_are_not_believed()
    {
        using ContentCatalog catalog = Open();
        Keep(catalog, 1, "a result"u8);
        string path = Assert.Single(Results());
        byte[] whole = File.ReadAllBytes(path);
        for (int at = 0; at < whole.Length; at++)
        {
            byte[] damaged = [.. whole];
            damaged[at] ^= 1;
            File.WriteAllBytes(path, damaged);
            Assert.Null(Found(catalog, 1));
            File.WriteAllBytes(path, whole[..at]);
            Assert.Null(Found(catalog, 1));
        }

        Keep(catalog, 2, "another"u8);
        string other = Results().Single(name => name != path);
        File.Copy(other, path, overwrite: true);
        Assert.Null(Found(catalog, 1));
        Assert.Equal("another", Found(catalog, 2));
    }

    [Fact]
    public void Forgetting_removes_results()
    {
        using ContentCatalog catalog = Open();
        Keep(catalog, 1, "a result"u8);
        Assert.True(catalog.Forget(TestCatalog.Disk));
        Assert.Null(Found(catalog, 1));
        Assert.Empty(Results());
    }

    [Fact]
    public void A_result_that_was_computed_from_what_another_process_took_back_meanwhile_is_not_believed()
    {
        var clock = new ManualClock();
        var options = new CatalogOptions { Time = clock };
        using ContentCatalog slow = ContentCatalog.Open(_folder.Folder, options);
        using (ContentCatalog other = ContentCatalog.Open(_folder.Folder, options))
        {
            other.Add(TestCatalog.Disk, [TestCatalog.Fact(1)]);
            Keep(other, 2, "kept before"u8);
        }

        DateTimeOffset begun = clock.GetUtcNow();
        clock.Advance(TimeSpan.FromSeconds(1));
        using (ContentCatalog other = ContentCatalog.Open(_folder.Folder, options))
        {
            other.Add(TestCatalog.Disk, [TestCatalog.Fact(1) with { Value = default }]);
            Assert.Null(Found(other, 2));
        }

        clock.Advance(TimeSpan.FromSeconds(1));
        slow.KeepResult(1, begun, "outdated"u8);
        Assert.Null(Found(slow, 1));
        slow.KeepResult(1, clock.GetUtcNow(), "computed again"u8);
        Assert.Equal("computed again", Found(slow, 1));
    }

    [Fact]
    public void Only_the_owner_can_read_them()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        using ContentCatalog catalog = Open();
        Keep(catalog, 1, "a result"u8);
        string path = Assert.Single(Results());
        UnixFileMode owner = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        Assert.Equal(owner, File.GetUnixFileMode(path));
        Assert.Equal(owner | UnixFileMode.UserExecute, File.GetUnixFileMode(Path.GetDirectoryName(path)!));
    }

    [Theory, InlineData(0), InlineData(0.4), InlineData(1)]
    public void A_kill_at_any_call_leaves_the_old_or_the_new_result(double tear)
    {
        bool isStopped = true;
        int calls = 0;
        for (; isStopped; calls++)
        {
            using var tree = new TempTree();
            using (ContentCatalog first = ContentCatalog.Open(tree.Folder))
            {
                Keep(first, 1, "old"u8);
            }

            using (var files = new StoppingFiles(calls, tear))
            {
                ContentCatalog killed = ContentCatalog.Open(tree.Folder, new CatalogOptions { Files = files });
                try
                {
                    Keep(killed, 1, "new"u8);
                    Keep(killed, 2, "more"u8);
                }
                catch (StoppedException)
                {
                    // As after a kill, nothing is closed in order.
                }

                isStopped = files.IsStopped;
            }

            using ContentCatalog again = ContentCatalog.Open(tree.Folder);
            Assert.Contains(Found(again, 1), (string[])["old", "new"]);
            Assert.Contains(Found(again, 2), (string?[])[null, "more"]);
        }

        Assert.InRange(calls, 6, 100);
    }

    [Fact]
    public void A_folder_that_cannot_be_written_is_no_problem()
    {
        Directory.CreateDirectory(Path.Combine(_folder.Folder, "1"));
        File.WriteAllText(Path.Combine(_folder.Folder, "1", "results"), "a file in its place");
        using ContentCatalog catalog = Open();
        Keep(catalog, 1, "a result"u8);
        Assert.Null(Found(catalog, 1));
        Assert.True(catalog.Forget());
    }

    private static string? Found(ContentCatalog catalog, UInt128 key)
    {
        using NativeBuffer<byte>? result = catalog.FindResult(key);
        return result is null ? null : Encoding.UTF8.GetString(result.Span);
    }

    private static void Keep(ContentCatalog catalog, UInt128 key, ReadOnlySpan<byte> result) =>
        catalog.KeepResult(key, catalog.Time.GetUtcNow(), result);

    private ContentCatalog Open() => ContentCatalog.Open(_folder.Folder);

    private string[] Results() => Directory.GetFiles(_folder.Folder, "*.result", SearchOption.AllDirectories);
}

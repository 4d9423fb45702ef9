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
            catalog.KeepResult(1, "first"u8);
            catalog.KeepResult(UInt128.MaxValue, "other"u8);
            catalog.KeepResult(1, "second"u8);
            catalog.KeepResult(2, []);
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
            catalog.KeepResult((UInt128)i, Encoding.UTF8.GetBytes($"result {i}"));
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
    public void All_results_together_take_a_part_of_the_limit()
    {
        using ContentCatalog catalog = ContentCatalog.Open(
            _folder.Folder, new CatalogOptions { BytesMax = CatalogOptions.BytesMaxMin });
        byte[] large = new byte[100_000];
        for (int i = 0; i < 5; i++)
        {
            catalog.KeepResult((UInt128)i, large);
            Assert.NotNull(Found(catalog, (UInt128)i));
            Assert.InRange(Results().Sum(path => new FileInfo(path).Length), 1, CatalogOptions.BytesMaxMin / 4);
        }

        catalog.KeepResult(9, new byte[(CatalogOptions.BytesMaxMin / 4) + 1]);
        Assert.Null(Found(catalog, 9));
    }

    [Fact]
    public void What_is_damaged_or_has_the_name_of_another_is_not_believed()
    {
        using ContentCatalog catalog = Open();
        catalog.KeepResult(1, "a result"u8);
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

        catalog.KeepResult(2, "another"u8);
        string other = Results().Single(name => name != path);
        File.Copy(other, path, overwrite: true);
        Assert.Null(Found(catalog, 1));
        Assert.Equal("another", Found(catalog, 2));
    }

    [Fact]
    public void Forgetting_removes_results()
    {
        using ContentCatalog catalog = Open();
        catalog.KeepResult(1, "a result"u8);
        Assert.True(catalog.Forget(TestCatalog.Disk));
        Assert.Null(Found(catalog, 1));
        Assert.Empty(Results());
    }

    [Fact]
    public void Only_the_owner_can_read_them()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        using ContentCatalog catalog = Open();
        catalog.KeepResult(1, "a result"u8);
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
                first.KeepResult(1, "old"u8);
            }

            using (var files = new StoppingFiles(calls, tear))
            {
                ContentCatalog killed = ContentCatalog.Open(tree.Folder, new CatalogOptions { Files = files });
                try
                {
                    killed.KeepResult(1, "new"u8);
                    killed.KeepResult(2, "more"u8);
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
        catalog.KeepResult(1, "a result"u8);
        Assert.Null(Found(catalog, 1));
        Assert.True(catalog.Forget());
    }

    private static string? Found(ContentCatalog catalog, UInt128 key)
    {
        using NativeBuffer<byte>? result = catalog.FindResult(key);
        return result is null ? null : Encoding.UTF8.GetString(result.Span);
    }

    private ContentCatalog Open() => ContentCatalog.Open(_folder.Folder);

    private string[] Results() => Directory.GetFiles(_folder.Folder, "*.result", SearchOption.AllDirectories);
}

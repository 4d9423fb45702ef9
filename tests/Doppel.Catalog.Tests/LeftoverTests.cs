using Doppel.Testing;
using Doppel.Testing.Trees;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog.Tests;

/// <summary>What processes leave behind that were killed, and what those that live are writing.</summary>
public sealed class LeftoverTests
{
    private const string Suffix = ".tmp";

    [Fact]
    public void A_file_that_is_being_created_survives_those_who_look_for_leftovers()
    {
        using var tree = new TempTree();
        var files = new CatalogFiles();
        int rounds = TestRun.Count(3000, 100_000);
        using var done = new CancellationTokenSource();
        Thread[] cleaners = [.. Enumerable.Range(0, 2).Select(_ => new Thread(() =>
        {
            while (!done.IsCancellationRequested)
            {
                files.RemoveLeftovers(tree.Folder, Suffix, TimeProvider.System.GetUtcNow());
            }
        }))];
        Array.ForEach(cleaners, cleaner => cleaner.Start());
        try
        {
            for (int i = 0; i < rounds; i++)
            {
                string path = $"{tree.Folder}/{i}";
                using SafeFileHandle file = files.Create(path + Suffix, isAppended: false);
                files.Write(file, [1], 0);
                files.Rename(path + Suffix, path);
            }
        }
        finally
        {
            done.Cancel();
            Array.ForEach(cleaners, cleaner => cleaner.Join());
        }

        Assert.Equal(rounds, Directory.GetFiles(tree.Folder).Length);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Files_that_no_process_writes_are_removed_at_once_or_after_a_day_where_locks_do_not_work(bool hasLocks)
    {
        using var tree = new TempTree();
        var files = new FilesOfSomeSystem(hasLocks);
        List<string> kept = [];
        List<SafeFileHandle> open = [];
        for (int i = 0; i < 8; i++)
        {
            (bool isEmpty, bool isYoung, bool isOpen) = ((i & 1) == 0, (i & 2) == 0, (i & 4) == 0);
            string path = $"{tree.Folder}/{i}{Suffix}";
            SafeFileHandle file = files.Create(path, isAppended: false);
            files.Write(file, isEmpty ? [] : [1], 0);
            File.SetLastWriteTimeUtc(file, TimeProvider.System.GetUtcNow().UtcDateTime.AddDays(isYoung ? 0 : -1.1));
            if (isOpen)
            {
                open.Add(file);
            }
            else
            {
                file.Dispose();
            }

            if (isYoung && (isOpen || !hasLocks))
            {
                kept.Add(path);
            }
        }

        files.RemoveLeftovers(tree.Folder, Suffix, TimeProvider.System.GetUtcNow());
        Assert.Equal(kept, Directory.GetFiles(tree.Folder).Order(StringComparer.Ordinal));
        open.ForEach(file => file.Dispose());
    }

    private sealed class FilesOfSomeSystem(bool hasLocks) : CatalogFiles
    {
        internal override SafeFileHandle? OpenSealed(string path) => hasLocks ? base.OpenSealed(path) : null;
    }
}

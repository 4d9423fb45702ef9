using System.Collections.Concurrent;
using System.Globalization;
using System.Runtime.Versioning;
using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <summary>Several threads that list one folder together.</summary>
[SupportedOSPlatform("linux")]
public sealed class SharedListingTests
{
    private const int Threads = 4;

    [Theory]
    [InlineData("ext4 -q")]
    [InlineData("xfs -q")]
    [InlineData("btrfs -q")]
    [InlineData("tmpfs")]
    public async Task Each_entry_is_passed_to_one_thread(string fileSystem)
    {
        using var image = new MountedImage(fileSystem);
        string[] names = [.. Enumerable.Range(0, TestRun.Count(3_500, 9_000)).Select(i => string.Create(
            CultureInfo.InvariantCulture, $"{i} {new string('n', i % 200)}"))];
        foreach (string name in names)
        {
            File.WriteAllText(Path.Combine(image.Point, name), "x");
        }

        var volume = new LinuxVolume();
        FolderHandle folder = Open(volume, image);
        for (int round = 0; round < 3; round++)
        {
            await ListTogether(volume, folder, names);

            // List starts from the beginning, whatever was listed with the handle.
            Assert.Equal(names.Length, FilesIn(EntryCollector.List(volume, folder, FactFields.Size)).Length);
            volume.Close(folder);
            folder = Open(volume, image);
        }

        volume.Close(folder);
    }

    [Fact]
    public void A_folder_with_few_entries_is_not_offered()
    {
        using var image = new MountedImage("tmpfs");
        for (int i = 0; i < 100; i++)
        {
            File.WriteAllText(Path.Combine(image.Point, $"file {i}"), "x");
        }

        var volume = new LinuxVolume();
        FolderHandle folder = Open(volume, image);
        var collector = new EntryCollector();
        Action none = () => Assert.Fail("There is no more.");
        Assert.False(volume.ListRest(folder, FactFields.Size, collector, none).Failed);
        Assert.Equal(100, collector.Entries.Count);
        Assert.False(volume.ListRest(folder, FactFields.Size, collector, onMore: null).Failed);
        Assert.Equal(100, collector.Entries.Count);
        volume.Close(folder);
    }

    private static async Task ListTogether(LinuxVolume volume, FolderHandle folder, string[] names)
    {
        using var all = new Barrier(Threads);
        var errors = new ConcurrentBag<VolumeError>();
        int more = 0;
        EntryCollector[] collectors = [.. Enumerable.Range(0, Threads).Select(_ => new EntryCollector())];
        await Task.WhenAll(collectors.Select(collector => Task.Factory.StartNew(
            () =>
            {
                all.SignalAndWait();
                errors.Add(volume.ListRest(
                    folder, FactFields.Size, collector, () => Interlocked.Increment(ref more)));
            },
            TestContext.Current.CancellationToken, TaskCreationOptions.LongRunning, TaskScheduler.Default)));
        Assert.All(errors, error => Assert.False(error.Failed));
        Assert.Equal(
            names.Order(StringComparer.Ordinal),
            collectors.SelectMany(FilesIn).Order(StringComparer.Ordinal));
        Assert.InRange(more, 10, names.Length);
    }

    private static FolderHandle Open(LinuxVolume volume, MountedImage image)
    {
        ReadOnlySpan<byte> path = ((Bytes)image.Point).Span;
        Assert.False(volume.OpenFolder(
            FolderHandle.None, path, LinkPolicy.Follow, out FolderHandle folder, out _).Failed);
        return folder;
    }

    private static string[] FilesIn(EntryCollector collector) =>
        [.. collector.Entries.Where(entry => entry.Facts.Kind == EntryKind.File).Select(entry => entry.Name)];
}

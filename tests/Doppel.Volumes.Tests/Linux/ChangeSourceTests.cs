using System.IO.MemoryMappedFiles;
using System.Runtime.Versioning;
using System.Text;
using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.Volumes.Tests;

/// <summary>What the kernel reports of watched folders and files.</summary>
[SupportedOSPlatform("linux")]
public sealed class ChangeSourceTests : IDisposable
{
    private readonly LinuxVolume _volume = new();
    private readonly TempTree _tree = new();
    private readonly LinuxChangeSource _source;
    private readonly string _folder;

    public ChangeSourceTests()
    {
        _tree.AddFile("folder/file", "content");
        _tree.AddFolder("folder/below");
        _tree.AddFile("other/name", "content");
        _folder = $"{_tree["folder"]}";
        VolumeError error = LinuxChangeSource.Open([Encoding.UTF8.GetBytes(_folder)], out LinuxChangeSource? source);
        Assert.False(error.Failed);
        _source = source!;
    }

    public static TheoryData<string, ChangeKinds> Deeds { get; } = new()
    {
        { "echo >folder/new", ChangeKinds.Changed | ChangeKinds.Written },
        { "echo >>folder/file", ChangeKinds.Changed | ChangeKinds.Written },
        { "truncate -s 3 folder/file", ChangeKinds.Changed | ChangeKinds.Written },
        { "chmod 600 folder/file", ChangeKinds.Changed },
        { "touch -d 2020-01-01 folder/file", ChangeKinds.Changed | ChangeKinds.Written },
        { "mv folder/file folder/renamed", ChangeKinds.Changed },
        { "mv folder/file other", ChangeKinds.Changed },
        { "mv other/name folder", ChangeKinds.Changed },
        { "ln other/name folder/link", ChangeKinds.Changed },
        { "ln -s x folder/link", ChangeKinds.Changed },
        { "rm folder/file", ChangeKinds.Changed },
        { "mkdir folder/new", ChangeKinds.Changed },
        { "rmdir folder/below", ChangeKinds.Changed },
        { "chmod 700 folder", ChangeKinds.Changed },
        { "mv folder away", ChangeKinds.Gone },
        { "rm -r folder", ChangeKinds.Changed | ChangeKinds.Gone },
        { "cat folder/file; ls folder", ChangeKinds.None },
        { "echo >folder/below/new", ChangeKinds.None },
        { "echo >>other/name", ChangeKinds.None },
    };

    public void Dispose()
    {
        _source.Dispose();
        _tree.Dispose();
    }

    [Theory]
    [MemberData(nameof(Deeds))]
    public void Everything_in_a_folder_is_reported_and_nothing_elsewhere(string deed, ChangeKinds expected)
    {
        int watch = Watch(_folder, WatchScope.Folder);
        Do(deed);
        Assert.Equal(expected, KindsOf(Take(), watch));
    }

    [Fact]
    public void The_name_of_a_file_that_was_written_is_reported_even_if_it_was_mapped()
    {
        int watch = Watch(_folder, WatchScope.Folder);
        using (MemoryMappedFile map = MemoryMappedFile.CreateFromFile(_folder + "/file", FileMode.Open))
        using (MemoryMappedViewAccessor view = map.CreateViewAccessor())
        {
            view.Write(0, (byte)1);
        }

        Change written = Assert.Single(Take(), static change => change.Kinds == ChangeKinds.Written);
        Assert.Equal((watch, "file"), (written.Watch, Encoding.UTF8.GetString(written.Name.Span)));
    }

    [Fact]
    public void A_file_is_watched_under_all_its_names()
    {
        Do("ln folder/file other/link");
        int watch = Watch(_folder + "/file", WatchScope.File);
        Assert.Equal(watch, Watch($"{_tree["other/link"]}", WatchScope.File));
        Do("echo >>other/link");
        Assert.Equal(ChangeKinds.Changed | ChangeKinds.Written, KindsOf(Take(), watch));
        Do("rm other/link");
        Assert.Equal(ChangeKinds.Changed, KindsOf(Take(), watch));
    }

    [Fact]
    public void A_place_reports_only_that_it_moves()
    {
        int watch = Watch(_folder, WatchScope.Place);
        Do("echo >folder/new; rmdir folder/below; chmod 700 folder");
        Assert.Empty(Take());
        Do("mv folder away");
        Assert.Equal(ChangeKinds.Gone, KindsOf(Take(), watch));
    }

    [Fact]
    public void A_place_that_is_also_watched_as_a_folder_reports_both()
    {
        int watch = Watch(_folder, WatchScope.Folder);
        Assert.Equal(watch, Watch(_folder, WatchScope.Place));
        Do("echo >folder/new");
        Assert.Equal(ChangeKinds.Changed | ChangeKinds.Written, KindsOf(Take(), watch));
    }

    [Fact]
    public void An_open_folder_is_watched_wherever_it_has_been_moved()
    {
        VolumeError error = _volume.OpenFolder(
            FolderHandle.None, Encoding.UTF8.GetBytes(_folder), LinkPolicy.Stay, out FolderHandle folder, out _);
        Assert.False(error.Failed);
        Do("mv folder away; mkdir folder");
        Assert.False(_source.Watch(folder, default, WatchScope.Folder, out int watch).Failed);
        Assert.False(_source.Watch(folder, "file"u8, WatchScope.File, out int file).Failed);
        Do("echo >folder/new");
        Assert.Empty(Take());
        Do("echo >>away/file");
        List<Change> changes = Take();
        Assert.Equal(ChangeKinds.Changed | ChangeKinds.Written, KindsOf(changes, watch));
        Assert.Equal(ChangeKinds.Changed | ChangeKinds.Written, KindsOf(changes, file));
        _volume.Close(folder);
    }

    [Fact]
    public void Watching_something_missing_or_of_the_wrong_kind_fails()
    {
        Assert.Equal(VolumeErrorKind.Vanished, Failure(_folder + "/none", WatchScope.Folder));
        Assert.Equal(VolumeErrorKind.Vanished, Failure(_folder + "/file", WatchScope.Folder));
        Assert.Equal(VolumeErrorKind.BadName, Failure(_folder + "/a\0b", WatchScope.File));
    }

    [Fact]
    public void After_the_end_of_a_watch_nothing_is_reported()
    {
        int watch = Watch(_folder, WatchScope.Folder);
        _source.Unwatch(watch);
        _source.Unwatch(watch);
        Do("echo >folder/new");
        Assert.Empty(Take());
        Watch(_folder, WatchScope.Folder);
        Do("echo >folder/newer");
        Assert.False(_source.Restart().Failed);
        Assert.Empty(Take());
        Do("echo >folder/newest");
        Assert.Empty(Take());
        Watch(_folder, WatchScope.Folder);
        Do("rm folder/newest");
        Assert.NotEmpty(Take());
    }

    [Fact]
    public async Task A_waiter_is_woken_by_a_change_and_by_cancellation()
    {
        Watch(_folder, WatchScope.Folder);
        long reported = _source.Reported;
        Assert.False(_source.Wait(reported, TimeSpan.Zero, CancellationToken.None));
        Task<bool> waiting = Task.Run(() => _source.Wait(reported, Timeout.InfiniteTimeSpan, CancellationToken.None));
        Do("echo >folder/new");
        Assert.True(await waiting);
        using var source = new CancellationTokenSource();
        Task<bool> cancelled = Task.Run(() => _source.Wait(long.MaxValue - 1, Timeout.InfiniteTimeSpan, source.Token));
        await source.CancelAsync();
        Assert.False(await cancelled);
    }

    // Far more than the queue of the kernel holds, so it has to be emptied while they come.
    [Fact]
    public void A_hundred_thousand_changes_are_not_lost_while_nobody_takes_them()
    {
        int watch = Watch(_folder, WatchScope.Folder);
        using (FileStream file = File.OpenWrite(_folder + "/file"))
        {
            for (int i = 0; i < 50_000; i++)
            {
                file.SetLength(i % 7);
                File.SetUnixFileMode(file.SafeFileHandle, UnixFileMode.UserRead | (UnixFileMode)(i % 2));
            }
        }

        List<Change> changes = Take();
        Assert.Equal(ChangeKinds.Changed | ChangeKinds.Written, KindsOf(changes, watch));
        Assert.InRange(changes.Count, 1, 3);
    }

    [Fact]
    public void Changes_that_the_kernel_has_dropped_mean_that_anything_may_have_changed()
    {
        LinuxChangeSource? source = null;
        byte[] folder = Encoding.UTF8.GetBytes(_folder);
        WithQueueOf(1, () => Assert.False(LinuxChangeSource.Open([folder], out source).Failed));
        using (source)
        {
            Assert.False(source!.Watch(FolderHandle.None, folder, WatchScope.Folder, out _).Failed);
            bool isComplete = true;
            for (int i = 0; i < 1000 && isComplete; i++)
            {
                for (int name = 0; name < 20; name++)
                {
                    File.WriteAllText($"{_folder}/{name}", "content");
                }

                isComplete = source.TryTake([], out _);
            }

            Assert.False(isComplete);
        }
    }

    [Fact]
    public void Mounts_below_a_root_mean_that_anything_may_have_changed()
    {
        MountTool.Require("mount");
        Watch(_folder, WatchScope.Folder);
        long reported = _source.Reported;
        MountTool.Mounted($"{_tree["other"]}", ["-t", "tmpfs", "none", $"{_tree["other"]}"], () => { });
        MountTool.Mounted(_folder + "/below", ["-t", "tmpfs", "none", _folder + "/below"], () =>
        {
            Assert.True(_source.Wait(reported, TimeSpan.FromMinutes(1), CancellationToken.None));
            Assert.False(_source.TryTake([], out _));
            Assert.True(_source.TryTake([], out reported));
        });
        Assert.True(_source.Wait(reported, TimeSpan.FromMinutes(1), CancellationToken.None));
        Assert.False(_source.TryTake([], out _));
    }

    // The kernel reads the limit when a queue is made, so other programs hardly notice it.
    private static void WithQueueOf(int events, Action open)
    {
        const string Limit = "/proc/sys/fs/inotify/max_queued_events";
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "needs root");
        string before = File.ReadAllText(Limit);
        try
        {
            File.WriteAllText(Limit, $"{events}");
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            Assert.Skip($"needs to change {Limit}: {refused.Message}");
        }

        try
        {
            open();
        }
        finally
        {
            File.WriteAllText(Limit, before);
        }
    }

    private static ChangeKinds KindsOf(List<Change> changes, int watch)
    {
        Assert.All(changes, change => Assert.True(change.Watch >= 0));
        return changes.Where(change => change.Watch == watch).Aggregate(
            ChangeKinds.None, static (kinds, change) => kinds | change.Kinds);
    }

    private void Do(string deed) => Tool.Run("sh", "-c", $"cd '{_tree.Folder}'; {deed}").MustSucceed();

    private int Watch(string path, WatchScope scope)
    {
        VolumeError error = _source.Watch(FolderHandle.None, Encoding.UTF8.GetBytes(path), scope, out int watch);
        Assert.False(error.Failed);
        return watch;
    }

    private VolumeErrorKind Failure(string path, WatchScope scope) =>
        _source.Watch(FolderHandle.None, Encoding.UTF8.GetBytes(path), scope, out _).Kind;

    private List<Change> Take()
    {
        List<Change> changes = [];
        Assert.True(_source.TryTake(changes, out _));
        return changes;
    }
}

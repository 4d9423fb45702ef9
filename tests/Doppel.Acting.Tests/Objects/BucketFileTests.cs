using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// Files that stay while objects with their content go, and files that go while an object stays: what another program
/// does to them meanwhile.
/// </summary>
/// <remarks>The leases only say what a test wants, so that whoever writes is not kept out.</remarks>
public sealed class BucketFileTests
{
    private const string Dropped = "s3://one/drop";
    private const string Kept = "s3://one/keep";

    // More than one block, so that a file can change while it is read.
    private static readonly byte[] s_content = new byte[300_000];

    [Fact]
    public void No_object_is_deleted_if_its_keeper_file_cannot_be_flushed_to_disk()
    {
        using BucketWorld world = NewWorld(out string file);
        List<FileHandle> leased = [];
        var volume = new UnflushedVolume(leased) { OnLease = leased.Add };
        world.Act([world.Group(file, Dropped)], volume: volume);
        Assert.Single(leased);
        Assert.Equal(ActStatus.Failed, world.ResultOf(Dropped).Status);
        Assert.Contains("flushed", world.ResultOf(Dropped).Reason);
        Assert.NotNull(world.Now(Dropped));
    }

    /// <summary>The last look at the file comes right before the deletion.</summary>
    [Fact]
    public void No_object_is_deleted_if_its_keeper_file_is_written_to_before_any_request()
    {
        bool isWritten = true;
        for (int at = 1; isWritten; at++)
        {
            using BucketWorld world = NewWorld(out string file);
            (int requests, int moment, bool isDeleted) = (0, at, false);
            isWritten = false;
            world.Handler.Before = request =>
            {
                isDeleted |= request is { Method: "DELETE", Path: "/one/drop" };
                if (++requests == moment && !isDeleted)
                {
                    isWritten = true;
                    Write(world, file, resetsTime: false);
                }
            };
            world.Act([world.Group(file, Dropped)], volume: Unleased());
            Assert.Equal(isWritten, world.Now(Dropped) is not null);
        }
    }

    /// <summary>Its size and time are as before, only the time of the status change tells.</summary>
    [Fact]
    public void No_file_is_removed_if_it_is_written_to_while_it_is_read()
    {
        bool isWritten = true;
        for (int at = 1; isWritten; at++)
        {
            using BucketWorld world = NewWorld(out string file);
            HookedVolume volume = WriteAtRead(world, file, at, () => isWritten = true);
            isWritten = false;
            world.Act([world.Group(Kept, file)], volume: volume);
            Assert.Equal(isWritten, File.Exists(file));
            Assert.True(at > 1 || isWritten);
        }
    }

    [Fact]
    public void Undo_stores_no_content_of_a_file_that_is_written_to_while_it_is_read()
    {
        bool isWritten = true;
        for (int at = 1; isWritten; at++)
        {
            using BucketWorld world = NewWorld(out string file);
            world.Act([world.Group(file, Dropped)]);
            Assert.Equal(ActStatus.Done, world.ResultOf(Dropped).Status);
            HookedVolume volume = WriteAtRead(world, file, at, () => isWritten = true);
            isWritten = false;
            world.Undo(volume);
            Assert.Equal(isWritten ? null : s_content, world.Now(Dropped));
            Assert.Equal(isWritten, world.ResultOf(Dropped).Status != ActStatus.Done);
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_file_open_for_writing_is_neither_removed_nor_used_as_a_keeper(bool isKeeper)
    {
        using BucketWorld world = NewWorld(out string file);
        using FileStream writer = File.OpenWrite(file);
        PlanGroup group = isKeeper ? world.Group(file, Dropped) : world.Group(Kept, file);
        world.Act([group]);
        Assert.Contains("writing", Assert.Single(world.Results).Reason);
        Assert.True(File.Exists(file));
        Assert.NotNull(world.Now(Dropped));
    }

    [Fact]
    public void A_file_that_another_program_waits_to_write_to_stays()
    {
        int looks = int.MaxValue;
        for (int at = 0; at <= looks; at++)
        {
            using BucketWorld world = NewWorld(out string file);
            (int asked, int moment) = (0, at == 0 ? int.MaxValue : at);
            world.Act(
                [world.Group(Kept, file)],
                volume: new HookedVolume(ActingTree.Volume) { Leases = _ => ++asked < moment });
            looks = at == 0 ? asked : looks;
            Assert.Equal(at > 0, File.Exists(file));
        }

        Assert.True(looks > 1);
    }

    [Theory]
    [InlineData("mode")]
    [InlineData("attribute")]
    [InlineData("content")]
    [InlineData("replaced")]
    public void A_file_that_changes_right_before_it_is_moved_aside_stays(string what)
    {
        using BucketWorld world = NewWorld(out string file);
        HookedVolume volume = Unleased();
        volume.Before = (_, call) =>
        {
            if (call == "move" && File.Exists(file))
            {
                Change(world, file, what);
            }

            return null;
        };
        world.Act([world.Group(Kept, file)], volume: volume);
        Assert.Equal(ActStatus.Skipped, Assert.Single(world.Results).Status);
        Assert.True(File.Exists(file));
        Assert.True(what != "replaced" || File.ReadAllText(file) == "new");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_file_stays_if_its_copy_vanishes_or_changes_after_the_file_was_moved_aside(bool isReplaced)
    {
        using BucketWorld world = NewWorld(out string file);
        HookedVolume volume = Unleased();
        volume.After = (_, call) =>
        {
            if (call == "move" && isReplaced)
            {
                world.Memory.Put("one", "keep", [.. s_content.Select(static one => (byte)~one)]);
            }
            else if (call == "move")
            {
                world.Memory.Remove("one", "keep");
            }
        };
        world.Act([world.Group(Kept, file)], volume: volume);
        Assert.Equal(ActStatus.Skipped, Assert.Single(world.Results).Status);
        Assert.True(File.Exists(file));
    }

    [Fact]
    public void No_file_is_removed_while_another_run_acts_on_the_bucket_of_its_copy()
    {
        using BucketWorld world = NewWorld(out string file);
        world.Put("one", ".doppel-lock", "doppel acts on it from elsewhere, run 7.\n"u8.ToArray());
        world.Act([world.Group(Kept, file)]);
        Assert.Contains("another run acts on the bucket", Assert.Single(world.Results).Reason);
        Assert.True(File.Exists(file));
    }

    private static BucketWorld NewWorld(out string file)
    {
        var world = new BucketWorld(options: null, "one");
        world.Put("one", "drop", s_content);
        world.Put("one", "keep", s_content);
        world.Put("one", "unlike", [1]);
        file = world.AddFile("file", s_content);

        // A time that can be set again as exactly as it is read.
        File.SetLastWriteTimeUtc(file, DateTime.UnixEpoch);
        return world;
    }

    private static HookedVolume Unleased() => new(ActingTree.Volume) { Leases = static _ => true };

    // Writes to what was read already, or to the first byte, just before a block of the file is read.
    private static HookedVolume WriteAtRead(BucketWorld world, string file, int at, Action onWritten)
    {
        int reads = 0;
        List<FileHandle> leased = [];
        return new HookedVolume(ActingTree.Volume)
        {
            Leases = static _ => true,
            OnLease = leased.Add,
            ReadBytes = (handle, _, length) =>
            {
                if (leased.Contains(handle) && ++reads == at)
                {
                    onWritten();
                    Write(world, file, resetsTime: true);
                }

                return length;
            },
        };
    }

    private static void Change(BucketWorld world, string file, string what)
    {
        switch (what)
        {
            case "mode":
                File.SetUnixFileMode(file, UnixFileMode.UserRead);
                break;
            case "attribute":
                LibC.SetAttribute(file, "user.mark", "1");
                break;
            case "content":
                Write(world, file, resetsTime: false);
                break;
            default:
                File.Delete(file);
                File.WriteAllText(file, "new");
                break;
        }
    }

    // Times have steps of some milliseconds.
    private static void Write(BucketWorld world, string path, bool resetsTime)
    {
        FileFacts before = world.FactsOf(path);
        DateTime time = File.GetLastWriteTimeUtc(path);
        do
        {
            using (FileStream file = File.Open(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
            {
                file.WriteByte(1);
            }

            if (resetsTime)
            {
                File.SetLastWriteTimeUtc(path, time);
            }
        }
        while (world.FactsOf(path).Changed == before.Changed);
    }

    private sealed class UnflushedVolume(List<FileHandle> files) : HookedVolume(ActingTree.Volume)
    {
        public override VolumeError Sync(FileHandle file) =>
            files.Contains(file) ? new VolumeError(VolumeErrorKind.InputOutput, 5) : base.Sync(file);
    }
}

using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class FaultyVolumeTests
{
    private static readonly VolumeError s_broken = new(VolumeErrorKind.InputOutput, 5);

    [Fact]
    public void A_call_fails_at_the_number_that_was_asked_for_and_only_there()
    {
        var fault = new Fault { Call = VolumeCall.OpenFile, PathSuffix = "/b", First = 2, Error = s_broken };
        var volume = new FaultyVolume(Memory(), fault);
        VolumeErrorKind[] kinds = [.. Enumerable.Range(0, 4).Select(_ => Open(volume, "/b"))];

        Assert.Equal(
            [VolumeErrorKind.None, VolumeErrorKind.InputOutput, VolumeErrorKind.None, VolumeErrorKind.None], kinds);
        Assert.Equal(VolumeErrorKind.None, Open(volume, "/a"));
        Assert.Equal((4, 5), (fault.Seen, volume.Counters.Opens));
        volume.Counters.AssertAllClosed();
    }

    [Fact]
    public void A_probe_fails_by_rule_and_is_counted()
    {
        var volume = new FaultyVolume(Memory(), new Fault { Call = VolumeCall.Probe, First = 2, Error = s_broken });
        VolumeErrorKind[] kinds = [.. Enumerable.Range(0, 3).Select(
            _ => volume.Probe(FolderHandle.None, "/a"u8, out TimeSpan _).Kind)];
        Assert.Equal(
            [VolumeErrorKind.Unsupported, VolumeErrorKind.InputOutput, VolumeErrorKind.Unsupported], kinds);
        Assert.Equal(3, volume.Counters.Of(VolumeCall.Probe));
    }

    [Fact]
    public void Volumes_around_another_one_count_probes_as_it_does()
    {
        MemoryVolume memory = Memory();
        var watched = new WatchedVolume(memory);
        var slow = new SlowVolume(watched, new SlowVolumeOptions());
        slow.Probe(FolderHandle.None, "/a"u8, out TimeSpan _);
        Assert.Equal(
            [1L, 1L, 1L],
            new[] { memory.Counters, watched.Counters, slow.Counters }.Select(all => all.Of(VolumeCall.Probe)));
    }

    [Fact]
    public void A_read_is_shortened_changed_or_breaks_in_the_middle()
    {
        var volume = new FaultyVolume(
            Memory(),
            new Fault { Call = VolumeCall.Read, First = 1, ShortenTo = 2 },
            new Fault { Call = VolumeCall.Read, First = 2, Content = (offset, content) => content[0] = (byte)offset },
            new Fault { Call = VolumeCall.Read, First = 3, ShortenTo = 1, Error = s_broken },
            new Fault { Call = VolumeCall.Read, First = 4, Error = s_broken });
        volume.OpenFile(FolderHandle.None, "/a"u8, out FileHandle file, out _);
        var buffer = new byte[3];

        Assert.Equal((VolumeErrorKind.None, 2), Read(volume, file, buffer));
        Assert.Equal((VolumeErrorKind.None, 3), Read(volume, file, buffer));
        Assert.Equal((byte)0, buffer[0]);
        Assert.Equal((VolumeErrorKind.InputOutput, 1), Read(volume, file, buffer));
        Assert.Equal((VolumeErrorKind.InputOutput, 0), Read(volume, file, buffer));
        Assert.Equal((VolumeErrorKind.None, 3), Read(volume, file, buffer));
        Assert.Equal("aaa"u8, buffer);
        Assert.Equal((5L, 9L), (volume.Counters.Reads, volume.Counters.BytesRead));
        volume.Close(file);
    }

    [Fact]
    public void Facts_change_where_the_rule_says_so()
    {
        static FileFacts Grown(FileFacts facts) => facts with { Size = 1_000 };
        var volume = new FaultyVolume(
            Memory(),
            new Fault { Call = VolumeCall.Entry, PathSuffix = "/a", Times = Fault.Always, Facts = Grown },
            new Fault { Call = VolumeCall.Entry, PathSuffix = "/b", Error = s_broken });
        volume.OpenFolder(FolderHandle.None, "/"u8, LinkPolicy.Stay, out FolderHandle root, out _);
        ListedEntry[] entries = [.. EntryCollector.List(volume, root).Entries];
        volume.Stat(root, "a"u8, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        volume.Close(root);

        Assert.Equal((1_000, 3), (entries[0].Facts.Size, facts.Size));
        Assert.Equal(s_broken, entries[1].Failure);
    }

    [Fact]
    public void A_test_steps_in_before_and_after_a_call()
    {
        MemoryVolume memory = Memory();
        var steps = new List<string>();
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.OpenFile,
            Before = path =>
            {
                steps.Add("before " + path);
                memory.Remove(path);
            },
            After = path => steps.Add("after " + path),
        });

        Assert.Equal(VolumeErrorKind.Vanished, Open(volume, "/a"));
        Assert.Equal(["before /a", "after /a"], steps);
    }

    private static MemoryVolume Memory()
    {
        var memory = new MemoryVolume();
        memory.AddFile("/a", "aaa");
        memory.AddFile("/b", "bbb");
        return memory;
    }

    private static VolumeErrorKind Open(FaultyVolume volume, Bytes path)
    {
        VolumeError error = volume.OpenFile(FolderHandle.None, path.Span, out FileHandle file, out _);
        if (!error.Failed)
        {
            volume.Close(file);
        }

        return error.Kind;
    }

    private static (VolumeErrorKind Kind, int Read) Read(FaultyVolume volume, FileHandle file, byte[] buffer)
    {
        VolumeError error = volume.Read(file, 0, buffer, out int read);
        return (error.Kind, read);
    }
}

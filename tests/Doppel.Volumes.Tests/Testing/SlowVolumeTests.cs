using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class SlowVolumeTests
{
    [Fact]
    public void Calls_cost_what_the_model_says_on_a_virtual_clock()
    {
        var clock = new VirtualClock();
        var memory = new MemoryVolume();
        memory.AddFile("/file", new byte[1_000]);
        var volume = new SlowVolume(memory, new SlowVolumeOptions
        {
            Open = TimeSpan.FromMilliseconds(1),
            Read = TimeSpan.FromMilliseconds(2),
            Seek = TimeSpan.FromMilliseconds(10),
            BytesPerSecond = 100_000,
            Delay = clock.Advance,
        });
        long start = clock.GetTimestamp();
        volume.OpenFile(FolderHandle.None, "/file"u8, out FileHandle file, out _);
        volume.Read(file, 0, new byte[500], out _); // seek, 2 ms, 5 ms
        volume.Read(file, 500, new byte[500], out _); // on from there: 2 ms, 5 ms
        volume.Read(file, 100, new byte[100], out _); // back: seek, 2 ms, 1 ms
        volume.Close(file);

        Assert.Equal(TimeSpan.FromMilliseconds(1 + 17 + 7 + 13), volume.Busy);
        Assert.Equal(volume.Busy, clock.GetElapsedTime(start));
        Assert.Equal((2, 1), (volume.Seeks, volume.MostAtOnce));
    }

    [Fact]
    public void A_probe_measures_what_the_model_says()
    {
        var memory = new MemoryVolume { ProbeLatency = TimeSpan.Zero };
        memory.AddFile("/file", "abc");
        var volume = new SlowVolume(memory, new SlowVolumeOptions
        {
            Open = TimeSpan.FromMilliseconds(1),
            Read = TimeSpan.FromMilliseconds(2),
            Seek = TimeSpan.FromMilliseconds(10),
        });
        Assert.False(volume.Probe(FolderHandle.None, "/file"u8, out TimeSpan latency).Failed);
        Assert.Equal(TimeSpan.FromMilliseconds(12), latency);
        Assert.Equal(TimeSpan.FromMilliseconds(13), volume.Busy);
    }

    [Fact]
    public void The_peak_number_of_concurrent_calls_is_reported()
    {
        var memory = new MemoryVolume();
        memory.AddFile("/file", "abc");
        using var together = new Barrier(3);
        var volume = new SlowVolume(memory, new SlowVolumeOptions
        {
            Stat = TimeSpan.FromMilliseconds(1),
            Delay = _ => together.SignalAndWait(),
        });
        Thread[] threads = [.. Enumerable.Range(0, 3).Select(_ => new Thread(
            () => volume.Stat(FolderHandle.None, "/file"u8, LinkPolicy.Stay, FactFields.Size, out FileFacts _)))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());

        Assert.Equal((3, 3), (volume.MostAtOnce, volume.Counters.Stats));
    }
}

using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class NetworkVolumeTests
{
    private const int Files = 480;

    private static readonly ServiceOptions s_options = ServiceOptions.Network with { BytesPerSecond = 0 };

    [Fact]
    public void Each_call_is_a_round_trip_and_content_in_memory_costs_none()
    {
        NetworkVolume volume = Volume(s_options with { BytesPerSecond = 4_096_000 }, out _);
        TimeSpan took = volume.Time.Run(() =>
        {
            volume.OpenFile(FolderHandle.None, "/0"u8, out FileHandle file, out _); // 2 ms
            volume.Read(file, 0, new byte[8192], out _); // 2 ms, and 2 ms of transfer
            volume.Read(file, 0, new byte[4096], out _); // from memory
            volume.Stat(file, out _);
            volume.Close(file);
        });

        Assert.Equal(TimeSpan.FromMilliseconds(6), took);
        Assert.Equal(2, volume.Server.Answers);
    }

    [Fact]
    public void A_listing_is_a_call_for_each_block_of_names_and_brings_the_facts()
    {
        NetworkVolume volume = Volume(s_options, out _);
        TimeSpan took = volume.Time.Run(() =>
        {
            volume.OpenFolder(FolderHandle.None, "/"u8, LinkPolicy.Stay, out FolderHandle folder, out _);
            volume.List(folder, FactFields.All, new EntryCollector());
            volume.Close(folder);
        });

        // 480 names of up to 3 bytes take 15 each: two blocks.
        Assert.Equal(TimeSpan.FromMilliseconds(2 + 2 * 2), took);
    }

    [Theory, InlineData(1), InlineData(2), InlineData(4), InlineData(12), InlineData(24), InlineData(48)]
    public void Throughput_grows_with_the_threads_until_the_server_is_full(int threads)
    {
        NetworkVolume volume = Volume(s_options, out string[] paths);
        TimeSpan took = SimulatedReaders.Read(volume, paths, threads);

        // Two calls of 2 ms for each file.
        Assert.Equal(TimeSpan.FromMilliseconds(Files * 4.0 / Math.Min(threads, 12)), took);
        Assert.Equal(threads, volume.Server.MostAtOnce);
    }

    [Fact]
    public void A_shared_line_bounds_throughput_whatever_the_threads_do()
    {
        NetworkVolume volume = Volume(s_options with { BytesPerSecond = 2_000_000 }, out string[] paths);
        TimeSpan line = TimeSpan.FromSeconds(Files * 8192 / 2e6);

        Assert.InRange(SimulatedReaders.Read(volume, paths, 12), line, line * 1.02);
    }

    [Fact]
    public void Contention_makes_the_server_slower_than_its_best_width()
    {
        NetworkVolume volume = Volume(s_options with { Contention = 0.05 }, out string[] paths);
        (int threads, TimeSpan best) = SimulatedReaders.BestWidth(volume, paths);
        volume.DropCaches();
        TimeSpan crowded = SimulatedReaders.Read(volume, paths, 64);

        Assert.Equal(12, threads);
        Assert.True(crowded > best * 1.5, $"{crowded} with 64 threads, {best} with {threads}");
    }

    [Fact]
    public void Many_threads_take_exactly_the_same_time_whenever_they_run()
    {
        ServiceOptions options = s_options with { Contention = 0.03, BytesPerSecond = 20_000_000 };
        HashSet<TimeSpan> times = [];
        for (int run = 0; run < TestRun.Count(10, 200); run++)
        {
            times.Add(SimulatedReaders.Read(Volume(options, out string[] paths), paths, 32, blockBytes: 4096));
        }

        Assert.Single(times);
    }

    private static NetworkVolume Volume(ServiceOptions options, out string[] paths)
    {
        var memory = new MemoryVolume();
        paths = [.. Enumerable.Range(0, Files).Select(number => $"/{number}")];
        foreach (string path in paths)
        {
            memory.AddFile(path, new byte[8192]);
        }

        return new NetworkVolume(memory, new SimulatedTime(), options);
    }
}

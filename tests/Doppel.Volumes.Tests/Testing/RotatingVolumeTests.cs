using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class RotatingVolumeTests
{
    private const int PageBytes = 4096;
    private const long TurnTicks = 83_333; // 7,200 a minute
    private const double PageTicks = PageBytes * 1e7 / 180e6;

    private readonly RotatingOptions _options = new();
    private readonly SimulatedTime _time = new();
    private TimeSpan _lookedAt;

    private DiskLayoutOptions Spread => new() { SpreadBytes = _options.CapacityBytes };

    [Fact]
    public void Reading_on_gets_the_transfer_rate()
    {
        const long Bytes = 180_000_000;
        RotatingVolume volume = Volume(Files(1, Bytes), new DiskLayoutOptions());
        TimeSpan took = SimulatedReaders.Read(volume, ["/0"], threads: 1);

        // The inode, then the content: two moves at most.
        Assert.InRange(took, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1.04));
        Assert.InRange(volume.Disk.Seeks, 1, 2);
    }

    [Fact]
    public void Small_reads_here_and_there_take_a_move_and_half_a_turn()
    {
        const int Count = 2000;
        RotatingVolume volume = Volume(Files(Count, PageBytes), Spread);
        LookAtAll(volume);
        TimeSpan took = SimulatedReaders.Read(volume, Paths(Count), threads: 1);

        // Two places anywhere: the square root of their distance is 8/15 on average.
        double expectedMs = 0.5 + 9 * 8 / 15.0 + TurnTicks / 2 / 1e4 + PageTicks / 1e4;
        Assert.InRange(took.TotalMilliseconds / Count, expectedMs * 0.97, expectedMs * 1.03);
        Assert.Equal(took, volume.Disk.Busy - _lookedAt);
    }

    [Fact]
    public void A_place_comes_round_after_exactly_one_turn()
    {
        RotatingVolume volume = Volume(Files(1, 8 * PageBytes), Spread);
        RunOpen(volume, file =>
        {
            Read(volume, file, 0);
            long start = _time.GetTimestamp();
            volume.DropCaches();
            Read(volume, file, 0);
            Assert.Equal(TurnTicks, _time.GetTimestamp() - start);

            // A gap passes below the head at the rate of reading.
            start = _time.GetTimestamp();
            Read(volume, file, 2);
            Assert.InRange(_time.GetTimestamp() - start, 2 * PageTicks - 1, 2 * PageTicks + 1);
        });
    }

    [Fact]
    public void Data_read_once_is_cached_until_the_caches_are_dropped()
    {
        RotatingVolume volume = Volume(Files(40, 10_000), Spread);
        TimeSpan cold = SimulatedReaders.Read(volume, Paths(40), threads: 1);
        Assert.Equal(TimeSpan.Zero, SimulatedReaders.Read(volume, Paths(40), threads: 3));
        volume.DropCaches();
        TimeSpan again = SimulatedReaders.Read(volume, Paths(40), threads: 1);

        Assert.InRange(again, cold * 0.8, cold * 1.2);
    }

    [Fact]
    public void Sixteen_inodes_are_loaded_by_one_read()
    {
        RotatingVolume volume = Volume(Files(160, 1), new DiskLayoutOptions());
        LookAtAll(volume);

        // Inodes 2 to 161, after the folder and its content (160 names of up to 15 bytes).
        Assert.Equal(1 + 1 + 10, volume.Disk.Answers);
    }

    [Fact]
    public void Eight_unordered_readers_are_no_faster_than_one_and_far_slower_than_one_in_the_disks_order()
    {
        const int Count = 64;
        TimeSpan Take(int threads, bool ordered)
        {
            MemoryVolume files = Files(Count, 1 << 20);
            RotatingVolume volume = Volume(files, new DiskLayoutOptions());
            return SimulatedReaders.Read(volume, ordered ? Ordered(volume, files, Count) : Paths(Count), threads);
        }

        TimeSpan one = Take(1, ordered: false);
        TimeSpan eight = Take(8, ordered: false);
        TimeSpan best = Take(1, ordered: true);

        Assert.True(eight >= one, $"{eight} by eight, {one} by one");
        Assert.True(eight > 5 * best, $"{eight} by eight, {best} in order");
    }

    [Fact]
    public void Files_side_by_side_are_read_like_one_when_in_order()
    {
        const int Count = 500;
        MemoryVolume files = Files(Count, 20_000);
        RotatingVolume volume = Volume(files, new DiskLayoutOptions { Seed = 7 });
        LookAtAll(volume);
        TimeSpan took = SimulatedReaders.Read(volume, Ordered(volume, files, Count), threads: 1);

        TimeSpan transfer = new((long)(Count * 5 * PageTicks)); // five pages each
        Assert.InRange(took, transfer, transfer + TimeSpan.FromMilliseconds(18));
    }

    [Fact]
    public void Two_disks_work_at_the_same_time_and_two_mounts_of_one_do_not()
    {
        TimeSpan Take(bool oneDisk)
        {
            var time = new SimulatedTime();
            var disk = new RotatingDisk(time, _options);
            RotatingVolume[] volumes = [.. Enumerable.Range(0, 2).Select(number =>
            {
                MemoryVolume files = Files(200, 50_000);
                var options = Spread with { StartBytes = number * (1L << 38), Seed = 1, SpreadBytes = 1L << 37 };
                return new RotatingVolume(
                    files, oneDisk ? disk : new RotatingDisk(time, _options), DiskLayout.Shuffled(files, options));
            })];
            return time.Run(2, number => SimulatedReaders.ReadHere(volumes[number], Paths(200)));
        }

        Assert.InRange(Take(oneDisk: false) / Take(oneDisk: true), 0.2, 0.6);
    }

    [Fact]
    public void A_disk_that_chooses_among_eight_requests_is_faster_than_one_that_does_not()
    {
        TimeSpan Take(int depth)
        {
            MemoryVolume files = Files(400, PageBytes);
            var disk = new RotatingDisk(new SimulatedTime(), _options with { QueueDepth = depth });
            return SimulatedReaders.Read(
                new RotatingVolume(files, disk, DiskLayout.Shuffled(files, Spread)), Paths(400), threads: 8);
        }

        Assert.InRange(Take(8) / Take(1), 0.3, 0.8);
    }

    [Fact]
    public void Extents_are_where_the_layout_put_the_pieces()
    {
        MemoryVolume files = Files(20, 100_000);
        RotatingVolume volume = Volume(files, Spread with { FragmentBytes = 40_960 });
        List<FileExtent> extents = [];
        RunOpen(volume, file =>
        {
            Assert.False(volume.Extents(file, ExtentQuery.CompleteAndSynced, extents).Failed);
            Assert.Equal(volume.Layout.AddressOf(files["/0"]), extents[0].Physical);
            Assert.Equal([0, 40_960, 81_920], extents.Select(extent => extent.Offset));
            Assert.Equal(102_400, extents.Sum(extent => extent.Length));
            Assert.Equal(3, extents.Select(extent => extent.Physical).Distinct().Count());
            Assert.Equal(ExtentFlags.Last, extents[2].Flags);

            volume.Extents(file, ExtentQuery.First, extents);
            Assert.Equal(0, Assert.Single(extents).Offset);
            long seeks = volume.Disk.Seeks;
            volume.Read(file, 0, new byte[100_000], out _);
            Assert.Equal(3, volume.Disk.Seeks - seeks);
        });
    }

    [Fact]
    public void A_probe_measures_the_disk_and_not_memory_whatever_the_mount_says_it_is()
    {
        MemoryVolume files = Files(1, PageBytes);
        DiskLayout layout = DiskLayout.Shuffled(files, new DiskLayoutOptions());
        var honest = new RotatingVolume(files, new RotatingDisk(_time, _options with { Name = "sda" }), layout);
        ServiceOptions solid = ServiceOptions.Solid with { Name = "vda", Kind = _options.Kind, BytesPerSecond = 0 };
        var lying = new SolidVolume(files, new ServiceDevice(_time, solid), layout);
        _time.Run(() =>
        {
            SimulatedReaders.ReadHere(honest, ["/0"]);
            SimulatedReaders.ReadHere(lying, ["/0"]);
            Assert.False(honest.Probe(FolderHandle.None, "/0"u8, out TimeSpan slow).Failed);
            Assert.False(lying.Probe(FolderHandle.None, "/0"u8, out TimeSpan fast).Failed);
            Assert.InRange(slow, TimeSpan.FromMilliseconds(2), TimeSpan.FromMilliseconds(18));
            Assert.Equal(TimeSpan.FromMicroseconds(100), fast);
            Assert.Equal([("sda", DeviceKind.Rotating)], Devices(honest));
            Assert.Equal([("vda", DeviceKind.Rotating)], Devices(lying));
        });
    }

    [Fact]
    public void In_what_order_threads_reach_a_disk_at_one_moment_changes_nothing()
    {
        const int Count = 12;
        HashSet<TimeSpan> times = [];
        for (int run = 0; run < 10; run++)
        {
            MemoryVolume files = Files(Count, PageBytes);
            var disk = new RotatingDisk(new SimulatedTime(), _options);
            var volume = new RotatingVolume(files, disk, DiskLayout.Shuffled(files, Spread));
            int[] order = [.. Enumerable.Range(0, Count)];
            new Random(run).Shuffle(order);
            SemaphoreSlim[] turns = [.. Enumerable.Range(0, Count + 1).Select(_ => new SemaphoreSlim(0))];
            turns[0].Release();
            times.Add(volume.Time.Run(Count, number =>
            {
                int place = Array.IndexOf(order, number);
                turns[place].Wait(CancellationToken.None);
                turns[place + 1].Release();
                SimulatedReaders.ReadHere(volume, [$"/{number}"]);
            }));
        }

        Assert.Single(times);
    }

    [Fact]
    public void Many_threads_take_exactly_the_same_time_whenever_they_run()
    {
        HashSet<(TimeSpan, long)> runs = [];
        for (int run = 0; run < TestRun.Count(10, 200); run++)
        {
            MemoryVolume files = Files(100, 70_000);
            var disk = new RotatingDisk(new SimulatedTime(), _options with { QueueDepth = 4 });
            var layout = DiskLayout.Shuffled(files, Spread with { FragmentBytes = 16_384 });
            TimeSpan took = SimulatedReaders.Read(new RotatingVolume(files, disk, layout), Paths(100), 8, 32_768);
            runs.Add((took, disk.Seeks));
        }

        Assert.Single(runs);
    }

    private static MemoryVolume Files(int count, long bytes)
    {
        var memory = new MemoryVolume();
        foreach (string path in Paths(count))
        {
            memory.AddFile(path, bytes, static (_, _) => { });
        }

        return memory;
    }

    private static string[] Paths(int count) => [.. Enumerable.Range(0, count).Select(number => $"/{number}")];

    private static string[] Ordered(RotatingVolume volume, MemoryVolume files, int count) =>
        [.. Paths(count).OrderBy(path => volume.Layout.AddressOf(files[path]))];

    private static IEnumerable<(string, DeviceKind)> Devices(IVolume volume)
    {
        volume.OpenFolder(FolderHandle.None, "/"u8, LinkPolicy.Stay, out FolderHandle folder, out _);
        MountFacts facts = volume.MountOf(folder);
        volume.Close(folder);
        return facts.Devices.Select(device => (device.Name, facts.DeviceKind));
    }

    private static void Read(RotatingVolume volume, FileHandle file, int page) =>
        volume.Read(file, (long)page * PageBytes, new byte[PageBytes], out _);

    private RotatingVolume Volume(MemoryVolume files, DiskLayoutOptions layout) =>
        new(files, new RotatingDisk(_time, _options), DiskLayout.Shuffled(files, layout));

    // Lists the root with all facts, so that inodes cost nothing from here on.
    private void LookAtAll(RotatingVolume volume)
    {
        _time.Run(() =>
        {
            volume.OpenFolder(FolderHandle.None, "/"u8, LinkPolicy.Stay, out FolderHandle folder, out _);
            volume.List(folder, FactFields.All, new EntryCollector());
            volume.Close(folder);
        });
        _lookedAt = volume.Disk.Busy;
    }

    private void RunOpen(RotatingVolume volume, Action<FileHandle> use) => _time.Run(() =>
    {
        volume.OpenFile(FolderHandle.None, "/0"u8, out FileHandle file, out _);
        use(file);
        volume.Close(file);
    });
}

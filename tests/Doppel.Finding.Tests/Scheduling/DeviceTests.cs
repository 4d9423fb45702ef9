using System.Text;
using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>
/// The search gives each device the order and the number of readers that suit it. Devices are simulated, so figures are
/// exact: the same at every run, on every machine.
/// </summary>
public sealed class DeviceTests
{
    private const int Small = 20_000;

    // Enough that listing them tells something of the disk, too.
    private const int Folders = 40;

    private readonly SimulatedTime _time = new();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_rotating_disk_is_read_five_times_faster_than_by_eight_unordered_readers(bool isTold)
    {
        MemoryVolume files = Files("/r", 1500, Small);
        var disk = new RotatingVolume(files, _time, new RotatingOptions());
        TimeSpan unordered = SimulatedReaders.Read(disk, Shuffled("/r", 1500), threads: 8);

        TimeSpan searched = Find(disk, isTold ? DeviceKind.Rotating : DeviceKind.Unknown, "/r");
        Assert.InRange(unordered / searched, 5, 50);
    }

    [Fact]
    public void A_server_gets_as_many_readers_as_serve_it_best()
    {
        MemoryVolume files = Files("/r", 3000, Small);
        var server = new NetworkVolume(files, _time, ServiceOptions.Network with { Contention = 0.02 });
        (int threads, TimeSpan best) = SimulatedReaders.BestWidth(server, Paths("/r", 3000));
        Assert.InRange(threads, 8, 24);

        TimeSpan content = FindContent(server, "/r");
        Assert.InRange(content / best, 0.8, 1.2);
    }

    [Fact]
    public void Two_rotating_disks_work_at_the_same_time()
    {
        RotatingVolume one = Disk("one");
        RotatingVolume other = Disk("other");
        TimeSpan together = Find(Options((one, "/one"), (other, "/other")));
        one.DropCaches();
        other.DropCaches();
        TimeSpan inTurn = Find(Options((one, "/one"))) + Find(Options((other, "/other")));

        Assert.InRange(together / inTurn, 0.4, 0.6);

        RotatingVolume Disk(string name) =>
            new(Files("/" + name, 1200, 100_000), _time, new RotatingOptions { Name = name });
    }

    [Fact]
    public void Two_file_systems_on_one_rotating_disk_are_read_by_one_reader()
    {
        MemoryVolume first = Files("/a", 300, Small);
        MemoryVolume second = Files("/b", 300, Small);
        var disk = new RotatingDisk(_time, new RotatingOptions());
        var one = new RotatingVolume(first, disk, DiskLayout.Shuffled(first, new DiskLayoutOptions()));
        var other = new RotatingVolume(
            second, disk, DiskLayout.Shuffled(second, new DiskLayoutOptions { StartBytes = 400L << 30 }));
        TimeSpan together = Find(Rotating((one, "/a"), (other, "/b")));
        one.DropCaches();
        other.DropCaches();
        TimeSpan inTurn = Find(Rotating((one, "/a"))) + Find(Rotating((other, "/b")));

        Assert.InRange(together / inTurn, 0.8, 1.25);

        FindOptions Rotating(params (SimulatedVolume Volume, string Root)[] roots) => Options(roots) with
        {
            DeviceRules =
                [.. roots.Select(root => new DeviceRule(Encoding.UTF8.GetBytes(root.Root), DeviceKind.Rotating, 0))],
        };
    }

    [Fact]
    public void A_disk_that_says_wrongly_that_it_rotates_gets_many_readers()
    {
        ServiceOptions lying = ServiceOptions.Solid with { Kind = DeviceKind.Rotating };
        var disk = new SolidVolume(Files("/r", 3000, Small), _time, lying);
        TimeSpan oneReader = SimulatedReaders.Read(disk, Paths("/r", 3000), threads: 1);
        (_, TimeSpan best) = SimulatedReaders.BestWidth(disk, Paths("/r", 3000));
        Assert.InRange(oneReader / best, 3, 16);

        TimeSpan content = FindContent(disk, "/r");
        Assert.InRange(content / best, 0.8, 1.2);
    }

    [Fact]
    public void A_search_starts_from_the_earlier_measurement_of_its_server()
    {
        MemoryVolume files = Files("/r", 600, Small);
        ServiceOptions options = ServiceOptions.Network;
        var server = new NetworkVolume(files, _time, options);
        var tuning = new DeviceTuning { Device = options.Name, Strategy = "pread-12", Width = 12 };
        TimeSpan tuned = FindContent(server, "/r", tuning);
        TimeSpan without = FindContent(server, "/r");
        TimeSpan ofAnother = FindContent(server, "/r", tuning with { Device = "other" });
        Assert.InRange(tuned / without, 0.3, 0.99);
        Assert.Equal(without, ofAnother);
    }

    [Fact]
    public void A_disk_that_says_wrongly_that_it_rotates_need_not_be_tried_when_it_was_measured()
    {
        ServiceOptions lying = ServiceOptions.Solid with
        {
            Kind = DeviceKind.Rotating,
            Latency = TimeSpan.FromMilliseconds(4),
        };
        var disk = new SolidVolume(Files("/r", 200, Small), _time, lying);
        var tuning = new DeviceTuning { Device = lying.Name, Strategy = "pread-16", Width = 16 };
        TimeSpan tuned = FindContent(disk, "/r", tuning);
        TimeSpan without = FindContent(disk, "/r");
        Assert.InRange(tuned / without, 0.1, 0.9);
    }

    [Fact]
    public void An_image_that_lies_in_memory_gets_many_readers()
    {
        var image = new SolidVolume(
            Files("/r", 3000, Small), _time, ServiceOptions.Solid with { Kind = DeviceKind.Memory });
        (int threads, TimeSpan best) = SimulatedReaders.BestWidth(image, Paths("/r", 3000));
        Assert.InRange(threads, 4, 64);

        TimeSpan content = FindContent(image, "/r");
        Assert.InRange(content / best, 0.8, 1.2);
    }

    [Fact]
    public void A_slow_disk_that_serves_several_at_once_has_no_head_whatever_it_says()
    {
        ServiceOptions lent = ServiceOptions.Solid with
        {
            Kind = DeviceKind.Rotating,
            Latency = TimeSpan.FromMilliseconds(4),
        };
        var disk = new SolidVolume(Files("/r", 3000, Small), _time, lent);
        (int threads, TimeSpan best) = SimulatedReaders.BestWidth(disk, Paths("/r", 3000));
        Assert.InRange(threads, 8, 64);

        TimeSpan content = FindContent(disk, "/r");
        Assert.InRange(content / best, 0.5, 1.35);
    }

    [Fact]
    public void Cached_files_are_read_by_all_cores_even_from_a_rotating_disk()
    {
        var disk = new RotatingVolume(Files("/r", 300, Small), _time, new RotatingOptions());
        Find(disk, DeviceKind.Rotating, "/r", dropCaches: false);
        long opened = disk.Counters.Opens;
        TimeSpan again = Find(disk, DeviceKind.Rotating, "/r", dropCaches: false);

        Assert.Equal(TimeSpan.Zero, again);
        Assert.Equal(300, disk.Counters.Opens - opened);
    }

    [Fact]
    public void A_width_set_by_the_user_is_kept()
    {
        var server = new NetworkVolume(Files("/r", 1000, Small), _time, ServiceOptions.Network);
        FindOptions three = Options((server, "/r")) with
        {
            DeviceRules = [new DeviceRule(Encoding.UTF8.GetBytes("/r"), DeviceKind.Unknown, 3)],
        };
        server.DropCaches();
        Find(three);
        Assert.Equal(3, server.Server.MostAtOnce);
    }

    private static MemoryVolume Files(string folder, int count, int bytes)
    {
        var volume = new MemoryVolume();
        for (int i = 0; i < count; i++)
        {
            int content = folder.Sum(static letter => letter * 100_000) + (i / 2);
            volume.AddFile(
                $"{folder}/{i % Folders}/f{i:d4}", bytes, (at, block) =>
                {
                    block.Clear();
                    if (at == 0)
                    {
                        BitConverter.TryWriteBytes(block, content);
                    }
                });
        }

        return volume;
    }

    private static string[] Paths(string folder, int count) =>
        [.. Enumerable.Range(0, count).Select(i => $"{folder}/{i % Folders}/f{i:d4}")];

    private static string[] Shuffled(string folder, int count)
    {
        string[] paths = Paths(folder, count);
        new Random(7).Shuffle(paths);
        return paths;
    }

    private FindOptions Options(params (SimulatedVolume Volume, string Root)[] roots) => new()
    {
        Roots = [.. roots.Select(root => new FindRoot(root.Volume, Encoding.UTF8.GetBytes(root.Root)))],
        Time = _time,
        Watch = _time,
    };

    private TimeSpan Find(SimulatedVolume volume, DeviceKind rule, string root, bool dropCaches = true)
    {
        if (dropCaches)
        {
            volume.DropCaches();
        }

        FindOptions options = Options((volume, root));
        return Find(rule == DeviceKind.Unknown ? options : options with
        {
            DeviceRules = [new DeviceRule(Encoding.UTF8.GetBytes(root), rule, 0)],
        });
    }

    private TimeSpan Find(FindOptions options) => _time.Run(() =>
    {
        using FindResult result = Search.Run(options);
        Assert.True(result.Summary.Complete);
        Assert.Empty(result.Problems);
        Assert.Equal(result.Summary.Files, result.Summary.RedundantFiles * 2);
    });

    // From the first file opened to the last one closed, which is what fixed readers do too.
    private TimeSpan FindContent(SimulatedVolume volume, string root, params DeviceTuning[] tunings)
    {
        volume.DropCaches();
        double seconds = 0;
        _time.Run(() =>
        {
            using FindResult result = Search.Run(Options((volume, root)) with { Tunings = tunings });
            seconds = result.Summary.Stages.Single(static stage => stage.Name == "small").Seconds;
        });
        return TimeSpan.FromSeconds(seconds);
    }
}

using System.Text;
using System.Text.Json;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Cli.Tests.Commands;

/// <summary>What <c>doppel devices</c> says of recorded disks, and of the one that this machine has.</summary>
public sealed class DevicesCommandTests
{
    private const ulong Other = 77;

    private static readonly PhysicalDevice s_virtual = new() { Name = "vda", Kind = DeviceKind.Rotating };
    private static readonly PhysicalDevice s_server = new() { Name = "nas.local", Kind = DeviceKind.Network };

    [Fact]
    public void A_disk_that_claims_to_rotate_and_answers_at_once_is_solid()
    {
        MemoryVolume volume = Volume([s_virtual], files: 40);
        volume.ProbeLatency = TimeSpan.FromMilliseconds(0.2);
        Assert.Equal(
            "/a\t/\text4\tvda\t-\trotating\t16 files\tsolid\t2-32\t"
            + "median read 0.20 ms, though the system says rotating\n",
            Run(volume, "/a"));
    }

    [Theory]
    [InlineData(40)]
    [InlineData(79)]
    public void A_table_too_wide_for_the_terminal_has_a_line_for_each_cell(int columns)
    {
        MemoryVolume volume = Volume([s_virtual], files: 40);
        volume.ProbeLatency = TimeSpan.FromMilliseconds(0.2);
        volume.AddFile("/a/a long name for a folder with spaces/x", "x");
        using var host = new TestHost { IsTerminal = true };
        host.Environment["COLUMNS"] = columns.ToString(System.Globalization.CultureInfo.InvariantCulture);
        Assert.Equal(ExitCode.Done, Run(host, volume, "/a/a long name for a folder with spaces"));
        Assert.StartsWith(
            """
            /a/a long name for a folder with spaces
              MOUNT: /
              TYPE: ext4
              DEVICE: vda
              SYSTEM: rotating
              PROBED: 1 file
              ASSUMED: rotating
              READERS: 1

            """,
            host.Output, StringComparison.Ordinal);
        Assert.All(host.Output.Split('\n'), line => Assert.InRange(line.Length, 0, columns));
    }

    [Fact]
    public void A_device_that_could_not_be_probed_is_what_the_system_says()
    {
        Assert.Equal(
            "/a\t/\text4\tvda\t-\trotating\tnothing\trotating\t1\tthe system says rotating\n",
            Run(Volume([s_virtual], files: 40), "/a"));
        MemoryVolume empty = Volume([s_virtual], files: 0);
        empty.ProbeLatency = TimeSpan.FromMilliseconds(0.2);
        Assert.Equal(
            "/\t/\text4\tvda\t-\trotating\tnothing\trotating\t1\tthe system says rotating\n", Run(empty, "/"));
    }

    [Fact]
    public void The_user_has_the_last_word_and_means_every_path_on_the_device()
    {
        MemoryVolume volume = Volume([s_virtual], files: 40);
        volume.ProbeLatency = TimeSpan.FromMilliseconds(0.2);
        Assert.Equal(
            "/a\t/\text4\tvda\t-\trotating\t16 files\trotating\t1\tset to rotating\n",
            Run(volume, "--device=/a/b=rotating", "/a"));
        Assert.Equal(
            "/a\t/\text4\tvda\t-\trotating\t16 files\tsolid\t5\t"
            + "set to 5 readers; median read 0.20 ms, though the system says rotating\n",
            Run(volume, "--device=/=solid", "--device=/=5", "/a"));
    }

    [Fact]
    public void Readings_below_one_path_count_for_every_path_on_the_device()
    {
        MemoryVolume volume = Volume([s_virtual], files: 4);
        volume.AddFile("/c/1", "x");
        volume.ProbeLatency = TimeSpan.FromMilliseconds(0.2);
        string[] lines = Run(volume, "/a", "/c").Split('\n');
        Assert.Equal("4 files", lines[0].Split('\t')[6]);
        Assert.Equal("1 file", lines[1].Split('\t')[6]);
        Assert.Equal(["solid", "solid"], lines[..2].Select(line => line.Split('\t')[7]));
    }

    [Theory]
    [InlineData(DeviceKind.Network)]
    [InlineData(DeviceKind.Memory)]
    public void Devices_that_are_not_disks_are_not_probed(DeviceKind kind)
    {
        MemoryVolume volume = Volume([s_virtual with { Kind = kind }], files: 40);
        volume.ProbeLatency = TimeSpan.FromMilliseconds(0.2);
        Run(volume, "/a");
        Assert.Equal(0, volume.Counters.Of(VolumeCall.Probe));
    }

    [Fact]
    public void Disks_of_several_kinds_below_one_mount_are_not_probed_together()
    {
        MemoryVolume volume = Volume([s_virtual, s_virtual with { Name = "vdb", Kind = DeviceKind.Solid }], files: 40);
        volume.ProbeLatency = TimeSpan.FromMilliseconds(0.2);
        Assert.Equal(
            ["rotating", "solid"],
            Run(volume, "/a").TrimEnd('\n').Split('\n').Select(line => line.Split('\t')[7]));
        Assert.Equal(0, volume.Counters.Of(VolumeCall.Probe));
    }

    [Fact]
    public void A_terminal_shows_a_table_without_empty_columns()
    {
        MemoryVolume volume = Volume([s_virtual], files: 40);
        volume.ProbeLatency = TimeSpan.FromMilliseconds(6);
        var host = new TestHost { IsTerminal = true };
        AddServer(volume);
        Assert.Equal(ExitCode.Done, Run(host, volume, "/a", "/net\u202E"));
        Assert.Equal(
            """
            PATH          MOUNT  TYPE  DEVICE     SYSTEM    PROBED    ASSUMED   READERS
            /a            /      ext4  vda        rotating  16 files  rotating  1
              median read 6.00 ms, and the system says rotating
            /net\u{202E}  /net   nfs4  nas.local  network   nothing   network   2-32
              the system says network

            """,
            host.Output);
    }

    [Fact]
    public void Json_shows_everything_with_exact_names()
    {
        MemoryVolume volume = Volume([s_virtual with { Model = "ACME" }], files: 5);
        volume.ProbeLatency = TimeSpan.FromMilliseconds(0.25);
        volume.AddFolder((byte[])[(byte)'/', 0xFF]);
        string[] lines = Run(volume, "--json", "/a", "/\uDCFF").Split('\n');
        Assert.Equal(
            """
            {"type":"place","path":"/a","mount":"/","file_system":"ext4","probed_ms":[0.25,0.25,0.25,0.25,0.25],
            "devices":[{"name":"vda","model":"ACME","system":"rotating","kind":"solid","readers_min":2,
            "readers_max":32,"why":"median read 0.25 ms, though the system says rotating"}]}
            """.ReplaceLineEndings(""),
            lines[0]);
        using var second = JsonDocument.Parse(lines[1]);
        JsonElement path = second.RootElement.GetProperty("path");
        Assert.Equal([(byte)'/', 0xFF], path.GetProperty("base64").GetBytesFromBase64());
    }

    [Fact]
    public void Earlier_measurements_are_shown_for_their_device_alone()
    {
        using var state = new TempTree();
        state.AddFile("doppel/tuning.json", Encoding.UTF8.GetString(DeviceTunings.Render([
            new DeviceTuning
            {
                Device = "nas.local",
                Strategy = "pread-12",
                Width = 12,
                Measured = new DateTimeOffset(2026, 11, 22, 17, 0, 0, TimeSpan.Zero),
            },
        ])));
        MemoryVolume volume = Volume([s_server, s_server with { Name = "other" }], files: 1);
        var host = new TestHost();
        host.Environment["XDG_STATE_HOME"] = state.Folder;
        Assert.Equal(ExitCode.Done, Run(host, volume, "/a"));
        string[][] lines = [.. host.Output.TrimEnd('\n').Split('\n').Select(line => line.Split('\t'))];
        Assert.Equal(["12-32", "2-32"], lines.Select(line => line[8]));
        Assert.Equal(
            ["the system says network; 12 at once was best on 2026-11-22 (pread-12)", "the system says network"],
            lines.Select(line => line[9]));
    }

    [Fact]
    public void A_path_that_cannot_be_opened_is_a_problem_and_the_others_are_shown()
    {
        MemoryVolume volume = Volume([s_virtual], files: 1);
        volume.AddFolder("/denied").Failure = new VolumeError(VolumeErrorKind.AccessDenied, 13);
        var host = new TestHost();
        Assert.Equal(ExitCode.Problems, Run(host, volume, "/denied", "/a"));
        Assert.StartsWith("/a\t", host.Output, StringComparison.Ordinal);
        Assert.Equal("doppel: cannot open '/denied': AccessDenied (13)\n", host.Errors);
        Assert.Equal(ExitCode.Failure, Run(new TestHost(), volume, "/denied"));
    }

    [Theory]
    [InlineData(
        "devices gone",
        "doppel: cannot open 'gone': No such file or directory\n"
        + "hint: check the spelling, and quote names with spaces\n")]
    [InlineData("devices --device gone=solid", "doppel: --device: cannot open 'gone': No such file or directory\n")]
    [InlineData(
        "devices /dev/null",
        "doppel: cannot search '/dev/null': it is neither a folder nor a file\nhint: name a folder or a file\n")]
    public void Bad_usage_is_exit_code_2(string line, string expected)
    {
        var host = new TestHost();
        Assert.Equal(2, host.Run(line.Split(' ')));
        Assert.Equal((expected, ""), (host.Errors, host.Output));
    }

    [Fact]
    public void Without_a_path_it_is_the_working_directory_of_this_machine()
    {
        var host = new TestHost();
        Assert.Equal(0, host.Run("devices"));
        Assert.Equal("", host.Errors);
        string line = Assert.Single(host.Output.TrimEnd('\n').Split('\n').DistinctBy(one => one.Split('\t')[0]));
        Assert.Equal((".", 10), (line.Split('\t')[0], line.Split('\t').Length));
    }

    private static MemoryVolume Volume(PhysicalDevice[] devices, int files)
    {
        var volume = new MemoryVolume();
        volume.SetMount(new MountFacts { Device = 42, MountPoint = "/", FileSystem = "ext4", Devices = devices });
        for (int i = 0; i < files; i++)
        {
            volume.AddFile($"/a/b/{i}", "content");
        }

        return volume;
    }

    private static void AddServer(MemoryVolume volume)
    {
        volume.SetMount(
            new MountFacts { Device = Other, MountPoint = "/net", FileSystem = "nfs4", Devices = [s_server] });
        volume.AddFolder("/net\u202E").Device = Other;
    }

    private static string Run(MemoryVolume volume, params string[] arguments)
    {
        var host = new TestHost();
        Assert.Equal(ExitCode.Done, Run(host, volume, arguments));
        Assert.Equal("", host.Errors);
        volume.Counters.AssertAllClosed();
        return host.Output;
    }

    private static ExitCode Run(TestHost host, MemoryVolume volume, params string[] arguments)
    {
        host.Volume = volume;
        return (ExitCode)host.Run(["devices", .. arguments]);
    }
}

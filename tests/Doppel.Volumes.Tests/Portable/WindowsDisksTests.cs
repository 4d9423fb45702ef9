using System.Buffers.Binary;
using System.Text;

namespace Doppel.Volumes.Tests;

/// <summary>From drives of Windows to disks, on a Windows that the tests play.</summary>
public sealed class WindowsDisksTests
{
    private const string First = @"\\?\Volume{11111111-0000-0000-0000-000000000000}\";
    private const string Second = @"\\?\Volume{22222222-0000-0000-0000-000000000000}\";

    [Fact]
    public void Two_letters_of_one_disk_are_that_disk()
    {
        var windows = new RecordedWindows();
        windows.AddVolume(@"C:\", First, 0).AddVolume(@"D:\", Second, 0);
        windows.AddDisk(0, seekPenalty: 0, "ACME ", "FAST 1000");
        var disk = new PhysicalDevice { Name = "PhysicalDrive0", Kind = DeviceKind.Solid, Model = "ACME FAST 1000" };
        Assert.Equal([disk], windows.Disks.DevicesOf(@"C:\", DeviceKind.Unknown));
        Assert.Equal([disk], windows.Disks.DevicesOf(@"D:\", DeviceKind.Unknown));
    }

    [Fact]
    public void A_mount_folder_is_the_disk_of_its_volume()
    {
        var windows = new RecordedWindows();
        windows.AddVolume(@"C:\mnt\data\", Second, 3).AddDisk(3, seekPenalty: 1, "", "SPIN");
        Assert.Equal("PhysicalDrive3 Rotating SPIN", Text(windows, @"C:\mnt\data\"));
    }

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(200)]
    public void A_volume_over_several_disks_is_all_of_them_each_once(int pieces)
    {
        var windows = new RecordedWindows();
        windows.AddVolume(@"E:\", Second, [.. Enumerable.Range(0, pieces).Select(i => (uint)(2 - (i % 2)))]);
        windows.AddDisk(1, seekPenalty: 0).AddDisk(2, seekPenalty: 1);
        Assert.Equal("PhysicalDrive1 Solid, PhysicalDrive2 Rotating", Text(windows, @"E:\"));
    }

    [Fact]
    public void A_disk_that_does_not_answer_is_unknown()
    {
        var windows = new RecordedWindows();
        windows.AddVolume(@"C:\", First, 0);
        Assert.Equal("PhysicalDrive0 Unknown", Text(windows, @"C:\"));
    }

    [Fact]
    public void A_volume_that_does_not_answer_has_no_disks()
    {
        var windows = new RecordedWindows();
        windows.AddVolume(@"C:\", First);
        Assert.Equal("", Text(windows, @"C:\"));
        Assert.Equal("", Text(windows, @"Q:\"));
    }

    [Theory]
    [InlineData(@"\\?\UNC\NAS.local\photos\", "nas.local")]
    [InlineData(@"Z:\", "nas.local")]
    [InlineData(@"Y:\", "Y:/")]
    public void A_share_is_its_server_under_any_name(string root, string server)
    {
        var windows = new RecordedWindows();
        windows.Shares["Z:"] = @"\\nas.LOCAL\other";
        PhysicalDevice device = Assert.Single(windows.Disks.DevicesOf(root, DeviceKind.Network));
        Assert.Equal((server, DeviceKind.Network), (device.Name, device.Kind));
    }

    [Fact]
    public void Memory_and_optical_discs_need_no_question()
    {
        var windows = new RecordedWindows();
        Assert.Equal("memory", Assert.Single(windows.Disks.DevicesOf(@"R:\", DeviceKind.Memory)).Name);
        Assert.Equal("O:/", Assert.Single(windows.Disks.DevicesOf(@"O:\", DeviceKind.Optical)).Name);
        Assert.Equal(0, windows.Queries);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(11)]
    [InlineData(31)]
    public void An_answer_that_is_too_short_yields_nothing(int bytes)
    {
        var windows = new RecordedWindows { AnswerBytesMax = bytes };
        windows.AddVolume(@"C:\", First, 5).AddDisk(5, seekPenalty: 1, "ACME", "SPIN");
        Assert.Equal("", Text(windows, @"C:\"));
    }

    [Theory]
    [InlineData(3u, "", DeviceKind.Unknown)]
    [InlineData(3u, "Solid Solid", DeviceKind.Solid)]
    [InlineData(3u, "Solid Rotating", DeviceKind.Rotating)]
    [InlineData(3u, "Solid Unknown", DeviceKind.Unknown)]
    [InlineData(4u, "Rotating", DeviceKind.Network)]
    public void A_drive_is_as_slow_as_its_slowest_disk(uint drive, string disks, DeviceKind kind) => Assert.Equal(
        kind,
        WindowsMounts.KindOf(drive, [.. disks.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(
            disk => new PhysicalDevice { Name = disk, Kind = Enum.Parse<DeviceKind>(disk) })]));

    private static string Text(RecordedWindows windows, string root) => string.Join(
        ", ", windows.Disks.DevicesOf(root, DeviceKind.Unknown).Select(
            disk => $"{disk.Name} {disk.Kind} {disk.Model}".Trim()));

    /// <summary>Answers as Windows documents its structures, byte by byte.</summary>
    private sealed class RecordedWindows : IWindowsControl
    {
        private readonly Dictionary<string, string> _volumes = [];
        private readonly Dictionary<(string Device, uint Code, int Property), byte[]> _answers = [];

        public Dictionary<string, string> Shares { get; } = [];

        public int AnswerBytesMax { get; init; } = int.MaxValue;

        public int Queries { get; private set; }

        public WindowsDisks Disks => new(this);

        public RecordedWindows AddVolume(string root, string volume, params uint[] disks)
        {
            _volumes[root] = volume;
            var answer = new byte[8 + (24 * disks.Length)];
            BinaryPrimitives.WriteInt32LittleEndian(answer, disks.Length);
            for (int i = 0; i < disks.Length; i++)
            {
                BinaryPrimitives.WriteUInt32LittleEndian(answer.AsSpan(8 + (24 * i)), disks[i]);
            }

            if (disks.Length > 0)
            {
                _answers[(volume.TrimEnd('\\'), WindowsDisks.GetVolumeDiskExtents, 0)] = answer;
            }

            return this;
        }

        public RecordedWindows AddDisk(int number, byte seekPenalty, string vendor = "", string product = "")
        {
            string device = $@"\\.\PhysicalDrive{number}";
            _answers[(device, WindowsDisks.StorageQueryProperty, WindowsDisks.SeekPenaltyProperty)] =
                [12, 0, 0, 0, 12, 0, 0, 0, seekPenalty, 0, 0, 0];
            byte[] texts = Encoding.ASCII.GetBytes($"{vendor}\0{product}\0");
            var descriptor = new byte[40 + texts.Length];
            BinaryPrimitives.WriteInt32LittleEndian(descriptor.AsSpan(12), vendor.Length == 0 ? 0 : 40);
            BinaryPrimitives.WriteInt32LittleEndian(descriptor.AsSpan(16), 40 + vendor.Length + 1);
            texts.CopyTo(descriptor, 40);
            _answers[(device, WindowsDisks.StorageQueryProperty, WindowsDisks.DeviceProperty)] = descriptor;
            return this;
        }

        public string? VolumeOf(string root) => _volumes.GetValueOrDefault(root);

        public string? ShareOf(string drive) => Shares.GetValueOrDefault(drive);

        public int Query(string device, uint code, ReadOnlySpan<byte> input, Span<byte> output, out int written)
        {
            Queries++;
            int property = input.Length >= 12 ? BinaryPrimitives.ReadInt32LittleEndian(input) : 0;
            written = 0;
            if (!_answers.TryGetValue((device, code, property), out byte[]? answer))
            {
                return 1; // ERROR_INVALID_FUNCTION
            }

            // Descriptors are cut to what fits; of extents only the number and the first come where not all have room.
            bool fits = answer.Length <= output.Length || code != WindowsDisks.GetVolumeDiskExtents;
            written = Math.Min(Math.Min(answer.Length, output.Length), AnswerBytesMax);
            answer.AsSpan(0, written).CopyTo(output);
            return fits ? 0 : WindowsDisks.ErrorMoreData;
        }
    }
}

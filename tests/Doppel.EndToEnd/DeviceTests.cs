using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary><c>doppel devices</c> and <c>find --device</c> on the disk that the tests run on.</summary>
public sealed class DeviceTests
{
    private const int FilesProbedMax = 16;

    [Fact]
    public void At_most_16_files_are_read_for_4_KiB_each()
    {
        Needs.Program("strace", "strace");
        using var tree = new TempTree();
        for (int i = 0; i < 40; i++)
        {
            tree.AddFile($"sub{i % 4}/file{i}", new byte[50_000]);
        }

        ProcessStart start = DoppelProgram.Start("devices", tree.Folder);
        ProcessEnd end = Tool.Run(start with
        {
            Program = Tool.Find("strace")!,
            Arguments = ["-f", "-y", "-qq", "-e", "trace=pread64", start.Program, .. start.Arguments],
        }).MustSucceed();
        string[] reads = [.. end.ErrorText.Split('\n').Where(
            line => line.Contains("pread64(", StringComparison.Ordinal)
                && line.Contains(tree.Folder, StringComparison.Ordinal))];
        Assert.All(reads, line => Assert.Matches(@", 4096, 0\) = |<unfinished", line));
        string[] columns = end.OutputText.TrimEnd('\n').Split('\n')[0].Split('\t');
        Assert.Equal(10, columns.Length);
        Assert.Equal(reads.Length == 0 ? "nothing" : $"{FilesProbedMax} files", columns[6]);
        Assert.Contains(reads.Length, (int[])[0, FilesProbedMax]);
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void An_image_shares_the_device_of_the_disk_that_it_lies_on(VolumeKind volume)
    {
        Needs.Program("mkfs.ext4", "e2fsprogs");
        using var tree = new TempTree();
        tree.AddSparseFile("image", 8 << 20);
        Tool.Run(Tool.Find("mkfs.ext4")!, "-q", "-F", "-m", "0", tree["image"]).MustSucceed();
        using Mount mount = Mount.Make(tree, "mounted", "-o", "loop", tree["image"]);
        JsonElement[] places = Devices(volume, tree.Folder, tree["mounted"]);
        Assert.NotEqual(places[0].GetProperty("mount").GetString(), places[1].GetProperty("mount").GetString());
        Assert.Equal(Names(places[0]), Names(places[1]));
    }

    [Theory]
    [InlineData("rotating", "rotating", 1, 1)]
    [InlineData("solid", "solid", 2, 32)]
    [InlineData("network", "network", 2, 32)]
    [InlineData("9", null, 9, 9)]
    public void A_device_rule_of_the_user_overrides_detection(string rule, string? kind, int least, int most)
    {
        using var tree = new TempTree();
        tree.AddFile("a", "content");
        tree.AddFile("b", "content");
        JsonElement place = Assert.Single(Devices(VolumeKind.Native, "--device", $"{tree.Folder}={rule}", tree.Folder));
        foreach (JsonElement device in place.GetProperty("devices").EnumerateArray())
        {
            Assert.Equal(kind ?? device.GetProperty("kind").GetString(), device.GetProperty("kind").GetString());
            Assert.Equal(least, device.GetProperty("readers_min").GetInt32());
            Assert.Equal(most, device.GetProperty("readers_max").GetInt32());
        }

        Expect.Groups(tree, ["a | b"], DoppelProgram.Find("--device", $"{tree.Folder}={rule}", tree.Folder));
    }

    private static JsonElement[] Devices(VolumeKind volume, params ByteName[] arguments)
    {
        ProcessEnd end = Tool.Run(DoppelProgram.Start(["devices", "--json", .. arguments]).Through(volume));
        return [.. end.MustSucceed().OutputText.TrimEnd('\n').Split('\n')
            .Select(line => JsonSerializer.Deserialize<JsonElement>(line))];
    }

    private static string[] Names(JsonElement place) => [.. place.GetProperty("devices").EnumerateArray()
        .Select(device => device.GetProperty("name").GetString()!)];
}

namespace Doppel.Volumes.Tests;

/// <summary>What a device is taken for: the user's word, then what was measured, then the system's word.</summary>
public sealed class DeviceJudgeTests
{
    [Theory]
    [InlineData(DeviceKind.Rotating, 1, 1)]
    [InlineData(DeviceKind.Optical, 1, 1)]
    [InlineData(DeviceKind.Solid, 0, 32)]
    [InlineData(DeviceKind.Network, 0, 32)]
    [InlineData(DeviceKind.Unknown, 0, 32)]
    [InlineData(DeviceKind.Memory, 0, 32)]
    public void Without_readings_the_system_is_believed_and_the_kind_gives_the_width(
        DeviceKind kind, int least, int most)
    {
        DeviceVerdict verdict = Judge(kind, null);
        int cores = Environment.ProcessorCount;
        Assert.Equal(
            (kind, least == 0 ? cores : least, Math.Max(most, least == 0 ? cores : 0)),
            (verdict.Kind, verdict.WidthMin, verdict.WidthMax));
    }

    [Theory]
    [InlineData(DeviceKind.Rotating, "0.1 0.1 0.1 0.1 0.1", DeviceKind.Solid)]
    [InlineData(DeviceKind.Solid, "6 6 6 6 6", DeviceKind.Rotating)]
    [InlineData(DeviceKind.Unknown, "6 6 6 6 6", DeviceKind.Unknown)]
    [InlineData(DeviceKind.Unknown, "0.1 0.1 0.1 0.1 0.1", DeviceKind.Solid)]

    // Of many the one in the middle counts, so a few that were held up or came from a disk's memory do not.
    [InlineData(DeviceKind.Rotating, "90 0.1 90 0.1 0.1", DeviceKind.Solid)]
    [InlineData(DeviceKind.Solid, "0.1 9 0.1 9 9 9", DeviceKind.Rotating)]

    // Nothing is certain in between, from few readings, or about what is no disk.
    [InlineData(DeviceKind.Rotating, "1.5 1.5 1.5 1.5 1.5", DeviceKind.Rotating)]
    [InlineData(DeviceKind.Solid, "1.5 1.5 1.5 1.5 1.5", DeviceKind.Solid)]
    [InlineData(DeviceKind.Solid, "2 2 2 2 2", DeviceKind.Solid)]
    [InlineData(DeviceKind.Rotating, "1 1 1 1 1", DeviceKind.Rotating)]
    [InlineData(DeviceKind.Unknown, "1.5 1.5 1.5 1.5 1.5", DeviceKind.Unknown)]
    [InlineData(DeviceKind.Rotating, "0.1 0.1 0.1 0.1", DeviceKind.Rotating)]
    [InlineData(DeviceKind.Network, "0.1 0.1 0.1 0.1 0.1", DeviceKind.Network)]
    [InlineData(DeviceKind.Memory, "6 6 6 6 6", DeviceKind.Memory)]
    [InlineData(DeviceKind.Optical, "0.1 0.1 0.1 0.1 0.1", DeviceKind.Optical)]
    public void Measurements_outrank_what_the_system_says_about_a_disk(
        DeviceKind told, string milliseconds, DeviceKind expected) =>
        Assert.Equal(expected, Judge(told, null, milliseconds).Kind);

    [Fact]
    public void The_user_s_setting_outranks_everything()
    {
        DeviceVerdict kind = Judge(DeviceKind.Rotating, Rule(DeviceKind.Network, 0), "0.1 0.1 0.1 0.1 0.1");
        int cores = Environment.ProcessorCount;
        Assert.Equal(
            new DeviceVerdict(DeviceKind.Network, cores, Math.Max(cores, 32), "set to network"), kind);
        DeviceVerdict both = Judge(DeviceKind.Memory, Rule(DeviceKind.Rotating, 4));
        Assert.Equal(new DeviceVerdict(DeviceKind.Rotating, 4, 4, "set to 4 readers"), both);
    }

    [Fact]
    public void A_width_alone_leaves_the_kind_to_what_was_measured()
    {
        DeviceVerdict verdict = Judge(DeviceKind.Rotating, Rule(DeviceKind.Unknown, 7), "0.1 0.1 0.1 0.1 0.1");
        Assert.Equal((DeviceKind.Solid, 7, 7), (verdict.Kind, verdict.WidthMin, verdict.WidthMax));
    }

    [Theory]
    [InlineData(DeviceKind.Rotating, "", "the system says rotating")]
    [InlineData(DeviceKind.Unknown, "", "the system does not say")]
    [InlineData(DeviceKind.Solid, "0.1", "the system says solid; too few readings to tell")]
    [InlineData(DeviceKind.Rotating, "0.1 0.1 0.1 0.1 0.1", "median read 0.10 ms, though the system says rotating")]
    [InlineData(DeviceKind.Solid, "0.1 0.1 0.1 0.1 0.1", "median read 0.10 ms, and the system says solid")]
    [InlineData(DeviceKind.Unknown, "6 6 6 6 6", "median read 6.00 ms; the system does not say")]
    [InlineData(
        DeviceKind.Solid, "1.5 1.5 1.5 1.5 1.5",
        "the system says solid; median read 1.50 ms, which is inconclusive")]
    public void The_reason_names_what_decided(DeviceKind told, string milliseconds, string reason) =>
        Assert.Equal(reason, Judge(told, null, milliseconds).Reason);

    private static DeviceRule Rule(DeviceKind kind, int width) => new("/"u8.ToArray(), kind, width);

    private static DeviceVerdict Judge(DeviceKind told, DeviceRule? rule, string milliseconds = "")
    {
        TimeSpan[] latencies = [.. milliseconds.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(text => TimeSpan.FromMilliseconds(
                double.Parse(text, System.Globalization.CultureInfo.InvariantCulture)))];
        return DeviceJudge.Judge(new PhysicalDevice { Name = "sda", Kind = told }, rule, latencies);
    }
}

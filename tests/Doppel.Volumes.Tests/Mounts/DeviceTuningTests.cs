using System.Text;

namespace Doppel.Volumes.Tests.Mounts;

/// <summary>What was measured of devices is kept as it was, and a damaged file says nothing.</summary>
public sealed class DeviceTuningTests
{
    private static readonly DeviceTuning s_one = new()
    {
        Device = "vda",
        Model = "ACME \"5\" \u00E4",
        Strategy = "pread-16",
        Width = 16,
        BlockBytes = 1 << 20,
        Order = "extent",
        NextBest = "uring-32",
        NextBehind = 0.125,
        Measured = new DateTimeOffset(2026, 11, 22, 17, 0, 0, TimeSpan.Zero),
    };

    [Fact]
    public void Rendered_tunings_parse_back_unchanged()
    {
        DeviceTuning[] all = [s_one, s_one with { Device = "nas", Model = "", Width = 1, NextBest = "" }];
        Assert.Equal(all, DeviceTunings.Parse(DeviceTunings.Render(all)));
        Assert.Empty(DeviceTunings.Parse(DeviceTunings.Render([])));
    }

    [Fact]
    public void A_file_that_is_cut_anywhere_says_nothing_wrong()
    {
        byte[] whole = DeviceTunings.Render([s_one]);
        for (int length = 0; length < whole.Length - 2; length++)
        {
            Assert.Empty(DeviceTunings.Parse(whole.AsSpan(0, length)));
        }
    }

    [Theory]
    [InlineData("[]"), InlineData("null"), InlineData("{\"devices\":[{\"device\":\"vda\"}]}")]
    [InlineData("{\"devices\":[[{}]]}")]
    [InlineData("{\"devices\":[{\"device\":\"vda\",\"width\":257}]}"), InlineData("{\"devices\":[{\"width\":4}]}")]
    [InlineData("{\"devices\":[{\"device\":5,\"width\":4}]}"), InlineData("{\"devices\":[[]]}")]
    [InlineData("{\"devices\":[{\"device\":\"a\",\"width\":1.5}]}")]
    public void Malformed_tunings_are_ignored(string json) =>
        Assert.Empty(DeviceTunings.Parse(Encoding.UTF8.GetBytes(json)));

    [Fact]
    public void Fields_of_later_versions_are_passed_over() => Assert.Equal(
        4,
        Assert.Single(DeviceTunings.Parse(
            "{\"more\":{\"a\":[1]},\"devices\":[{\"new\":{\"x\":[{}]},\"device\":\"vda\",\"width\":4}]}"u8)).Width);

    [Fact]
    public void Several_readers_begin_with_what_was_measured_and_the_user_has_the_last_word()
    {
        var disk = new PhysicalDevice { Name = "vda", Model = s_one.Model, Kind = DeviceKind.Solid };
        Assert.True(s_one.IsOf(disk));
        Assert.False(s_one.IsOf(disk with { Model = "another" }));
        DeviceVerdict verdict = DeviceJudge.Judge(disk, null, [], s_one);
        Assert.Equal((16, 32), (verdict.WidthMin, verdict.WidthMax));
        Assert.Equal("the system says solid; 16 at once was best on 2026-11-22 (pread-16)", verdict.Reason);
        PhysicalDevice rotating = disk with { Kind = DeviceKind.Rotating };
        Assert.Equal(1, DeviceJudge.Judge(rotating, null, [], s_one).WidthMax);
        verdict = DeviceJudge.Judge(rotating, null, [], s_one with { Order = "listed" });
        Assert.Equal((DeviceKind.Solid, 16), (verdict.Kind, verdict.WidthMin));
        var rule = new DeviceRule("/"u8.ToArray(), DeviceKind.Unknown, 3);
        Assert.Equal(3, DeviceJudge.Judge(disk, rule, [], s_one).WidthMin);
    }
}

using System.Text;

namespace Doppel.Volumes.Tests;

public sealed class DeviceRuleTests
{
    [Theory]
    [InlineData("/a", DeviceKind.Rotating, 0)]
    [InlineData("/a", DeviceKind.Unknown, 1)]
    [InlineData("/a", DeviceKind.Network, 256)]
    public void A_rule_within_its_ranges_is_taken(string path, DeviceKind kind, int width) =>
        Rule(path, kind, width).Validate();

    [Theory]
    [InlineData("", DeviceKind.Solid, 0, "Path")]
    [InlineData("/a", DeviceKind.Memory, 0, "Kind")]
    [InlineData("/a", (DeviceKind)99, 0, "Kind")]
    [InlineData("/a", DeviceKind.Solid, -1, "Width")]
    [InlineData("/a", DeviceKind.Solid, 257, "Width")]
    public void A_rule_out_of_its_ranges_tells_what_is_allowed(string path, DeviceKind kind, int width, string what) =>
        Assert.Contains($"{what} must", Assert.ThrowsAny<ArgumentException>(
            () => Rule(path, kind, width).Validate()).Message, StringComparison.Ordinal);

    private static DeviceRule Rule(string path, DeviceKind kind, int width) =>
        new(Encoding.UTF8.GetBytes(path), kind, width);
}
